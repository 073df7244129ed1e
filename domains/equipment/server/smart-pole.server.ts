import { mountedOn } from '@lamplight/devices/server'
import { pick } from '@lamplight/kit'
import { post } from '@lamplight/lighting/model'
import { inSystem } from '@lamplight/places/server'
import { type Ctx, countedRows, type ListingRow, onListing, registryPort, seenRows, tableOf } from '@lamplight/server-kit'
import { smartPole } from '../model/smart-pole.listing.ts'

const COUNTS = ['total', 'online', 'fault', 'offline', 'inactive'] as const
type Pole = ListingRow<typeof smartPole>
type Family = Readonly<Record<(typeof COUNTS)[number], number>> & { readonly postId: string; readonly of: number }

/** The number of devices on these posts by resource and state (decisions.md B2). A device without a report counts as not activated. */
const familiesOf = async (ctx: Ctx, ids: readonly string[]) => {
  const params: unknown[] = [ids]
  const { sql, resources } = mountedOn(ctx, params, { among: '= any($1::bigint[])' })
  const rows = await ctx.query<Family>(
    `select m.post_id::text as "postId", m.of, count(*)::int as total, count(*) filter (where s.state in (1, 2))::int as online,
       count(*) filter (where s.state = 3)::int as fault, count(*) filter (where s.state = 4)::int as offline,
       count(*) filter (where coalesce(s.state, 5) = 5)::int as inactive
     from (${sql}) m left join devices_states s on s.device_id = m.device_id group by 1, 2 order by 1, 2`,
    params,
  )
  const named = rows.map(({ of, ...row }) => {
    const { name = '', label = ['', ''] as const } = resources[of] ?? {}
    return { ...row, resource: name, label: pick(label, ctx.lang) }
  })
  return Map.groupBy(named, ({ postId }) => postId)
}

export const smartPoleServer = onListing(smartPole, {
  read: async (ctx, { projectId, keyword, systemType }, part) => {
    const params: unknown[] = []
    const served = ctx.platform.port(registryPort).resources.get(post.name)
    const { sql } = mountedOn(ctx, params, { equipment: true })
    const seen = served ? seenRows(served, ctx.user, params) : 'false'
    const of = projectId ? ` and t.project_id = $${params.push(projectId)}` : ''
    const system = systemType ? ` and ${inSystem('t.project_id', `$${params.push(systemType)}`)}` : ''
    const named = keyword ? ` and strpos(lower(t.name || ' ' || t.sn), lower($${params.push(keyword)})) > 0` : ''
    const { rows, total } = await countedRows<Omit<Pole, (typeof COUNTS)[number] | 'families'>>(
      ctx,
      {
        select: `t.id::text as id, t.name as "lampPostName", t.sn as "lampPostSn", t.project_id::text as "projectId", t.area_id::text as "areaId",
          p.name as "projectId$title", a.area_name as "areaId$title"`,
        from: `from ${tableOf(post)} t left join places_projects p on p.id = t.project_id left join places_areas a on a.id = t.area_id
          where t.id in (select m.post_id from (${sql}) m) and ${seen}${of}${system}${named}`,
        order: 't.name, t.id',
        params,
      },
      part,
    )
    const ids = rows.map(({ id }) => id)
    const families = ids.length > 0 ? await familiesOf(ctx, ids) : new Map<string, never>()
    const withCounts = (row: (typeof rows)[number]): Pole => {
      const own = families.get(row.id) ?? []
      const sum = (name: (typeof COUNTS)[number]): number => own.reduce((all, one) => all + one[name], 0)
      const [devices, online, fault, offline, inactive] = [sum('total'), sum('online'), sum('fault'), sum('offline'), sum('inactive')]
      return { ...row, total: devices, online, fault, offline, inactive, families: own }
    }
    return { rows: rows.map(withCounts), total }
  },
})
