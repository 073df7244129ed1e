import { deviceTypesPort } from '@lamplight/devices/model'
import { allDevices } from '@lamplight/devices/server'
import { pick, type Text } from '@lamplight/kit'
import { type Ctx, mayUse, registryPort, treeIds } from '@lamplight/server-kit'
import { type ColumnDefinition, QUERIES, type QueryName } from '../model/queries.ts'
import type { DataColumn, QueryInfo } from '../model/widgets.ts'
import { LAMP_KINDS } from '../model/words.ts'
import { type Cell, causeText, faultWords, kilowatts, ROWS, STATES, share, timeOf } from './cells.ts'
import { findingSources, readableSources } from './finding-sources.ts'
import { solarReaders } from './solar-queries.ts'
import { SOLAR, solarTotals } from './solar-totals.ts'
import { FAULTY, gatewayCounts, lampsWhere, lampTotals, offlineGateways, type Places, stateCounts, sum } from './totals.ts'

const AREAS = 20

const KINDS: readonly Text[] = Object.values(LAMP_KINDS)
/** Solar lamps with a solar controller are devices of their own: the total of lamps does not count them. */
const SOLAR_OUTSIDE: Text = ['太阳能灯（另计 {n}）', 'Solar lamps ({n} not in total)']
const gateways = async (ctx: Ctx, places: Places) => {
  const [row] = await ctx.query<{ total: number; online: number }>(...gatewayCounts(ctx, places))
  return row ?? { total: 0, online: 0 }
}
const faulty = (ctx: Ctx, places: Places) => {
  const params: unknown[] = []
  const where = lampsWhere(ctx, places, params)
  return ctx.query(FAULTY(where, params.length + 1, ROWS), [...params, ctx.tenantId])
}

/** Number of devices of each kind that the user sees: all, online, with faults. Kinds without devices are left out. */
const devices = async (ctx: Ctx, { projectId, areaId }: Places): Promise<Cell[][]> => {
  const params: unknown[] = []
  const below = (column: string, table: string, id: string): string =>
    id ? ` and ${column} in (${treeIds({ table, from: { id: `$${params.push(id)}` } })})` : ''
  const places = `${below('p.project_id', 'places_projects', projectId)}${below('p.area_id', 'places_areas', areaId)}`
  const counted = await ctx.query<{ kind: number; all: number; online: number; fault: number }>(
    `select d.kind, count(*)::int as all, count(*) filter (where d.online)::int as online, count(*) filter (where d.state = 3)::int as fault
     from (${allDevices(ctx, params, places)}) d group by d.kind`,
    params,
  )
  const byKind = new Map(counted.map(({ kind, ...row }) => [ctx.platform.port(deviceTypesPort).resourceOf(kind), row]))
  return [...ctx.platform.port(registryPort).resources.values()].flatMap(({ resource }): Cell[][] => {
    const row = byKind.get(resource)
    return row ? [[pick(resource.label, ctx.lang), row.all, row.online, row.fault]] : []
  })
}

/** Findings of all slices that offer them; if none does, the faulty lamps. */
const findings = async (ctx: Ctx, places: Places): Promise<Cell[][]> => {
  if (findingSources(ctx).length === 0)
    return (await faulty(ctx, places)).map((row) => [
      `${row.name} ${faultWords(row.faults, ctx)}`,
      String(row.area),
      timeOf(row.fault_since, ctx),
    ])
  const found = (await Promise.all(readableSources(ctx).map(({ read }) => read(ctx, { limit: ROWS, ...places })))).flat()
  return found
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, ROWS)
    .map(({ what, place, at }) => [what, place, timeOf(at, ctx)])
}

/** Readers of the named queries. The cells follow the columns of the definition. */
const READERS: { readonly [Q in QueryName]: (ctx: Ctx, places: Places) => Promise<Cell[][]> } = {
  lamps: async (ctx, places) => {
    const [{ kinds }, { total, online }] = await Promise.all([lampTotals(ctx, places), gateways(ctx, places)])
    const [lamps, states] = [sum(kinds, 'lamps'), stateCounts(kinds)]
    // Power as on the home page: of all kinds, with the solar lamps that the number of lamps leaves out.
    const solarLamps = await solarTotals(ctx, places, kinds)
    const power = (of: 'active' | 'nominal'): number => sum(kinds, of, ({ kind }) => kind !== SOLAR) + solarLamps[of]
    return [
      [
        lamps,
        states.on,
        share(states.on, lamps),
        share(lamps - states.offline - states.inactive, lamps),
        kilowatts(power('active')),
        kilowatts(power('nominal')),
        states.fault,
        states.offline,
        states.inactive,
        total,
        online,
      ],
    ]
  },
  states: async (ctx, places) => {
    const counts = stateCounts((await lampTotals(ctx, places)).kinds)
    return STATES.map(([name, text]) => [pick(text, ctx.lang), counts[name]])
  },
  kinds: async (ctx, places) => {
    const { kinds } = await lampTotals(ctx, places)
    const solarLamps = await solarTotals(ctx, places, kinds)
    const outside = Number(solarLamps.own?.lamps ?? 0)
    return KINDS.map((text, at) => {
      const own = kinds.filter(({ kind }) => kind === at + 1)
      const sums = { lamps: sum(own, 'lamps'), active: sum(own, 'active'), nominal: sum(own, 'nominal'), online: sum(own, 'online') }
      const { lamps, active, nominal, online, lit } = at + 1 === SOLAR ? solarLamps : { ...sums, lit: stateCounts(own).on }
      const name = at + 1 === SOLAR && outside > 0 ? pick(SOLAR_OUTSIDE, ctx.lang, { n: outside }) : pick(text, ctx.lang)
      return [name, lamps, kilowatts(active), kilowatts(nominal), share(online, lamps), share(lit, lamps)]
    })
  },
  troubles: async (ctx, places) =>
    (await lampTotals(ctx, places)).troubles.map((row) => [
      causeText(String(row.cause), ctx),
      Number(row.lamps),
      Number(row.fresh),
      timeOf(row.since, ctx),
    ]),
  faults: async (ctx, places) =>
    (await faulty(ctx, places)).map((row) => [
      String(row.name),
      faultWords(row.faults, ctx),
      String(row.area),
      timeOf(row.fault_since, ctx),
    ]),
  offlineGateways: async (ctx, places) => {
    const rows = await ctx.query(...offlineGateways(ctx, places, ROWS))
    return rows.map((row) => [String(row.name || row.sn), Number(row.children ?? 0), timeOf(row.last_seen, ctx)])
  },
  areas: async (ctx, places) => {
    const params: unknown[] = []
    const where = lampsWhere(ctx, places, params)
    const rows = await ctx.query(
      `select coalesce(a.area_name, '') as area, count(*)::int as lamps, count(*) filter (where s.state = 1)::int as lit,
         count(*) filter (where s.state = 3)::int as fault, count(*) filter (where s.state = 4)::int as offline,
         coalesce(sum(s.power) filter (where s.online), 0) / 1000 as active
       from lighting_lamps l left join devices_states s on s.device_id = l.controller_id left join places_areas a on a.id = l.area_id
       where not l.is_deleted${where} group by a.id, a.area_name order by lamps desc limit ${AREAS}`,
      params,
    )
    return rows.map((row) => [
      String(row.area),
      Number(row.lamps),
      Number(row.lit),
      Number(row.fault),
      Number(row.offline),
      kilowatts(Number(row.active)),
    ])
  },
  devices,
  ...solarReaders,
  findings,
}

const columnOf = ({ code, label, unit, decimals, kind, link = '' }: ColumnDefinition, ctx: Ctx): DataColumn => ({
  link,
  code,
  name: pick(label, ctx.lang),
  unit: typeof unit === 'string' ? unit : unit ? pick(unit, ctx.lang) : '',
  decimals: decimals ?? 0,
  kind: kind ?? 'number',
})
export const isQuery = (name: string): name is QueryName => Object.hasOwn(QUERIES, name)
export const columnsOf = (name: QueryName, ctx: Ctx): readonly DataColumn[] => QUERIES[name].columns.map((column) => columnOf(column, ctx))
export const readQuery = (name: QueryName, ctx: Ctx, places: Places): Promise<Cell[][]> => READERS[name](ctx, places)

/** The named queries that the user may read. */
export const queryInfos = (ctx: Ctx): readonly QueryInfo[] =>
  (Object.keys(QUERIES) as QueryName[])
    .filter((name) => mayUse(ctx.user, QUERIES[name].right))
    .map((name) => ({ name, label: pick(QUERIES[name].label, ctx.lang), columns: columnsOf(name, ctx), hasDays: false, by: [] }))
