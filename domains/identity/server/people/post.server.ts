import { errors, onServer, wordOf } from '@lamplight/server-kit'
import { post } from '../../model/post.resource.ts'

export const postServer = onServer(post, {
  joined: { sql: '', fields: { categoryName: wordOf('post_category', 't.category') } },
  filters: { tenantId: { sql: 't.tenant_id = $', type: 'text' } },
  beforeRemove: async ({ query, rows }) => {
    const used = await query<{ account: string }>(
      'select account from identity_user where post_id && $1::bigint[] and not is_deleted order by account limit 5',
      [rows.map(({ id }) => id)],
    )
    if (used.length > 0) throw errors.inUse({ by: used.map(({ account }) => account).join(', ') })
  },
})
