import { authenticatorPort, provide, type ServerSlice, withPlain } from '@lamplight/server-kit'
import { directoryPort, grantableScopesPort, logsPort, menusPort, noticesPort, paramsPort, smsPort } from '@lamplight/system/model'
import { identity } from '../domain.ts'
import { identityDictionaries } from '../model/dictionaries.ts'
import { identityErrors } from '../model/identity.errors.ts'
import { identityMenu } from '../model/menu.ts'
import { identityParams } from '../model/params.ts'
import { plain } from '../model/plain.ts'
import { guessesPort, rightsPort, safetyPort } from '../model/ports.ts'
import { avatarRoutes } from './people/avatar.handler.ts'
import { deptRoutes } from './people/dept.handler.ts'
import { deptServer } from './people/dept.server.ts'
import { createDirectory } from './people/directory.port.ts'
import { expireTask } from './people/expire.task.ts'
import { inviteRoutes } from './people/invite.handler.ts'
import { inviteServer } from './people/invite.server.ts'
import { postServer } from './people/post.server.ts'
import { guestServer, registerInfoServer } from './people/registration.server.ts'
import { createRights } from './people/rights.port.ts'
import { roleRoutes } from './people/role.handler.ts'
import { roleServer } from './people/role.server.ts'
import { apiScopeServer, dataScopeServer } from './people/scope.server.ts'
import { createGrantableScopes } from './people/scopes.port.ts'
import { tenantRoutes } from './people/tenant.handler.ts'
import { tenantServer } from './people/tenant.server.ts'
import { userRoutes } from './people/user.handler.ts'
import { userServer } from './people/user.server.ts'
import { signInPort } from './ports.ts'
import { seedIdentity } from './seed.ts'
import { createAuthenticator } from './sign-in/authenticator.port.ts'
import { clientServer } from './sign-in/client.server.ts'
import { codeRoute, waysRoute } from './sign-in/code.handler.ts'
import { deviceRoutes } from './sign-in/device.handler.ts'
import { createGuesses } from './sign-in/guesses.port.ts'
import { mfaRoutes } from './sign-in/mfa.handler.ts'
import { createSafety } from './sign-in/safety.port.ts'
import { sessionRoutes } from './sign-in/session.handler.ts'
import { createSignIn } from './sign-in/sign-in.port.ts'
import { socialRoutes } from './sign-in/social.handler.ts'
import { socialSourceServer } from './sign-in/social.server.ts'
import { tokenRoute } from './sign-in/token.handler.ts'

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
