import { SECRET_MASK } from '@lamplight/kit'
import { A, changed, errors, onServer } from '@lamplight/server-kit'
import { client, OWN_CLIENT } from '../../model/client.resource.ts'
import { identityErrors } from '../../model/identity.errors.ts'
import { newClientSecret } from './clients.ts'

export const clientServer = onServer(client, {
  beforeWrite: async ({ ctx, draft, old }) => {
    if (old?.client === OWN_CLIENT) throw identityErrors.clientBuiltIn()
    if (draft.client === OWN_CLIENT) throw errors.taken({}, 'clientId')
    const { clientSecret } = draft
    return clientSecret ? { ...draft, clientSecret: await ctx.platform.hash.make(clientSecret) } : draft
  },
  beforeRemove: async ({ rows }) => {
    if (rows.some(({ client: name }) => name === OWN_CLIENT)) throw identityErrors.clientBuiltIn()
  },
  returns: { secret: A.of({ clientId: A.text, clientSecret: A.text }) },
  actions: {
    secret: async ({ ctx, ids }) => {
      if (!ctx.user.administrator) throw errors.noRight()
      const secret = newClientSecret()
      const verifier = await ctx.platform.hash.make(secret)
      return ctx.tx(async (query) => {
        const [row] = await query<{ client: string }>(
          'update identity_client set client_secret = $2, update_user = $3, update_time = now() where id = $1 and client <> $4 and not is_deleted returning client',
          [ids[0], verifier, ctx.user.id, OWN_CLIENT],
        )
        if (!row) throw identityErrors.clientBuiltIn()
        const detail = changed({ clientSecret: SECRET_MASK }, { clientSecret: SECRET_MASK })
        await ctx.audit({ what: 'identity.client.secret', target: String(ids[0]), detail }, query)
        return { clientId: row.client, clientSecret: secret }
      })
    },
  },
})
