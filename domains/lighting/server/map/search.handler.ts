import { A, type AnswerOf, type Ctx, grantedOnly, route, T, treeCte } from '@lamplight/server-kit'

/** A search result of the map. `lng`, `lat` are null if it has many lamps; `count`: number of its lamps. */
const HitReturns = A.of({
  kind: A.oneOf(...(['street', 'area', 'group', 'gateway', 'post', 'lamp'] as const).map(A.is)),
  id: A.id,
  deviceId: A.maybe(A.nullable(A.id)),
  title: A.text,
  /** English name of a street; empty if it has none. */
  nameEn: A.maybe(A.nullable(A.text)),
  subtitle: A.nullable(A.text),
  lng: A.nullable(A.number),
  lat: A.nullable(A.number),
  count: A.int,
})
type Hit = AnswerOf<typeof HitReturns>
type Statement = readonly [sql: string, params: readonly unknown[]]

/** If the tenant has at most this many lamps, numbers are also found inside a name; above, only at its beginning. */
const INFIX_AT_MOST = 150_000
const HITS = 8
const LAST = '\u{10FFFF}'

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
const cutFor = (ctx: Ctx, params: unknown[], alias: string): string =>
  grantedOnly(ctx.user, params, { project: `${alias}.project_id`, area: `${alias}.area_id` })

/** Streets by either name or by pinyin; those whose name begins with the text come first. */
const streets = (ctx: Ctx, q: string): Statement => {
  const params: unknown[] = [like(q), like(q.toLowerCase().replace(/\s+/g, '')), q]
  const own = grantedOnly(ctx.user, params, { project: 's.project_id' })
  const posts = cutFor(ctx, params, 'p')
  return [
    `select 'street' as kind, f.id, null as "deviceId", f.name as title, f.name_en as "nameEn", coalesce(pr.name, '') as subtitle, null::float8 as lng, null::float8 as lat, n.n as count
     from (select s.* from lighting_street s where (s.name ilike $1 or s.name_en ilike $1 or s.pinyin like $2) and not s.is_deleted${own}
       order by not starts_with(s.name, $3), not starts_with(s.pinyin, lower($3)), length(s.name), s.name limit 40) f
     cross join lateral (select count(*)::int as n from lighting_post p join lighting_lamp l on l.tenant_id = p.tenant_id and l.post_id = p.id and not l.is_deleted
       where p.tenant_id = f.tenant_id and p.street_id = f.id and not p.is_deleted${posts}) n
     left join places_projects pr on pr.id = f.project_id
     where n.n > 0 limit ${HITS}`,
    params,
  ]
}

const areas = (ctx: Ctx, q: string): Statement => {
  const params: unknown[] = [like(q)]
  const own = grantedOnly(ctx.user, params, { area: 'a.id' })
  const ofProjects = grantedOnly(ctx.user, params, { project: 'k.project_id', area: 'k.area_id' })
  return [
    `select 'area' as kind, a.id, null as "deviceId", a.area_name as title, coalesce(a.area_full_name, '') as subtitle, null::float8 as lng, null::float8 as lat, n.n as count
     from (select * from places_areas a where a.area_name ilike $1 and not a.is_deleted${own} order by a.sort, a.id limit 5) a
     cross join lateral (
       with recursive ${treeCte({ table: 'places_areas', from: { id: 'a.id' } })}
       select coalesce(sum(k.n), 0)::int as n from kit_counter k
       where k.tenant_id = a.tenant_id and k.resource = 'lighting_lamp' and k.area_id in (select id from below) and k.project_id >= 0${ofProjects}) n`,
    params,
  ]
}

const groups = (ctx: Ctx, q: string): Statement => {
  const params: unknown[] = [like(q)]
  const cut = cutFor(ctx, params, 'c')
  return [
    `select 'group' as kind, g.id, null as "deviceId", g.group_name as title, '' as subtitle, null::float8 as lng, null::float8 as lat, n.n as count
     from (select * from devices_groups g where g.group_name ilike $1 and not g.is_deleted order by g.group_name limit 5) g
     cross join lateral (select count(*)::int as n from devices_group_members m join lighting_controller c on c.id = m.device_id and not c.is_deleted
       where m.group_id = g.id${cut}) n`,
    params,
  ]
}

/** Gateways and their cabinets, by name or serial number. */
const gateways = (ctx: Ctx, q: string): Statement => {
  // Platform administrators see the gateways of all tenants, but the map shows one tenant.
  const params: unknown[] = [like(q), ctx.tenantId]
  const cut = cutFor(ctx, params, 'g')
  return [
    `select 'gateway' as kind, g.id, null as "deviceId", coalesce(nullif(g.name, ''), g.sn) as title, g.sn as subtitle, g.lng, g.lat, coalesce(g.children, 0) as count
     from devices_gateways g where g.tenant_id = $2 and (g.name ilike $1 or g.sn ilike $1) and not g.is_deleted${cut} order by g.name, g.id limit ${HITS}`,
    params,
  ]
}

/** Bounds of the texts that begin with `q`, as typed, in upper and in lower case: an index over (tenant_id, text) serves each. */
const bounds = (q: string, params: unknown[]): (readonly [from: string, to: string])[] =>
  [...new Set([q, q.toUpperCase(), q.toLowerCase()])].map((text) => [`$${params.push(text)}`, `$${params.push(text + LAST)}`])

/** Ids of rows whose name or number begins with `q`: one index scan per column and spelling, never a full scan. */
const beginning = (ctx: Ctx, q: string, kind: 'post' | 'lamp', params: unknown[]): string => {
  const cut = cutFor(ctx, params, 'l')
  const from = `select l.id from lighting_${kind} l where not l.is_deleted${cut}`
  const ranges = bounds(q, params)
  const arms = ['l.name', 'l.sn'].flatMap((column) =>
    ranges.map(([least, below]) => `${from} and ${column} >= ${least} and ${column} < ${below}`),
  )
  if (kind === 'lamp')
    for (const [least, below] of ranges)
      arms.push(`${from} and l.controller_id = any (array (select k.id from lighting_controller k
        where k.sn >= ${least} and k.sn < ${below} and not k.is_deleted limit ${HITS}))`)
  return arms.map((arm) => `(${arm} limit ${HITS})`).join(' union ')
}

/** Ids of rows whose name or number equals `q` as typed, in upper or in lower case. */
const named = (ctx: Ctx, q: string, kind: 'post' | 'lamp', params: unknown[]): string => {
  const spellings = `$${params.push([...new Set([q, q.toUpperCase(), q.toLowerCase()])])}::text[]`
  const cut = cutFor(ctx, params, 'l')
  return ['l.sn', 'l.name']
    .map((column) => `(select l.id from lighting_${kind} l where ${column} = any (${spellings}) and not l.is_deleted${cut} limit ${HITS})`)
    .join(' union ')
}

/** Ids of rows whose name, number or controller number contains `q`. */
const holding = (ctx: Ctx, q: string, kind: 'post' | 'lamp', params: unknown[]): string => {
  const pattern = `$${params.push(like(q))}`
  const controllers =
    kind === 'lamp'
      ? ` or l.controller_id in (select k.id from lighting_controller k where k.sn ilike ${pattern} and not k.is_deleted)`
      : ''
  return `(select l.id from lighting_${kind} l where (l.name ilike ${pattern} or l.sn ilike ${pattern}${controllers})
    and not l.is_deleted${cutFor(ctx, params, 'l')} limit ${HITS})`
}

/** Lamps and posts by name and number, exact matches first. @param infix true: `q` may be inside the text */
const pieces = (ctx: Ctx, q: string, infix: boolean): readonly Statement[] => {
  const statement = (kind: 'post' | 'lamp', device: string): Statement => {
    const params: unknown[] = []
    const select = `select '${kind}' as kind, l.id, ${device} as "deviceId", l.name as title, l.sn as subtitle, l.lng, l.lat, 1 as count from lighting_${kind} l`
    const typed = `$${params.push(q)}`
    const ids = `${named(ctx, q, kind, params)} union ${infix ? holding(ctx, q, kind, params) : beginning(ctx, q, kind, params)}`
    return [
      `${select} where l.id in (${ids}) order by lower(${typed}) not in (lower(l.sn), lower(l.name)), length(l.name), l.name limit ${HITS}`,
      params,
    ]
  }
  return [statement('lamp', 'l.controller_id'), statement('post', 'null')]
}

/** Finds streets, areas, groups, gateways, posts and lamps: by the name or pinyin of a street, the number of a post, or a serial number. */
export const mapSearch = route({
  method: 'GET',
  path: '/api/blade-city/lamp/search',
  summary: ['搜索道路、区域、分组、网关、灯杆、灯具', 'Search streets, areas, groups, gateways, posts, lamps'],
  example: { query: { q: '岳麓区' } },
  permission: 'lamp_view',
  query: T.Object({ q: T.String({ minLength: 1, maxLength: 60 }) }),
  returns: A.list(HitReturns),
  handler: async ({ ctx, query }): Promise<Hit[]> => {
    const q = query.q.trim()
    if (q === '') return []
    const [held] = await ctx.query<{ n: number }>(
      "select n from kit_counter where tenant_id = $1 and resource = 'lighting_lamp' and project_id = -1 and area_id = -1",
      [ctx.tenantId],
    )
    const found = await ctx.queries<readonly Hit[]>([
      streets(ctx, q),
      areas(ctx, q),
      groups(ctx, q),
      gateways(ctx, q),
      ...pieces(ctx, q, Number(held?.n ?? 0) <= INFIX_AT_MOST),
    ])
    const typed = q.toLowerCase()
    const isExact = ({ title, subtitle }: Hit): boolean => title.toLowerCase() === typed || (subtitle ?? '').toLowerCase() === typed
    return found.flat().toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
  },
})
