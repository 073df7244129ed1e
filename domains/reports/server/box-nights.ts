import { meterType } from '@lamplight/cabinets/model'
import { createCalendar, DAY_MS, dateOf } from '@lamplight/calendar'
import { expectedPower, type PowerCurve, STANDBY_POWER } from '@lamplight/protocol'
import { arrayOf, type Platform } from '@lamplight/server-kit'
import { dueLightPort, type LevelSteps } from '@lamplight/strategies/model'
import { BUILT_IN } from './light-nights.ts'

/*
 * Meters of switch boxes against the inventory: for each box and night (noon to noon) the mean power that its meter measured, and the power that its lamps
 * draw at the levels of their calendars, over the same hours. The programme that is built into a controller is not known: a lamp without a calendar has the
 * levels that it reported. Hours in which some lamps are lit and others not are left out.
 */

const HOUR_MS = 3_600_000
const HOURS = 24
const CELLS = 20
/** Slot of the power in the values of meters. */
const POWER = meterType.properties.power.slot
const BOXES_AT_ONCE = 1000
const LAMPS_AT_ONCE = 5000

interface LampRow extends PowerCurve {
  readonly box: string
  readonly device: string
  /** 0: the inventory does not say. */
  readonly power: number
  readonly lat: number | null
  readonly lng: number | null
}
interface Hour {
  readonly watts: number
  /** Share of the hour in which the lamp is lit. */
  readonly lit: number
}

/** What a lamp draws and how long it is lit in each hour of the night that begins at `start`. */
const hoursOf = (steps: LevelSteps, curve: PowerCurve, start: number): readonly Hour[] =>
  Array.from({ length: HOURS }, (_, hour) => {
    const [from, to] = [start + hour * HOUR_MS, start + (hour + 1) * HOUR_MS]
    const inside = steps.filter(({ at }) => at > from && at < to)
    let level = steps.findLast(({ at }) => at <= from)?.level ?? 0
    let [watts, lit, since] = [0, 0, from]
    for (const { at, level: next } of [...inside, { at: to, level: 0 }]) {
      watts += expectedPower(curve, level) * (at - since)
      if (level > 0) lit += at - since
      ;[level, since] = [next, at]
    }
    return { watts: watts / HOUR_MS, lit: lit / HOUR_MS }
  })

/** Mean levels that lamps reported while they were on, by hour of the night. */
const reportedLevels = async (
  system: Platform['system'],
  tenantId: string,
  ids: readonly string[],
  first: number,
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> => {
  const levels = new Map<string, Map<number, number>>()
  for (let at = 0; at < ids.length; at += LAMPS_AT_ONCE)
    for (const { device, hour, level } of await system.query<{ device: string; hour: number; level: number }>(
      `select device_id::text as device, floor(extract(epoch from at - $3::timestamptz) / 3600)::int as hour, avg(dim)::float8 as level
       from devices_readings where tenant_id = $1 and device_id = any($2::bigint[]) and at >= $3 and at < $4 and is_on and dim is not null group by 1, 2`,
      [tenantId, ids.slice(at, at + LAMPS_AT_ONCE), new Date(first), new Date(first + DAY_MS)],
    )) {
      const own = levels.get(device) ?? new Map<number, number>()
      levels.set(device, own.set(hour, level))
    }
  return levels
}

interface Box {
  readonly watts: number[]
  /** Number of lamps that are lit all the hour, and that are off all the hour. */
  readonly lit: number[]
  readonly off: number[]
  readonly lamps: Map<number, number>
  count: number
  unrated: number
  litHours: number
}
const newBox = (): Box => ({
  watts: Array<number>(HOURS).fill(0),
  lit: Array<number>(HOURS).fill(0),
  off: Array<number>(HOURS).fill(0),
  lamps: new Map(),
  count: 0,
  unrated: 0,
  litHours: 0,
})
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length

/** Calculates the boxes of the night that begins on `day` (days since 1970-01-01), and replaces what was calculated before. Returns their number. */
export const calculateBoxes = async (
  { system, port }: Pick<Platform, 'system' | 'port'>,
  tenantId: string,
  zone: string,
  day: number,
): Promise<number> => {
  const lamps = await system.query<LampRow>(
    `select b.box_id::text as box, b.device_id::text as device, coalesce(p.power, 0)::float8 as power, p.min_level as "minLevel", p.min_power as "minPower", c.lat, c.lng
     from cabinets_box_lamps b join lighting_lamp_powers p on p.tenant_id = $1 and p.controller_id = b.device_id and not p.is_deleted
     left join lighting_controllers c on c.id = b.device_id where b.tenant_id = $1`,
    [tenantId],
  )
  if (lamps.length === 0) return 0
  const calendars = await port(dueLightPort).levels(tenantId, day)
  const builtIn = new Map<string, LevelSteps>()
  const stepsOf = ({ device, lat, lng }: LampRow): LevelSteps | undefined => {
    const own = calendars.get(device)
    if (own || lat === null || lng === null) return own
    const [y, x] = [Math.round(lat * CELLS) / CELLS, Math.round(lng * CELLS) / CELLS]
    const known = builtIn.get(`${y} ${x}`)
    if (known) return known
    const steps = createCalendar(BUILT_IN, { lat: y, lng: x, zone }).night(day).steps
    builtIn.set(`${y} ${x}`, steps)
    return steps
  }
  const { start } = createCalendar(BUILT_IN, { lat: 30, lng: 114, zone }).night(day)
  const first = Math.ceil(start / HOUR_MS) * HOUR_MS
  const reported = await reportedLevels(
    system,
    tenantId,
    lamps.flatMap(({ device }) => (calendars.has(device) ? [] : [device])),
    first,
  )
  const made = new Map<LevelSteps, Map<string, readonly Hour[]>>()
  const boxes = new Map<string, Box>()
  for (const lamp of lamps) {
    const steps = stepsOf(lamp)
    if (!steps) continue
    const curves = made.get(steps) ?? new Map<string, readonly Hour[]>()
    made.set(steps, curves)
    const key = `${lamp.power} ${lamp.minLevel} ${lamp.minPower}`
    const hours = curves.get(key) ?? hoursOf(steps, lamp, first)
    curves.set(key, hours)
    const box = boxes.get(lamp.box) ?? newBox()
    boxes.set(lamp.box, box)
    box.count += 1
    if (lamp.power === 0) box.unrated += 1
    else box.lamps.set(lamp.power, (box.lamps.get(lamp.power) ?? 0) + 1)
    const levels = reported.get(lamp.device)
    let last: number | undefined
    for (const [n, { watts: planned, lit }] of hours.entries()) {
      // If a lamp did not report in an hour, it has the level of the hour before.
      last = levels?.get(n) ?? last
      const level = lit > 0 ? last : undefined
      const watts = level === undefined ? planned : expectedPower(lamp, level)
      // A lamp that needs no power is not in the inventory as one; its standby is.
      box.watts[n] = (box.watts[n] ?? 0) + (lamp.power === 0 ? STANDBY_POWER : watts)
      if (lit >= 1) box.lit[n] = (box.lit[n] ?? 0) + 1
      if (lit <= 0) box.off[n] = (box.off[n] ?? 0) + 1
      box.litHours += lit
    }
  }
  // Raw reports: hours with few reports have no rollup.
  const readings = await system.query<{ box: string; hour: number; watts: number }>(
    `select m.box_id::text as box, m.hour, sum(m.watts)::float8 as watts from (
       select b.box_id, b.id, b.meters, floor(extract(epoch from h.at - $2::timestamptz) / 3600)::int as hour, avg(h.v[${POWER}]) as watts
       from (select o.*, count(*) over (partition by o.box_id) as meters from cabinets_box_meters o where o.tenant_id = $1 and not o.is_deleted and o.box_id is not null) b
       join devices_series_rows h on h.device_id = b.id and h.tenant_id = $1 and h.type = ${meterType.code}
       where h.at >= $2 and h.at < $3 and h.v[${POWER}] is not null group by 1, 2, 3, 4
     ) m group by m.box_id, m.hour, m.meters having count(*) = m.meters`,
    [tenantId, new Date(first), new Date(first + DAY_MS)],
  )
  const metered = Map.groupBy(readings, ({ box }) => box)
  const rows = [...boxes].map(([id, box]) => {
    const measured = new Map((metered.get(id) ?? []).map(({ hour, watts }) => [hour, Number(watts)]))
    const among = (counts: readonly number[]): number[] => [...measured.keys()].filter((n) => counts[n] === box.count)
    const [night, daylight] = [among(box.lit), among(box.off)]
    return {
      id,
      nightHours: night.length,
      dayHours: daylight.length,
      litHours: box.litHours / box.count,
      unrated: box.unrated,
      meterNight: mean(night.map((n) => measured.get(n) ?? 0)),
      meterDay: mean(daylight.map((n) => measured.get(n) ?? 0)),
      lampsNight: mean(night.map((n) => box.watts[n] ?? 0)),
      lampsDay: mean(daylight.map((n) => box.watts[n] ?? 0)),
      lamps: JSON.stringify(Object.fromEntries(box.lamps)),
    }
  })
  await system.tx(async (query) => {
    await query('delete from reports_box_night where tenant_id = $1 and day = $2', [tenantId, dateOf(day)])
    for (let from = 0; from < rows.length; from += BOXES_AT_ONCE) {
      const part = rows.slice(from, from + BOXES_AT_ONCE)
      await query(
        `insert into reports_box_night (tenant_id, day, box_id, night_hours, day_hours, meter_night, meter_day, lamps_night, lamps_day, lit_hours, lamps, unrated)
         select $1, $2::date, * from unnest($3::bigint[], $4::int[], $5::int[], $6::float8[], $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::jsonb[], $12::int[])`,
        [
          tenantId,
          dateOf(day),
          ...(
            ['id', 'nightHours', 'dayHours', 'meterNight', 'meterDay', 'lampsNight', 'lampsDay', 'litHours', 'lamps', 'unrated'] as const
          ).map((key) => (key === 'lamps' ? part.map((row) => row.lamps) : arrayOf(part.map((row) => row[key])))),
        ],
      )
    }
  })
  return rows.length
}
