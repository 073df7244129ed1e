import { errors, fieldError, onServer } from '@lamplight/server-kit'
import { street } from '../model/street.resource.ts'
import { streetName } from '../model/street-name.ts'
import { pinyinOf } from './street-store.ts'

const GRANT = "identity_grants g where g.kind = 'area' and g.user_id = (select nullif(current_setting('app.user', true), ''))::bigint"

/**
 * SQL of an area that is granted to the user, for streets with a post in any granted area: a street can pass through many areas. Neither subquery
 * names a column of the street, so PostgreSQL evaluates them once and not for each street.
 */
const GRANTED_AREA = `case when t.id in (select p.street_id from lighting_post p where not p.is_deleted and p.street_id is not null
    and p.area_id = any (array(select g.ref_id from ${GRANT})))
  then (select g.ref_id from ${GRANT} limit 1) end`

export const streetServer = onServer(street, {
  place: { project: 't.project_id', area: GRANTED_AREA },
  uncounted: true,
  joined: {
    sql: `left join lateral (select count(*)::int as n from lighting_post p where p.tenant_id = t.tenant_id and p.street_id = t.id and not p.is_deleted) posts on true
      left join lateral (select count(*)::int as n from lighting_post p join lighting_lamp l on l.tenant_id = p.tenant_id and l.post_id = p.id and not l.is_deleted
        where p.tenant_id = t.tenant_id and p.street_id = t.id and not p.is_deleted) lamps on true`,
    fields: { posts: 'posts.n', lamps: 'lamps.n' },
  },
  filters: {
    keyword: {
      sql: "(t.name ilike '%' || $::text || '%' or t.name_en ilike '%' || $::text || '%' or t.pinyin like '%' || lower($::text) || '%')",
      type: 'text',
    },
  },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const name = draft.name === undefined ? undefined : streetName(String(draft.name))
    if (name) {
      const projectId = draft.projectId === undefined ? (old?.projectId ?? null) : draft.projectId
      const [taken] = await query(
        'select 1 from lighting_street where tenant_id = $1 and coalesce(project_id, 0) = coalesce($2::bigint, 0) and name = $3 and id <> $4 and not is_deleted',
        [ctx.tenantId, projectId, name, old?.id ?? '0'],
      )
      if (taken) throw fieldError('name', ['该项目已有同名道路', 'is used by another street of this project'], ctx.lang)
    }
    return name ? { ...draft, name, pinyin: await pinyinOf(name) } : draft
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const [used] = await query<{ name: string }>('select name from lighting_post where street_id = any($1) and not is_deleted limit 1', [
      rows.map((row) => row.id),
    ])
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? `灯杆 ${used.name}` : `post ${used.name}` })
  },
})
