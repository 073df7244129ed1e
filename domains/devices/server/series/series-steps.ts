import fc from 'fast-check'
import { HOUR, MINUTE, type Values } from './series-model.ts'

export const HOURS = 42
export interface Reported {
  readonly device: number
  readonly at: number
  readonly v: Values
}
const maybe = (values: fc.Arbitrary<number>): fc.Arbitrary<number | null> => fc.option(values, { freq: 3 })
const values: fc.Arbitrary<Values> = fc
  .tuple(
    maybe(fc.integer({ min: -400, max: 400 }).map((tenths) => tenths / 10)),
    maybe(fc.integer({ min: 0, max: 9000 }).map((tenths) => tenths / 10)),
    maybe(fc.integer({ min: 0, max: 999 })),
    maybe(fc.integer({ min: 0, max: 1 })),
    fc.integer({ min: 3, max: 6 }),
    maybe(fc.integer({ min: 0, max: 100 })),
  )
  .map(([level, energy, pulses, lid, width, humidity]) => [level, energy, pulses, lid, null, humidity].slice(0, width))
const device = fc.integer({ min: 0, max: 5 })
/** Report times in ms since the start: arbitrary, at hour boundaries, and weeks earlier. */
const moment = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: HOURS * 3600 - 1 }).map((seconds) => seconds * 1000) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: HOURS * 2 - 1 }).map((halves) => halves * 30 * MINUTE) },
  { weight: 1, arbitrary: fc.integer({ min: -33 * 24, max: -1 }).map((hours) => hours * HOUR) },
)
const few = fc.array(fc.record({ device, at: moment, v: values }), { minLength: 1, maxLength: 10 })
/** Reports of one device in one or two hours. Counters mostly rise. */
const dense: fc.Arbitrary<Reported[]> = fc
  .record({
    device,
    from: fc.integer({ min: 0, max: HOURS * 4 - 8 }).map((quarters) => quarters * 15 * MINUTE),
    every: fc.constantFrom(MINUTE, 2 * MINUTE, 4 * MINUTE, 5 * MINUTE),
    start: fc.integer({ min: 0, max: 999 }),
    all: fc.array(values, { minLength: 8, maxLength: 40 }),
  })
  .map(({ device, from, every, start, all }) =>
    all.map(([level = null, ...rest], n) => ({
      device,
      at: from + n * every,
      v: n % 9 === 8 ? [level, ...rest] : [level, (start + n * 3) / 10, (start + n * 37) % 1000],
    })),
  )
export const step = fc.oneof(
  { weight: 3, arbitrary: few.map((batch) => ({ kind: 'store' as const, batch })) },
  { weight: 3, arbitrary: dense.map((batch) => ({ kind: 'store' as const, batch })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 14 }).map((hours) => ({ kind: 'close' as const, hours })) },
  { weight: 2, arbitrary: fc.constant({ kind: 'roll' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'again' as const }) },
)
