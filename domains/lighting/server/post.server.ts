import { errors, onServer } from '@lamplight/server-kit'
import { post } from '../model/post.resource.ts'

export const postServer = onServer(post, {
  beforeRemove: async ({ ctx, query, rows }) => {
    const [used] = await query<{ name: string }>('select name from lighting_lamp where post_id = any($1) and not is_deleted limit 1', [
      rows.map((row) => row.id),
    ])
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? `灯具 ${used.name}` : `lamp ${used.name}` })
  },
})
