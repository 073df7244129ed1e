import { type DeviceProperty, type DeviceTypeDefinition, isStoredNumber } from '@lamplight/kit'
import { METER_MEMORY } from './roll-up-hours.ts'

/** Columns that `spanOf` returns, and that devices_series_hourly and devices_series_daily store. */
export const SPAN = ['readings', 'counts', 'sums', 'lows', 'highs', 'lasts', 'increases', 'resets'] as const

/** METER_MEMORY plus one day, s. Used in time bounds, so that the planner skips partitions. */
export const MEMORY_S = 32 * 86_400

interface Slot {
  readonly slot: number
  readonly counter?: DeviceProperty['counter']
}

/** Slots with history. Includes retired properties, because a day that contains them may be rolled up again. */
export const slotsOf = ({ properties }: DeviceTypeDefinition): Slot[] =>
  Object.values(properties).flatMap((property) =>
    property.history && isStoredNumber(property) && property.slot
      ? [{ slot: property.slot, ...(property.counter ? { counter: property.counter } : {}) }]
      : [],
  )
/**
 * Bounds of all spans of a statement, as SQL in epoch ms. The planner evaluates them and skips the other partitions. With 400 partitions this saves most
 * of the planning time.
 */
export interface Between {
  readonly from: string
  readonly to: string
}
export const countersOf = (type: DeviceTypeDefinition): Slot[] => slotsOf(type).filter(({ counter }) => counter)

/** SQL array with one element for each slot up to the highest of `slots`. */
export const bySlot = (
  slots: readonly Slot[],
  element: (slot: number) => string,
  of: 'float8' | 'integer' | 'bigint' = 'float8',
): string => {
  const width = Math.max(0, ...slots.map(({ slot }) => slot))
  const slotSet = new Set(slots.map(({ slot }) => slot))
  return `array[${Array.from({ length: width }, (_, at) => (slotSet.has(at + 1) ? element(at + 1) : 'null')).join(', ')}]::${of}[]`
}

/** SQL condition: report `t` belongs to device `d` and has this type. */
export const ownReports = (type: DeviceTypeDefinition): string =>
  `t.device_id = d.device_id and t.tenant_id = d.tenant_id and t.type = ${type.code}`

/**
 * SQL of the increase and the number of resets of a counter. If the counter can wrap and its value drops by at least half of its range, it has wrapped. Any
 * other drop is a reset to 0. `values` holds the counter's values in the span, in order of time. The last value before the span is used if it is
 * younger than METER_MEMORY.
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
 * SQL of a lateral subquery that aggregates the reports of the device `d` (device_id, tenant_id) between `d.begins` and `d.ends`.
 * It returns no row if there are fewer than `least` reports. The SQL names each slot, which costs half of unnesting the arrays.
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
