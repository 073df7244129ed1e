import { createCalendar } from '@lamplight/calendar'
import { countedSpan, isUneven, LAMP_SLOT, rulesOf } from '@lamplight/devices/counter'
import { controllerType } from '@lamplight/devices/model'
import { arrayOf, type Query } from '@lamplight/server-kit/data'
import { getTimes } from 'suncalc'
import type { Baseline, NightLamp, Sample } from '../model/index.ts'
import type { NightInput } from './night-input.ts'

/** Lamps of one model and programme are compared in parts of this size, so that a part fits into memory and lies in one neighbourhood. */
const PART = 150
const HOUR_MS = 3_600_000
/** A lamp may switch this long before or after its calendar and still keeps it, ms. */
const LATE_MS = 10 * 60_000
/** Lamps without a calendar follow the programme that controllers have built in: lit from sunset to sunrise. */
const BUILT_IN = {
  entries: [
    { trigger: 'sunset', level: 100 },
    { trigger: 'sunrise', level: 0 },
  ],
} as const
const CELLS_PER_DEGREE = 20
/** A command older than this no longer excuses a lamp that burns by day, days. */
export const COMMANDED_DAYS = 7

export interface Place {
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly type: number
  readonly lampId: string | null
  readonly project: string | null
  readonly area: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly power: number
  readonly minPower: number | null
  readonly minLevel: number | null
  readonly calendar: string | null
}
/** What the record of a lamp held before: its baseline belongs to this curve. */
export interface Known {
  readonly baseline: Baseline | null
  readonly curve: string
  readonly calendar: string | null
}
export const curveOf = ({ power, minPower, minLevel }: Place): string => [power, minPower ?? '', minLevel ?? ''].join('/')

const LAMPS = `select l.device_id::text as id, r.sn, coalesce(r.name, '') as name, r.type::int as type, l.lamp_id::text as "lampId", l.project_id::text as project,
    l.area_id::text as area, l.lat, l.lng, l.power, l.min_power as "minPower", l.min_level as "minLevel", s.calendar_id::text as calendar
  from lighting_loads l join devices_registered r on r.device_id = l.device_id and r.tenant_id = l.tenant_id and r.activated
  left join strategies_devices s on s.device_id = l.device_id and s.tenant_id = l.tenant_id
  where l.tenant_id = $1 and l.power > 0 order by l.project_id, l.power, l.min_power, l.min_level, s.calendar_id, l.area_id, l.device_id`

/** Lamps of a tenant in parts of equal model, programme and project. */
export const lampParts = async (query: Query, tenantId: string): Promise<Place[][]> => {
  const rows = await query<Place>(LAMPS, [tenantId])
  const groups = Map.groupBy(rows, (lamp) => [lamp.project ?? '', curveOf(lamp), lamp.calendar ?? ''].join(' '))
  return [...groups.values()].flatMap((lamps) => {
    // Parts of about equal size: a small rest would be no group.
    const count = Math.ceil(lamps.length / PART)
    const size = Math.ceil(lamps.length / count)
    return Array.from({ length: count }, (_, n) => lamps.slice(n * size, (n + 1) * size))
  })
}

const COMMANDS = `select u.id::text as id, (extract(epoch from b.create_time) * 1000)::float8 as at, b.command::int as command, b.level::int as level
  from control_batches b join control_packs p on p.batch_id = b.id cross join lateral unnest(p.device_ids) as u (id)
  where b.tenant_id = $1 and b.create_time >= $2 and b.create_time < $3 and b.command between 1 and 4 order by u.id, b.create_time`

/** When commands asked for light: time and level (0: off; null: back to the calendar), by controller. */
export type Commanded = ReadonlyMap<string, readonly { readonly at: number; readonly level: number | null }[]>
export const readCommands = async (query: Query, { tenantId, from, to }: NightInput): Promise<Commanded> => {
  const rows = await query<{ id: string; at: number; command: number; level: number | null }>(COMMANDS, [
    tenantId,
    new Date(from - COMMANDED_DAYS * 24 * HOUR_MS),
    new Date(to),
  ])
  const levelOf = (command: number, level: number | null): number | null =>
    command === 4 ? null : command === 3 ? 0 : command === 2 ? 100 : (level ?? 100)
  const found = new Map<string, { at: number; level: number | null }[]>()
  for (const { id, at, command, level } of rows) {
    const own = found.get(id)
    if (own) own.push({ at, level: levelOf(command, level) })
    else found.set(id, [{ at, level: levelOf(command, level) }])
  }
  return found
}

/** When a lamp should be lit, and when it is day, at its place in this night. */
export interface Sky {
  readonly lit: readonly (readonly [from: number, to: number])[]
  readonly isDay: (at: number) => boolean
}
/** Returns a function that gives the `Sky` of a lamp. The times of the sun are computed once for each cell of the map. */
export const createSkies = ({ zone, day, from, to, intervals, calendars }: NightInput) => {
  const cells = new Map<string, { builtIn: Sky['lit']; isDay: Sky['isDay'] }>()
  const cellOf = (lat: number, lng: number) => {
    const [y, x] = [Math.round(lat * CELLS_PER_DEGREE) / CELLS_PER_DEGREE, Math.round(lng * CELLS_PER_DEGREE) / CELLS_PER_DEGREE]
    const known = cells.get(`${y} ${x}`)
    if (known) return known
    const { steps } = createCalendar(BUILT_IN, { lat: y, lng: x, zone }).night(day)
    const [on, off] = [steps.find(({ level }) => level > 0)?.at, steps.findLast(({ level }) => level === 0)?.at]
    const [before, after] = [from, to].map((noon) => getTimes(new Date(noon), y, x)) as [
      ReturnType<typeof getTimes>,
      ReturnType<typeof getTimes>,
    ]
    const [dusk, dawn] = [Number(before.sunset), Number(after.sunrise)]
    const made = {
      builtIn: on !== undefined && off !== undefined && off > on ? ([[on, off]] as const) : [],
      // An hour from sunrise and sunset: the sun is some 10 degrees high.
      isDay: (at: number): boolean => at < dusk - HOUR_MS || at > dawn + HOUR_MS,
    }
    cells.set(`${y} ${x}`, made)
    return made
  }
  return ({ id, lat, lng }: Pick<Place, 'id' | 'lat' | 'lng'>): Sky | null => {
    const calendar = intervals[calendars[id] ?? -1]
    if (lat === null || lng === null) return calendar ? { lit: calendar, isDay: () => false } : null
    const { builtIn, isDay } = cellOf(lat, lng)
    return { lit: calendar ?? builtIn, isDay }
  }
}

const SPAN = { tenant: 'd.tenant_id', device: 'd.device_id', begins: '$3::timestamptz', ends: '$4::timestamptz' }
/**
 * If a meter did more than rise, its energy is the running sum of the increases that the rules of counters find, so that a glitch or a
 * reset does not look like use.
 */
const READINGS = `with counted as materialized (
    select d.device_id, u.at, sum(u.step) over (partition by d.device_id order by u.at) as energy
    from (select $1::text as tenant_id, unnest($2::bigint[]) as device_id) d
    cross join lateral (${countedSpan(
      { from: 'devices_readings', value: 't.energy', own: 't.tenant_id = d.tenant_id and t.device_id = d.device_id' },
      SPAN,
      rulesOf(controllerType.properties.energy),
    )}) c cross join lateral unnest(c.ats, c.steps) as u (at, step) where ${isUneven(LAMP_SLOT, SPAN)}
  )
  select t.device_id::text as id, (extract(epoch from t.at) * 1000)::float8 as at, t.power, t.dim::int as dim, t.is_on as lit, coalesce(k.energy, t.energy) as energy
  from devices_readings t left join counted k on k.device_id = t.device_id and k.at = t.at
  where t.tenant_id = $1 and t.device_id = any($2::bigint[]) and t.at >= $3 and t.at < $4 and t.power is not null
  order by t.device_id, t.at`
interface Reading {
  readonly id: string
  readonly at: number
  readonly power: number
  readonly dim: number | null
  readonly lit: boolean | null
  readonly energy: number | null
}

/**
 * A reading with the level that was wanted: inside the calendar's light, or while a command holds, the level that the controller follows; else 0. Before the
 * first command of the night, the last one of the days before holds.
 */
const sampleOf = (reading: Reading, sky: Sky, commands: NonNullable<ReturnType<Commanded['get']>>): Sample => {
  const { at, power, energy } = reading
  const order = commands.findLast((one) => one.at <= at)
  const isCommanded = order !== undefined && order.level !== null
  const isDue = sky.lit.some(([from, to]) => at > from - LATE_MS && at < to + LATE_MS)
  const level = isDue || isCommanded ? (reading.lit === false ? 0 : (reading.dim ?? 0)) : 0
  // After a command it is not known how long it held: such a lamp burns by day on purpose.
  return { at, power, energy, level, day: !isDue && !isCommanded && sky.isDay(at) }
}

/** The night of a part, with the readings of each lamp. */
export const readNight = async (
  query: Query,
  { tenantId, from, to }: NightInput,
  lamps: readonly Place[],
  context: { readonly skyOf: (lamp: Place) => Sky | null; readonly commands: Commanded; readonly known: ReadonlyMap<string, Known> },
): Promise<NightLamp[]> => {
  const ids = lamps.map(({ id }) => id)
  const rows = await query<Reading>(READINGS, [tenantId, arrayOf(ids), new Date(from), new Date(to)])
  const byLamp = Map.groupBy(rows, ({ id }) => id)
  return lamps.map((lamp): NightLamp => {
    const sky = context.skyOf(lamp)
    const orders = context.commands.get(lamp.id) ?? []
    const before = context.known.get(lamp.id)
    return {
      id: lamp.id,
      curve: { power: lamp.power, minPower: lamp.minPower, minLevel: lamp.minLevel },
      samples: sky ? (byLamp.get(lamp.id) ?? []).map((reading) => sampleOf(reading, sky, orders)) : [],
      baseline: before?.curve === curveOf(lamp) ? before.baseline : null,
    }
  })
}

/** The baselines of lamps, and the curve and calendar that they had. */
export const readKnown = async (query: Query, tenantId: string): Promise<Map<string, Known>> => {
  const rows = await query<Known & { id: string }>(
    'select device_id::text as id, baseline, curve, calendar_id::text as calendar from diagnosis_lamp where tenant_id = $1',
    [tenantId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
