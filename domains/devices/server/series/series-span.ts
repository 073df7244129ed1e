import { type DeviceTypeDefinition, isStoredNumber } from '@lamplight/kit'
import { type CounterRows, type CounterRules, countedSpan, isUneven, METER_MEMORY, rulesOf } from './counter.ts'

/** Columns that `spanOf` returns, and that devices_series_hourly and devices_series_daily store. */
export const SPAN = ['readings', 'counts', 'sums', 'lows', 'highs', 'lasts', 'increases', 'resets'] as const

/** METER_MEMORY plus one day, s. Used in time bounds, so that the planner skips partitions. */
export const MEMORY_S = 32 * 86_400

interface Slot {
  readonly slot: number
  /** Only of a counter. */
  readonly rules?: CounterRules
}

type Counter = Required<Slot>

/** Slots with history. Includes retired properties, because a day that contains them may be rolled up again. */
export const slotsOf = ({ properties }: DeviceTypeDefinition): Slot[] =>
  Object.values(properties).flatMap((property) =>
    property.history && isStoredNumber(property) && property.slot
      ? [{ slot: property.slot, ...(property.counter ? { rules: rulesOf(property) } : {}) }]
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
export const countersOf = (type: DeviceTypeDefinition): Counter[] =>
  slotsOf(type).flatMap(({ slot, rules }) => (rules ? [{ slot, rules }] : []))

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

const within = ({ from, to }: Between): string => ` and t.at >= to_timestamp(${from} / 1000) and t.at < to_timestamp(${to} / 1000)`
/** Readings of a counter. Those around the spans are read too. */
export const counterRows = (type: DeviceTypeDefinition, { slot }: Counter, { from, to }: Between): CounterRows => ({
  from: 'devices_series',
  value: `t.v[${slot}]`,
  own: ownReports(type),
  bounds: within({ from: `(${from} - ${MEMORY_S * 1000}::float8)`, to: `(${to} + ${MEMORY_S * 1000}::float8)` }),
})
const SPAN_OF = { tenant: 'd.tenant_id', device: 'd.device_id', begins: 'd.begins', ends: 'd.ends' }

/**
 * How increases of counters are found: `plain` as differences, where it is known that the counters only rise in all spans; `counted` by the
 * rules of counters; `either` by what each span needs. The rules read more and take longer to plan.
 */
export type Counting = 'plain' | 'counted' | 'either'

/**
 * SQL of the increase and the number of resets of a counter: of the values after the begin of the span, up to its end. `values` holds these
 * and the one at the begin, in order of time. A difference begins with the last value at or before the begin, if it is younger than
 * METER_MEMORY. Spans that are not closed yet are counted by the rules.
 */
const increaseOf = (type: DeviceTypeDefinition, counter: Counter, between: Between, counting: Counting): string => {
  const { slot, rules } = counter
  const rows = counterRows(type, counter, between)
  const counted = countedSpan(rows, SPAN_OF, rules)
  if (counting === 'counted')
    return ` left join lateral (select s.increase, s.resets from (${counted}) s where a.first${slot} is not null) c${slot} on true`
  const { from, value, own, bounds } = rows
  const within = `a.values${slot}[a.begun${slot} + 1 :]`
  const before = `case when a.begun${slot} > 0 then a.values${slot}[1] else (select ${value} from ${from} t where ${own} and ${value} is not null
      and t.at < d.begins and t.at >= a.first${slot} - ${METER_MEMORY}${bounds} order by t.at desc limit 1) end`
  const plain = `
    select coalesce(bool_and(value >= coalesce(before, value)), true) as rises, sum(value - coalesce(before, value)) as increase, 0 as resets
    from unnest(${within}, array_prepend(${before}, ${within})) as u(value, before) where value is not null`
  if (counting === 'plain') return ` cross join lateral (${plain}) c${slot}`
  const possible = rules.perHour === null ? '' : ` and p${slot}.increase <= ${rules.perHour}::float8`
  const isPlain = `p${slot}.rises${possible} and d.ends <= (select closed_until from devices_rollup_frontier) and not ${isUneven(slot, SPAN_OF)}`
  return ` cross join lateral (${plain}) p${slot} cross join lateral (
    select p${slot}.increase, 0 as resets where p${slot}.increase is null or (${isPlain})
    union all select s.increase, s.resets from (${counted}) s where p${slot}.increase is not null and not (${isPlain})
  ) c${slot}`
}

/**
 * SQL of a lateral subquery that aggregates the reports of the device `d` (device_id, tenant_id) from `d.begins` to before `d.ends`; a report
 * exactly at the end counts for the increases only. It returns no row if there are fewer than `least` reports; where one report is enough, so
 * is a counter value at the end. The SQL names each slot, which costs half of unnesting the arrays.
 */
export const spanOf = (type: DeviceTypeDefinition, least: number, between: Between, counting: Counting): string => {
  const slots = slotsOf(type)
  const counters = countersOf(type)
  // Without counters no report at the end is read.
  const [end, held] = counters.length > 0 ? ['<=', ' filter (where at < d.ends)'] : ['<', '']
  const values = slots.map(({ slot }) => `array_agg(v[${slot}] order by at) filter (where v[${slot}] is not null) as values${slot}`)
  const firsts = counters.map(
    ({ slot }) =>
      `count(v[${slot}]) filter (where at = d.begins)::integer as begun${slot}, min(at) filter (where at > d.begins and v[${slot}] is not null) as first${slot}`,
  )
  const ended = least > 1 ? '' : counters.map(({ slot }) => ` or count(v[${slot}]) filter (where at > d.begins) > 0`).join('')
  return `
  select a.readings, a.counts, a.sums, a.lows, a.highs, ${bySlot(slots, (slot) => `a.values${slot}[a.counts[${slot}]]`)} as lasts,
    ${bySlot(counters, (slot) => `c${slot}.increase`)} as increases, ${bySlot(counters, (slot) => `coalesce(c${slot}.resets, 0)`, 'integer')} as resets
  from (
    select count(*)${held}::integer as readings, ${bySlot(slots, (slot) => `count(v[${slot}])${held}`, 'integer')} as counts,
      ${bySlot(slots, (slot) => `sum(v[${slot}] order by at)${held}`)} as sums, ${bySlot(slots, (slot) => `min(v[${slot}])${held}`)} as lows,
      ${bySlot(slots, (slot) => `max(v[${slot}])${held}`)} as highs, ${[...values, ...firsts].join(', ')}
    from devices_series t where ${ownReports(type)} and t.at >= d.begins and t.at ${end} d.ends
     ${within(between)}
    having count(*)${held} >= ${least}${ended}
  ) a${counters.map((counter) => increaseOf(type, counter, between, counting)).join('')}`
}
