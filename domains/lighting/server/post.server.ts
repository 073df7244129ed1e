import { projectTypeFilter } from '@lamplight/places/server'
import { errors, onServer } from '@lamplight/server-kit'
import { post } from '../model/post.resource.ts'
import { streetIn } from '../model/street-name.ts'
import { streetsFor } from './street-store.ts'

export const postServer = onServer(post, {
  filters: projectTypeFilter,
  // A new post gets the street in its name, unless the form has another.
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const name = old || draft.streetId ? null : streetIn(draft.name)
    if (!name) return draft
    const streets = await streetsFor(ctx.platform, query, { tenantId: ctx.tenantId, projectId: draft.projectId ?? null }, [{ name }])
    return { ...draft, streetId: streets.get(name) ?? null }
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const [used] = await query<{ name: string }>('select name from lighting_lamp where post_id = any($1) and not is_deleted limit 1', [
      rows.map((row) => row.id),
    ])
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? `灯具 ${used.name}` : `lamp ${used.name}` })
  },
})
