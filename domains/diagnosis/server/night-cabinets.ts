import { meterType } from '@lamplight/cabinets/model'
import { arrayOf, type Query } from '@lamplight/server-kit/data'
import { type CabinetDay, type Hit, LEAK_DAYS, type NightLamp, suspectLeakage } from '../model/index.ts'
import { checksFor, type NightInput } from './night-input.ts'
import type { Place, Sky } from './night-lamps.ts'

const HOUR_MS = 3_600_000
const HOURS = 24
/** Slot of the power of meters (W) in their series. */
const POWER_SLOT = 2
/** Share of a cabinet's lamps that must report in an hour; the others are assumed to draw the mean. */
const LEAST_REPORTING = 0.9
const KEPT_DAYS = 30

export interface Cabinet {
  readonly box: string
  readonly meter: Place
}
interface Sums {
  lamps: number
  /** Sum of the mean powers of the lamps that reported in each hour, W, and their number. */
  readonly watts: Float64Array
  readonly reporting: Float64Array
  /** Whether all lamps that reported were wanted off, by hour. */
  readonly isLit: Uint8Array
  readonly isDay: Uint8Array
}

const METERS = `select m.box_id::text as box, m.id::text as id, m.sn, coalesce(m.name, '') as name, ${meterType.code} as type, m.project_id::text as project,
  m.area_id::text as area from cabinets_box_meters m where m.tenant_id = $1 and m.box_id is not null and not m.is_deleted order by m.box_id, m.id`
const BOXES = `select b.device_id::text as id, min(b.box_id)::text as box from cabinets_box_lamps b where b.tenant_id = $1 group by b.device_id`

/** Adds up the lamps of cabinets with a meter, hour by hour, and compares them with the meters. A cabinet with several meters is left out: they may overlap. */
export const createCabinets = async (query: Query, input: NightInput) => {
  const { tenantId, from, to, day } = input
  const rows = await query<Record<string, string | number | null>>(METERS, [tenantId])
  const none = { lampId: null, lat: null, lng: null, power: 0, minPower: null, minLevel: null, calendar: null }
  const cabinets = [...Map.groupBy(rows, ({ box }) => String(box))].flatMap(([box, own]): Cabinet[] =>
    own.length === 1 ? [{ box, meter: { ...none, ...(own[0] as object) } as unknown as Place }] : [],
  )
  const boxOf = new Map<string, string>()
  const sums = new Map<string, Sums>()
  if (cabinets.length > 0) {
    const metered = new Set(cabinets.map(({ box }) => box))
    for (const { id, box } of await query<{ id: string; box: string }>(BOXES, [tenantId])) if (metered.has(box)) boxOf.set(id, box)
  }
  const sumsOf = (box: string): Sums => {
    const known = sums.get(box)
    if (known) return known
    const made: Sums = {
      lamps: 0,
      watts: new Float64Array(HOURS),
      reporting: new Float64Array(HOURS),
      isLit: new Uint8Array(HOURS),
      isDay: new Uint8Array(HOURS),
    }
    sums.set(box, made)
    return made
  }

  const add = ({ id, samples }: NightLamp, sky: Sky | null): void => {
    const box = boxOf.get(id)
    if (box === undefined) return
    const sum = sumsOf(box)
    sum.lamps++
    const [watts, counts] = [new Float64Array(HOURS), new Float64Array(HOURS)]
    for (const { at, power } of samples) {
      const hour = Math.min(HOURS - 1, Math.floor((at - from) / HOUR_MS))
      watts[hour]! += power
      counts[hour]!++
    }
    for (let hour = 0; hour < HOURS; hour++) {
      if (counts[hour]! === 0) continue
      sum.watts[hour]! += watts[hour]! / counts[hour]!
      sum.reporting[hour]!++
      const begin = from + hour * HOUR_MS
      if (sky?.lit.some(([on, off]) => begin >= on && begin + HOUR_MS <= off)) sum.isLit[hour] = 1
      if (sky?.isDay(begin) && sky.isDay(begin + HOUR_MS)) sum.isDay[hour] = 1
    }
  }

  const dayOf = (sum: Sums, meter: Float64Array): CabinetDay => {
    const totals = { lit: [0, 0, 0], day: [0, 0, 0] }
    for (let hour = 0; hour < HOURS; hour++) {
      if (!Number.isFinite(meter[hour]) || sum.reporting[hour]! < LEAST_REPORTING * sum.lamps || sum.isLit[hour] === sum.isDay[hour])
        continue
      const total = sum.isLit[hour] ? totals.lit : totals.day
      total[0]!++
      total[1]! += meter[hour]!
      total[2]! += (sum.watts[hour]! / sum.reporting[hour]!) * sum.lamps
    }
    const mean = ([hours = 0, all = 0]: readonly number[]): number => (hours === 0 ? 0 : all / hours)
    const meanLamps = ([hours = 0, , all = 0]: readonly number[]): number => (hours === 0 ? 0 : all / hours)
    return {
      day,
      litHours: totals.lit[0]!,
      dayHours: totals.day[0]!,
      litMeter: mean(totals.lit),
      litLamps: meanLamps(totals.lit),
      dayMeter: mean(totals.day),
      dayLamps: meanLamps(totals.day),
    }
  }

  /** Mean power of each meter in each hour, W; NaN where it was not read. */
  const metersByHour = async (ids: readonly string[]): Promise<ReadonlyMap<string, Float64Array>> => {
    const found = new Map(ids.map((id) => [id, new Float64Array(HOURS).fill(Number.NaN)]))
    const hours = await query<{ id: string; hour: number; watts: number }>(
      `select s.device_id::text as id, floor(extract(epoch from s.at - $3::timestamptz) / 3600)::int as hour, avg(s.v[${POWER_SLOT}])::float8 as watts
       from devices_series_rows s where s.tenant_id = $1 and s.device_id = any($2::bigint[]) and s.at >= $3 and s.at < $4 and s.v[${POWER_SLOT}] is not null
       group by 1, 2`,
      [tenantId, arrayOf(ids), new Date(from), new Date(to)],
    )
    for (const { id, hour, watts } of hours) if (hour < HOURS) found.get(id)![hour] = watts
    return found
  }

  /** Cabinets with what this day says of each; the days before are read, and this one is stored by `store`. */
  const judge = async () => {
    const own = cabinets.filter(({ box }) => sums.has(box))
    const ids = own.map(({ meter }) => meter.id)
    const meters = await metersByHour(ids)
    const before = await query<CabinetDay & { id: string }>(
      `select device_id::text as id, day, lit_hours as "litHours", day_hours as "dayHours", lit_meter as "litMeter", lit_lamps as "litLamps", day_meter as "dayMeter",
         day_lamps as "dayLamps" from diagnosis_cabinet_day where tenant_id = $1 and device_id = any($2::bigint[]) and day >= $3 and day < $4 order by day`,
      [tenantId, arrayOf(ids), day - 2 * LEAK_DAYS, day],
    )
    const daysOf = Map.groupBy(before, ({ id }) => id)
    return own.map(({ box, meter }): { meter: Place; today: CabinetDay; hit: Hit | null; isJudged: boolean } => {
      const today = dayOf(sums.get(box)!, meters.get(meter.id)!)
      const { limits } = checksFor(input, meter.project)
      return { meter, today, ...suspectLeakage([...(daysOf.get(meter.id) ?? []), today], limits) }
    })
  }

  const store = async (write: Query, days: readonly { readonly meter: Place; readonly today: CabinetDay }[]): Promise<void> => {
    for (const { meter, today } of days)
      await write(
        `insert into diagnosis_cabinet_day (tenant_id, device_id, day, lit_hours, day_hours, lit_meter, lit_lamps, day_meter, day_lamps)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
        [tenantId, meter.id, day, today.litHours, today.dayHours, today.litMeter, today.litLamps, today.dayMeter, today.dayLamps],
      )
    await write('delete from diagnosis_cabinet_day where tenant_id = $1 and day < $2', [tenantId, day - KEPT_DAYS])
  }
  return { add, judge, store }
}
