import { pick, type Text } from '@lamplight/kit'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { type Ctx, formatTime, mayList, mayUse, type ResourceServer, registryPort, seenRows, tableOf, treeIds } from '@lamplight/server-kit'
import { solarLamp, solarLampType } from '@lamplight/solar/model'
import { type ColumnDefinition, QUERIES, type QueryName } from '../model/queries.ts'
import type { DataColumn, QueryInfo } from '../model/widgets.ts'
import { findingSources, readableSources } from './finding-sources.ts'
import {
  FAULTY,
  GATEWAYS,
  gatewaysWhere,
  lampsWhere,
  lampTotals,
  OFFLINE_GATEWAYS,
  type Places,
  type Rows,
  stateCounts,
  sum,
} from './totals.ts'

export type Cell = string | number | null
/** Rows of the lists of a dashboard. */
const ROWS = 30
const AREAS = 20

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
const share = (part: number, whole: number): number | null => (whole > 0 ? rounded((100 * part) / whole, 1) : null)
const kilowatts = (value: number): number => rounded(value, 3)
const timeOf = (value: unknown, ctx: Ctx): string => (value instanceof Date ? formatTime(value, ctx.zone) : '')

const STATES: readonly (readonly [name: keyof ReturnType<typeof stateCounts>, text: Text])[] = [
  ['on', ['亮灯', 'Lit']],
  ['off', ['熄灯', 'Off']],
  ['fault', ['故障', 'Faulty']],
  ['offline', ['离线', 'Offline']],
  ['inactive', ['未激活', 'Not activated']],
]
const KINDS: readonly Text[] = [
  ['智慧灯', 'Smart lamps'],
  ['市电灯', 'Mains lamps'],
  ['太阳能灯', 'Solar lamps'],
]
const SOLAR = 3
/** Solar lamps with a solar controller are devices of their own: the total of lamps does not count them. */
const SOLAR_OUTSIDE: Text = ['太阳能灯（另计 {n}）', 'Solar lamps ({n} not in total)']
const CAUSES: Readonly<Record<string, Text>> = {
  gatewayOffline: ['网关离线', 'Gateway offline'],
  silent: ['单灯失联', 'Controller does not answer'],
}
const causeText = (cause: string, ctx: Ctx): string =>
  pick(CAUSES[cause] ?? (isEventType(cause) ? EVENT_TYPES[cause] : [cause, cause]), ctx.lang)
const COMMA: Text = ['、', ', ']
const faultWords = (faults: unknown, ctx: Ctx): string =>
  (faults as readonly string[]).map((one) => causeText(one, ctx)).join(pick(COMMA, ctx.lang))

const gateways = async (ctx: Ctx, places: Places) => {
  const params: unknown[] = [ctx.tenantId]
  const [row] = await ctx.query<{ total: number; online: number }>(GATEWAYS(gatewaysWhere(ctx, places, params)), params)
  return row ?? { total: 0, online: 0 }
}
const faulty = (ctx: Ctx, places: Places) => {
  const params: unknown[] = []
  const where = lampsWhere(ctx, places, params)
  return ctx.query(FAULTY(where, params.length + 1, ROWS), [...params, ctx.tenantId])
}

/**
 * Conditions on rows `t` of a resource: those that the user sees within `places`. A resource without the field of the place has no rows
 * there.
 */
const rowsWhere = (ctx: Ctx, served: ResourceServer, { projectId, areaId }: Places, params: unknown[]): string => {
  const { fields } = served.resource
  const below = (name: string, column: string, table: string, id: string): string => {
    if (!id) return ''
    return name in fields ? ` and t.${column} in (${treeIds({ table, from: { id: `$${params.push(id)}` } })})` : ' and false'
  }
  const seen = seenRows(served, ctx.user, params)
  return `${seen}${below('projectId', 'project_id', 'places_projects', projectId)}${below('areaId', 'area_id', 'places_areas', areaId)}`
}

/** Number of devices of each kind that the user may list: all, online, with faults. Kinds without devices are left out. */
const devices = async (ctx: Ctx, places: Places): Promise<Cell[][]> => {
  const kinds = [...ctx.platform.port(registryPort).resources.values()].filter(
    ({ resource }) => resource.device !== undefined && mayList(ctx.user, resource),
  )
  const counted = await ctx.queries(
    kinds.map((served) => {
      const params: unknown[] = []
      const where = rowsWhere(ctx, served, places, params)
      return [
        `select count(*)::int as all, count(*) filter (where s.online)::int as online, count(*) filter (where s.state = 3)::int as fault
         from ${tableOf(served.resource)} t left join devices_states s on s.device_id = t.id where ${where}`,
        params,
      ]
    }),
  )
  return kinds.flatMap(({ resource }, at): Cell[][] => {
    const row = counted[at]?.[0]
    return row && Number(row.all) > 0 ? [[pick(resource.label, ctx.lang), Number(row.all), Number(row.online), Number(row.fault)]] : []
  })
}

const { on: switchedOn, soc, batteryVoltage, batteryCurrent, panelPower, loadPower } = solarLampType.properties
const value = ({ slot }: { readonly slot: number }): string => `(l.v)[${slot}]`
/**
 * Sums over the solar lamps of the solar slice: state, battery and power as last reported, without the values of offline lamps. Undefined
 * if the user may not list them.
 */
const solarSums = async (ctx: Ctx, places: Places): Promise<Readonly<Record<string, number | null>> | undefined> => {
  const served = ctx.platform.port(registryPort).resources.get(solarLamp.name)
  if (!served || !mayList(ctx.user, solarLamp)) return undefined
  const params: unknown[] = []
  const where = rowsWhere(ctx, served, places, params)
  const [row] = await ctx.query<Record<string, number | null>>(
    `select count(*)::int as lamps, count(*) filter (where s.online)::int as online, count(*) filter (where s.state = 3)::int as fault,
       count(*) filter (where s.state = 1 and ${value(switchedOn)} = 1)::int as lit, coalesce(sum(t.load_rated), 0) / 1000 as nominal,
       avg(${value(soc)}) filter (where s.online) as soc, avg(${value(batteryVoltage)}) filter (where s.online) as voltage,
       avg(${value(batteryCurrent)}) filter (where s.online) as current, sum(${value(panelPower)}) filter (where s.online) as panel,
       sum(${value(loadPower)}) filter (where s.online) as load
     from ${tableOf(solarLamp)} t left join devices_states s on s.device_id = t.id left join devices_values l on l.device_id = t.id
     where ${where}`,
    params,
  )
  return row
}

/**
 * Sums over all solar lamps: those of the solar slice (`own`), and the lamps of kind 3, which a lamp controller switches. All figures of
 * solar lamps come from here, so that pages agree. `kinds`: sums over lamps by kind (`lampTotals`).
 */
export const solarTotals = async (ctx: Ctx, places: Places, kinds: Rows) => {
  const own = await solarSums(ctx, places)
  const wired = kinds.filter(({ kind }) => kind === SOLAR)
  const { on, fault } = stateCounts(wired)
  return {
    own,
    lamps: sum(wired, 'lamps') + Number(own?.lamps ?? 0),
    online: sum(wired, 'online') + Number(own?.online ?? 0),
    fault: fault + Number(own?.fault ?? 0),
    lit: on + Number(own?.lit ?? 0),
    nominal: sum(wired, 'nominal') + Number(own?.nominal ?? 0),
    active: sum(wired, 'active') + Number(own?.load ?? 0) / 1000,
  }
}

const solar = async (ctx: Ctx, places: Places): Promise<Cell[][]> => {
  if (!mayList(ctx.user, solarLamp)) return []
  const { own, lamps, online, fault } = await solarTotals(ctx, places, (await lampTotals(ctx, places)).kinds)
  const mean = (of: number | null | undefined, decimals: number): Cell =>
    of === null || of === undefined ? null : rounded(Number(of), decimals)
  const kilo = (of: number | null | undefined): Cell => (of === null || of === undefined ? null : rounded(Number(of) / 1000, 3))
  return [
    [
      lamps,
      share(online, lamps),
      fault,
      mean(own?.soc, 0),
      mean(own?.voltage, 2),
      mean(own?.current, 2),
      kilo(own?.panel),
      kilo(own?.load),
    ],
  ]
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
        ...[lamps, states.on, share(states.on, lamps), share(lamps - states.offline - states.inactive, lamps)],
        ...[kilowatts(power('active')), kilowatts(power('nominal'))],
        ...[states.fault, states.offline, states.inactive, total, online],
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
      ...[causeText(String(row.cause), ctx), Number(row.lamps), Number(row.fresh), timeOf(row.since, ctx)],
    ]),
  faults: async (ctx, places) =>
    (await faulty(ctx, places)).map((row) => [
      ...[String(row.name), faultWords(row.faults, ctx), String(row.area), timeOf(row.fault_since, ctx)],
    ]),
  offlineGateways: async (ctx, places) => {
    const params: unknown[] = [ctx.tenantId]
    const rows = await ctx.query(OFFLINE_GATEWAYS(gatewaysWhere(ctx, places, params), ROWS), params)
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
      ...[String(row.area), Number(row.lamps), Number(row.lit), Number(row.fault), Number(row.offline), kilowatts(Number(row.active))],
    ])
  },
  devices,
  solar,
  findings,
}

const columnOf = ({ code, label, unit, decimals, kind, link = '' }: ColumnDefinition, ctx: Ctx): DataColumn => ({
  link,
  ...{
    code,
    name: pick(label, ctx.lang),
    unit: typeof unit === 'string' ? unit : unit ? pick(unit, ctx.lang) : '',
    decimals: decimals ?? 0,
    kind: kind ?? 'number',
  },
})
export const isQuery = (name: string): name is QueryName => Object.hasOwn(QUERIES, name)
export const columnsOf = (name: QueryName, ctx: Ctx): readonly DataColumn[] => QUERIES[name].columns.map((column) => columnOf(column, ctx))
export const readQuery = (name: QueryName, ctx: Ctx, places: Places): Promise<Cell[][]> => READERS[name](ctx, places)

/** The named queries that the user may read. */
export const queryInfos = (ctx: Ctx): readonly QueryInfo[] =>
  (Object.keys(QUERIES) as QueryName[])
    .filter((name) => mayUse(ctx.user, QUERIES[name].right))
    .map((name) => ({ name, label: pick(QUERIES[name].label, ctx.lang), columns: columnsOf(name, ctx), hasDays: false, by: [] }))
