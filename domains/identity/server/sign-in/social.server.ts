import { createVault, onServer } from '@lamplight/server-kit'
import { socialSource } from '../../model/social-source.resource.ts'
import { secretUse } from './social.ts'

/** Encrypts the client secret after the row has its id; an empty secret in a change keeps the old one. */
export const socialSourceServer = onServer(socialSource, {
  afterWrite: async ({ ctx, query, row }) => {
    const [kept] = await query<{ secret: string | null }>('select client_secret as secret from identity_social_source where id = $1', [
      row.id,
    ])
    if (!kept?.secret || kept.secret.startsWith('v1.')) return
    const sealed = await createVault(ctx.platform).seal(kept.secret, secretUse(row.id))
    await query('update identity_social_source set client_secret = $2 where id = $1', [row.id, sealed])
  },
})
