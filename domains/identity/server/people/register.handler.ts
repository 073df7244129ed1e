import { A, changed, DEFAULT_ZONE, errors, route, T } from '@lamplight/server-kit'
import { identityErrors } from '../../model/identity.errors.ts'
import { openKey } from '../sign-in/locks.ts'
import { verifierOf } from '../sign-in/passwords.ts'
import { person } from '../sign-in/sign-in-audit.ts'
import { tokenRequestOf } from '../sign-in/token-grants.ts'
import { assertFree, assertShape, NAMES } from './admit.ts'
import { notifyApprovers } from './tell-approvers.ts'
import { assertPassword, signInOf } from './users.ts'

const Guest = {
  tenantId: T.Optional(T.String({ maxLength: 20 })),
  name: T.Optional(T.String({ maxLength: 50 })),
  account: T.Optional(T.String({ maxLength: 45 })),
  password: T.Optional(T.String({ maxLength: 200 })),
  oauthId: T.Optional(T.String({ maxLength: 100 })),
}

/**
 * A person signed in at a provider requests an account in the tenant of that sign-in (wire-contract.md 3.4). Parameters arrive in the query or
 * the body. The account works after an administrator has approved it.
 */
export const registerGuest = route({
  method: 'POST',
  path: '/register-guest',
  summary: ['注册申请', 'Request an account after sign-in at a provider'],
  example: { query: { tenantId: '100001', name: '张三', account: 'zhangsan', password: 'Sample-secret-1', oauthId: 'key-of-sign-in' } },
  permission: 'public',
  query: T.Object(Guest),
  returns: A.yes,
  handler: async ({ ctx, query, body, headers }) => {
    const tokenRequest = tokenRequestOf({ ctx, query, body, headers })
    const text = (name: 'account' | 'password' | 'oauthId'): string => {
      const value = tokenRequest.text(name).trim()
      if (!value) throw errors.missingParameter({ field: name }, name)
      return value
    }
    const [account, password, oauthId] = [text('account'), text('password'), text('oauthId')]
    assertShape(ctx, 'account', 'account', account)
    await assertPassword(ctx, password, account)
    const { platform } = ctx
    const { challenges, locks } = signInOf(platform)
    const known = await challenges.look<{ id: string }>('oauth', oauthId)
    if (!known) throw identityErrors.oauthUnknown({}, 'oauthId')
    if (!(await locks.take(openKey('register', ctx.ip), platform.config.number('REGISTER_ADDRESS', 20)))) throw errors.tooMany()
    const { tenantId } = known
    const verifier = await verifierOf(platform, password)
    await platform.system.tx(async (run) => {
      const [tenant] = await run('select 1 from identity_tenant where tenant_id = $1 and not is_deleted', [tenantId])
      if (!tenant) throw identityErrors.registrationTenant({}, 'tenantId')
      await assertFree(run, tenantId, account)
      const [waiting] = await run('select 1 from identity_guest where oauth_id = $1 and status = 0 and not is_deleted', [known.value.id])
      if (waiting) throw identityErrors.submittedTwice({}, 'oauthId')
      const id = platform.newId()
      const name = tokenRequest.text('name').trim().slice(0, 50) || account
      await run(
        `insert into identity_guest (id, tenant_id, account, name, verifier, status, oauth_id) values ($1, $2, $3, $4, $5, 0, $6)`,
        [id, tenantId, account, name, verifier, known.value.id],
      )
      await notifyApprovers(platform, run, { tenantId, right: 'useraudit_approve', name, account, page: ['注册审核', 'Registrations'] })
      const entry = { what: `${NAMES.identity_guest}.add`, target: id, detail: changed(null, { account, name }) }
      await ctx.as(person({ id: '', tenantId, account }), DEFAULT_ZONE).audit(entry, run)
    })
    await challenges.take('oauth', oauthId)
    return true
  },
})
