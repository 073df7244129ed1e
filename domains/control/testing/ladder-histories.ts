import fc from 'fast-check'
import type { FLOWS, LampCommand, ParamCommand, ValveCommand } from './ladder-wishes.ts'

export const DEVICES = 3
export const KINDS = ['lamp', 'valve'] as const
export type Kind = (typeof KINDS)[number]

const mostlySet = (): fc.Arbitrary<ParamCommand> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('set' as const) },
    { weight: 2, arbitrary: fc.constantFrom('get' as const, 'calibrate' as const) },
  )

const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('lamp' as const),
      name: fc.constantFrom<LampCommand>('dim', 'on', 'off', 'release'),
      duration: fc.constantFrom(null, 60, 600),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('valve' as const), name: fc.constantFrom<ValveCommand>('move', 'lock', 'restart') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('valve' as const),
      name: mostlySet(),
      flow: fc.constantFrom<keyof typeof FLOWS>('slow', 'fast'),
    }),
  },
)
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

const device = fc.nat(DEVICES - 1)
/** Index of the batch in the history; usually an existing one. */
const nth = fc.nat(3)
const deviceTime = fc.integer({ min: 0, max: 5 })
/** Values that a lamp and a valve may report: all, some, none, or values that contradict a command. */
const reported = fc.record({
  lamp: fc.record(
    {
      on: fc.boolean(),
      dim: fc.constantFrom(0, 29.5, 30, 32, 100),
      power: fc.constantFrom(0.5, 3.5, 33.9, 41.8, 42, 100, 150),
      reason: fc.constantFrom('override', 'program'),
    },
    { requiredKeys: [] },
  ),
  valve: fc.record(
    {
      opening: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(30, 29.6) }, { weight: 1, arbitrary: fc.constantFrom(31, 80) }),
      locked: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 2, arbitrary: fc.constant(false) }),
    },
    { requiredKeys: [] },
  ),
  /** Parameters in an answer of a valve: those of a flow, exactly or nearly, some of them, one of no family, or none. */
  flow: fc.option(
    fc.record(
      {
        rate: fc.constantFrom(5.5, 5.52, 80, 80.04, 7),
        mode: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(1, 2) }, { weight: 1, arbitrary: fc.constant(3) }),
        zero: fc.constant(1.3),
        unknown: fc.constant(9),
      },
      { requiredKeys: [] },
    ),
  ),
})
const mostly = (value: boolean, weight: number): fc.Arbitrary<boolean> =>
  fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constant(!value) })

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('order' as const), order: command, of: fc.subarray([0, 1, 2], { minLength: 1 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sent' as const), nth, device }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('ack' as const),
      nth,
      answers: fc.array(
        fc.record({
          devices: fc.array(device, { minLength: 1, maxLength: 3 }),
          ok: mostly(true, 4),
          refusal: fc.constantFrom('busy' as const, 'expired' as const, 'expiredInQueue' as const, 'invalidArgs' as const),
          at: deviceTime,
          reported: fc.option(reported),
          foreign: mostly(false, 9),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      of: fc.constantFrom(...KINDS),
      /** True: the report is stored, but the process that should apply it to the ledger was killed. */
      unheard: mostly(false, 5),
      reports: fc.array(fc.record({ device, at: deviceTime, reported, sameUntil: fc.boolean() }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('judge' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retry' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reconnect' as const) }) },
  /** Another process takes over: what the former one knew only in its memory is lost. */
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
)
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Random histories; each begins with a command to all devices of a kind. */
export const histories: fc.Arbitrary<Step[]> = fc
  .tuple(command, fc.array(step, { minLength: 3, maxLength: 14 }))
  .map(([order, rest]) => [{ kind: 'order', order, of: [0, 1, 2] }, ...rest])
