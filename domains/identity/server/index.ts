import { authenticatorPort, provide, type ServerSlice, withPlain } from '@lamplight/server-kit'
import { directoryPort, grantableScopesPort, logsPort, menusPort, noticesPort, paramsPort, smsPort } from '@lamplight/system/model'
import { identity } from '../domain.ts'
import { identityDictionaries } from '../model/dictionaries.ts'
import { identityErrors } from '../model/identity.errors.ts'
import { identityMenu } from '../model/menu.ts'
import { identityParams } from '../model/params.ts'
import { plain } from '../model/plain.ts'
import { guessesPort, rightsPort, safetyPort } from '../model/ports.ts'
import { createAuthenticator } from './authenticator.port.ts'
import { avatarRoutes } from './avatar.handler.ts'
import { clientServer } from './client.server.ts'
import { codeRoute, waysRoute } from './code.handler.ts'
import { deptRoutes } from './dept.handler.ts'
import { deptServer } from './dept.server.ts'
import { deviceRoutes } from './device.handler.ts'
import { createDirectory } from './directory.port.ts'
import { expireTask } from './expire.task.ts'
import { createGuesses } from './guesses.port.ts'
import { inviteRoutes } from './invite.handler.ts'
import { inviteServer } from './invite.server.ts'
import { mfaRoutes } from './mfa.handler.ts'
import { signInPort } from './ports.ts'
import { postServer } from './post.server.ts'
import { guestServer, registerInfoServer } from './registration.server.ts'
import { createRights } from './rights.port.ts'
import { roleRoutes } from './role.handler.ts'
import { roleServer } from './role.server.ts'
import { createSafety } from './safety.port.ts'
import { apiScopeServer, dataScopeServer } from './scope.server.ts'
import { createGrantableScopes } from './scopes.port.ts'
import { seedIdentity } from './seed.ts'
import { sessionRoutes } from './session.handler.ts'
import { createSignIn } from './sign-in.port.ts'
import { socialRoutes } from './social.handler.ts'
import { socialSourceServer } from './social.server.ts'
import { tenantRoutes } from './tenant.handler.ts'
import { tenantServer } from './tenant.server.ts'
import { tokenRoute } from './token.handler.ts'
import { userRoutes } from './user.handler.ts'
import { userServer } from './user.server.ts'

export const identityServer: ServerSlice = withPlain(plain, {
  domain: identity,
  dictionaries: identityDictionaries,
  params: identityParams,
  resources: [
    tenantServer,
    roleServer,
    userServer,
    deptServer,
    postServer,
    clientServer,
    dataScopeServer,
    apiScopeServer,
    socialSourceServer,
    guestServer,
    inviteServer,
    registerInfoServer,
  ],
  routes: [
    tokenRoute,
    codeRoute,
    waysRoute,
    ...sessionRoutes,
    ...deviceRoutes,
    ...mfaRoutes,
    ...socialRoutes,
    ...inviteRoutes,
    ...avatarRoutes,
    ...roleRoutes,
    ...userRoutes,
    ...tenantRoutes,
    ...deptRoutes,
  ],
  menu: identityMenu,
  errors: identityErrors.catalogue,
  tasks: [expireTask],
  ports: [
    provide(signInPort, createSignIn),
    provide(authenticatorPort, createAuthenticator),
    provide(safetyPort, createSafety),
    provide(grantableScopesPort, createGrantableScopes),
    provide(directoryPort, createDirectory),
    provide(rightsPort, createRights),
    provide(guessesPort, createGuesses),
  ],
  needs: [menusPort, paramsPort, logsPort, noticesPort, smsPort],
  seed: seedIdentity,
})
export { signInPort } from './ports.ts'
