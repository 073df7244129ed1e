import { type DeviceProperty, type DeviceTypeDefinition, isStoredNumber } from '@lamplight/kit'
import { METER_MEMORY } from './roll-up-hours.ts'

/** Columns of a span of time, as `spanOf` answers them and devices_series_hourly and devices_series_daily keep them. */
export const SPAN = ['readings', 'counts', 'sums', 'lows', 'highs', 'lasts', 'increases', 'resets'] as const

/** METER_MEMORY and a day more, s: for bounds that leave out partitions. */
export const MEMORY_S = 32 * 86_400

interface Slot {
  readonly slot: number
  readonly counter?: DeviceProperty['counter']
}

/** Slots with history, also those of retired properties: days that were rolled up with them may be rolled up again. */
export const slotsOf = ({ properties }: DeviceTypeDefinition): Slot[] =>
  Object.values(properties).flatMap((property) =>
    property.history && isStoredNumber(property) && property.slot
      ? [{ slot: property.slot, ...(property.counter ? { counter: property.counter } : {}) }]
      : [],
  )
/**
 * SQL of epoch ms between which all spans of a statement lie. The planner computes them and leaves out the partitions of other days: of 400, that
 * is most of its time.
 */
export interface Between {
  readonly from: string
  readonly to: string
}
export const countersOf = (type: DeviceTypeDefinition): Slot[] => slotsOf(type).filter(({ counter }) => counter)

/** SQL array by slot, as long as the last of `slots` asks for. */
export const bySlot = (
  slots: readonly Slot[],
  element: (slot: number) => string,
  of: 'float8' | 'integer' | 'bigint' = 'float8',
): string => {
  const width = Math.max(0, ...slots.map(({ slot }) => slot))
  const given = new Set(slots.map(({ slot }) => slot))
  return `array[${Array.from({ length: width }, (_, at) => (given.has(at + 1) ? element(at + 1) : 'null')).join(', ')}]::${of}[]`
}

/** Condition on reports `t` of the device `d`. */
export const ownReports = (type: DeviceTypeDefinition): string =>
  `t.device_id = d.device_id and t.tenant_id = d.tenant_id and t.type = ${type.code}`

/**
 * Increase and resets of a counter. A counter that wraps and falls by at least half of its range has wrapped; any other fall is a reset, after
 * which the counter began at 0. `values` are all of the span, in order; the value before them counts for as long as a lamp's meter is remembered.
 */
const increaseOf = (type: DeviceTypeDefinition, { slot, counter }: Slot, { from, to }: Between): string => {
  const wrapsAt = typeof counter === 'object' ? counter.wrapsAt : undefined
  const wrapped = wrapsAt === undefined ? 'false' : `before - value >= ${wrapsAt / 2}::float8`
  const before = `select t.v[${slot}] from devices_series t where ${ownReports(type)} and t.v[${slot}] is not null
      and t.at < d.begins and t.at >= a.first${slot} - ${METER_MEMORY}
      and t.at >= to_timestamp(${from} / 1000 - ${MEMORY_S}) and t.at < to_timestamp(${to} / 1000) order by t.at desc limit 1`
  return `
  cross join lateral (
    select count(*) filter (where value < before and not ${wrapped})::integer as resets, sum(case
      when before is null then 0
      when value >= before then value - before
      ${wrapsAt === undefined ? '' : `when ${wrapped} then value + ${wrapsAt}::float8 - before`}
      else value end) as increase
    from unnest(a.values${slot}, array_prepend((${before}), a.values${slot})) as u(value, before) where value is not null
  ) c${slot}`
}

/**
 * SQL of a lateral subquery: what the reports of the device `d` (device_id, tenant_id) say of the time from `d.begins` until `d.ends`.
 * It answers no row for fewer than `least` reports. Written for the slots of the type: half of the cost of a statement that takes arrays apart.
 */
export const spanOf = (type: DeviceTypeDefinition, least: number, between: Between): string => {
  const slots = slotsOf(type)
  const counters = countersOf(type)
  const values = slots.map(({ slot }) => `array_agg(v[${slot}] order by at) filter (where v[${slot}] is not null) as values${slot}`)
  const firsts = counters.map(({ slot }) => `min(at) filter (where v[${slot}] is not null) as first${slot}`)
  return `
  select a.readings, a.counts, a.sums, a.lows, a.highs, ${bySlot(slots, (slot) => `a.values${slot}[cardinality(a.values${slot})]`)} as lasts,
    ${bySlot(counters, (slot) => `c${slot}.increase`)} as increases, ${bySlot(counters, (slot) => `c${slot}.resets`, 'integer')} as resets
  from (
    select count(*)::integer as readings, ${bySlot(slots, (slot) => `count(v[${slot}])`, 'integer')} as counts,
      ${bySlot(slots, (slot) => `sum(v[${slot}] order by at)`)} as sums, ${bySlot(slots, (slot) => `min(v[${slot}])`)} as lows,
      ${bySlot(slots, (slot) => `max(v[${slot}])`)} as highs, ${[...values, ...firsts].join(', ')}
    from devices_series t where ${ownReports(type)} and t.at >= d.begins and t.at < d.ends
      and t.at >= to_timestamp(${between.from} / 1000) and t.at < to_timestamp(${between.to} / 1000)
    having count(*) >= ${least}
  ) a${counters.map((counter) => increaseOf(type, counter, between)).join('')}`
}
