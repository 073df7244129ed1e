import { mountedOn } from '@lamplight/devices/server'
import { exampleId, pick } from '@lamplight/kit'
import { post } from '@lamplight/lighting/model'
import { inSystem } from '@lamplight/places/server'
import { A, type AnswerOf, type Ctx, pagedRows, registryPort, route, seenRows, T, tableOf } from '@lamplight/server-kit'

const Id = T.String({ pattern: '^[0-9]{0,19}$' })
const MAX_ROWS = 1000
const COUNTS = { total: A.int, online: A.int, fault: A.int, offline: A.int, inactive: A.int } as const
type Counts = Readonly<Record<keyof typeof COUNTS, number>>

const Family = A.of({ resource: A.text, label: A.text, ...COUNTS })
const Pole = A.of({
  id: A.id,
  lampPostName: A.text,
  lampPostSn: A.text,
  projectId: A.id,
  projectName: A.text,
  areaId: A.id,
  areaName: A.text,
  ...COUNTS,
  families: A.list(Family),
})
type PoleRow = Omit<AnswerOf<typeof Pole>, keyof Counts | 'families'>
interface FamilyRow extends Counts {
  readonly postId: string
  readonly of: number
}

/** The number of devices on these posts by resource and state (decisions.md B2). A device without a report counts as not activated. */
const familiesOf = async (ctx: Ctx, ids: readonly string[]) => {
  const params: unknown[] = [ids]
  const { sql, resources } = mountedOn(ctx, params, { among: '= any($1::bigint[])' })
  const rows = await ctx.query<FamilyRow>(
    `select m.post_id::text as "postId", m.of, count(*)::int as total, count(*) filter (where s.state in (1, 2))::int as online,
       count(*) filter (where s.state = 3)::int as fault, count(*) filter (where s.state = 4)::int as offline,
       count(*) filter (where coalesce(s.state, 5) = 5)::int as inactive
     from (${sql}) m left join devices_states s on s.device_id = m.device_id group by 1, 2 order by 1, 2`,
    params,
  )
  return Map.groupBy(
    rows.map(({ of, ...row }) => ({
      ...row,
      resource: resources[of]?.name ?? '',
      label: pick(resources[of]?.label ?? ['', ''], ctx.lang),
    })),
    ({ postId }) => postId,
  )
}

/**
 * Smart poles: posts that carry devices other than lamps, with the numbers of their devices (smart_pole.device.page, rule.family.2). Written by hand,
 * because the devices of a pole are rows of several resources.
 */
export const smartPoleRoute = route({
  method: 'GET',
  path: '/api/blade-device/smart_pole/device/page',
  summary: ['智慧灯杆及其设备', 'Smart poles with their devices'],
  example: { query: { projectId: exampleId('places.project') } },
  permission: 'lamp_post_view',
  query: T.Object({
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: MAX_ROWS })),
    projectId: T.Optional(Id),
    systemType: T.Optional(
      T.String({ pattern: '^\\d{0,3}$', description: 'poles in projects of this system: 2 city lighting, 3 smart poles' }),
    ),
    keyword: T.Optional(T.String({ maxLength: 80, description: 'part of the name or number of the post' })),
  }),
  returns: A.page(Pole),
  handler: ({ ctx, query: { current = 1, size, projectId, systemType, keyword } }) => {
    const params: unknown[] = []
    const served = ctx.platform.port(registryPort).resources.get(post.name)
    const { sql } = mountedOn(ctx, params, { equipment: true })
    const seen = served ? seenRows(served, ctx.user, params) : 'false'
    const of = projectId ? ` and t.project_id = $${params.push(projectId)}` : ''
    const system = systemType ? ` and ${inSystem('t.project_id', `$${params.push(systemType)}`)}` : ''
    const named = keyword?.trim() ? ` and strpos(lower(t.name || ' ' || t.sn), lower($${params.push(keyword.trim())})) > 0` : ''
    return pagedRows(
      ctx,
      {
        select: `t.id::text as id, t.name as "lampPostName", t.sn as "lampPostSn", t.project_id::text as "projectId", t.area_id::text as "areaId",
          coalesce(p.name, '') as "projectName", coalesce(a.area_name, '') as "areaName"`,
        from: `from ${tableOf(post)} t left join places_projects p on p.id = t.project_id left join places_areas a on a.id = t.area_id
          where t.id in (select m.post_id from (${sql}) m) and ${seen}${of}${system}${named}`,
        order: 't.name, t.id',
        params,
        current,
        size: size || 10,
        most: MAX_ROWS,
      },
      async (rows: readonly PoleRow[]) => {
        const families =
          rows.length > 0
            ? await familiesOf(
                ctx,
                rows.map(({ id }) => id),
              )
            : new Map<string, never>()
        return rows.map((row) => {
          const own = (families.get(row.id) ?? []).map(({ postId: _, ...family }): AnswerOf<typeof Family> => family)
          const total = (name: keyof Counts): number => own.reduce((sum, one) => sum + one[name], 0)
          const [online, fault, offline, inactive] = [total('online'), total('fault'), total('offline'), total('inactive')]
          return { ...row, total: total('total'), online, fault, offline, inactive, families: own }
        })
      },
    )
  },
})
