import { SECRET_MASK } from '@lamplight/kit'
import { changed, errors, onServer } from '@lamplight/server-kit'
import { client } from '../model/client.resource.ts'
import { newClientSecret } from './clients.ts'
import { REFRESH_MS } from './sessions.ts'
import { ACCESS_SECONDS } from './sign-in.port.ts'

/** The console's own client is built in: no row may take its name. */
const OWN = 'saber'

export const clientServer = onServer(client, {
  // All programs have the same: consoles of the family show these beside each.
  joined: {
    sql: '',
    fields: {
      scope: "'all'::text",
      accessTokenValidity: String(ACCESS_SECONDS),
      refreshTokenValidity: String(REFRESH_MS / 1000),
      resourceIds: 'null::text',
      authorities: 'null::text',
      webServerRedirectUri: 'null::text',
      autoapprove: 'null::text',
    },
  },
  beforeWrite: async ({ ctx, draft }) => {
    if (draft.client === OWN) throw errors.taken({}, 'clientId')
    const { clientSecret } = draft
    return clientSecret ? { ...draft, clientSecret: await ctx.platform.hash.make(clientSecret) } : draft
  },
  actions: {
    secret: async ({ ctx, ids }) => {
      if (!ctx.user.administrator) throw errors.noRight()
      const secret = newClientSecret()
      const verifier = await ctx.platform.hash.make(secret)
      return ctx.tx(async (query) => {
        const [row] = await query<{ client: string }>(
          'update identity_client set client_secret = $2, update_user = $3, update_time = now() where id = $1 and not is_deleted returning client',
          [ids[0], verifier, ctx.user.id],
        )
        if (!row) throw errors.notFound()
        const detail = changed({ clientSecret: SECRET_MASK }, { clientSecret: SECRET_MASK })
        await ctx.audit({ what: 'identity.client.secret', target: String(ids[0]), detail }, query)
        return { clientId: row.client, clientSecret: secret }
      })
    },
  },
})
