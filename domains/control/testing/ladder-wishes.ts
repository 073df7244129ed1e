import { f } from '@lamplight/fields/model'
import { type DeviceTypeDefinition, defineDeviceType, defineParamFamily, type ParamFamilyDefinition } from '@lamplight/kit'
import type { ExpectedCommand } from './ladder-model.ts'

/** A device type for the test, with a command proven by two properties, one proven by one property, and one that nothing proves. */
export const valveType: DeviceTypeDefinition = defineDeviceType({
  name: 'valve',
  code: 90,
  label: ['阀门', 'Valve'],
  properties: {
    opening: { slot: 1, label: ['开度', 'Opening'], unit: '%', min: 0, max: 100, decimals: 0 },
    locked: { slot: 2, label: ['锁定', 'Locked'], type: 'boolean' },
  },
  commands: {
    move: {
      label: ['移动', 'Move'],
      input: { to: f.int({ label: ['开度', 'Opening'] }), lock: f.flag({ label: ['锁定', 'Lock'] }) },
      proves: { opening: 'to', locked: 'lock' },
    },
    lock: { label: ['锁定', 'Lock'], input: { on: f.flag({ label: ['锁定', 'Lock'] }) }, proves: { locked: 'on' } },
    restart: { label: ['重启', 'Restart'] },
  },
  events: [],
})

/** Parameters of the valve: two that users set, and one that only the device reports. */
export const flowFamily: ParamFamilyDefinition = defineParamFamily({
  name: 'flow',
  label: ['流量', 'Flow'],
  code: 'flow',
  types: ['valve'],
  fields: {
    rate: f.number({ label: ['流速', 'Rate'], min: 0, max: 100, decimals: 1, required: true }),
    mode: f.choice({ 1: ['恒定', 'Constant'], 2: ['脉冲', 'Pulsed'] }, { label: ['方式', 'Mode'], required: true }),
  },
  reads: { zero: f.number({ label: ['零点', 'Zero'], decimals: 1 }) },
  ops: ['get', 'set', 'calibrate'],
})

export type LampCommand = 'dim' | 'on' | 'off' | 'release'
export type ValveCommand = 'move' | 'lock' | 'restart'
export type ParamCommand = 'set' | 'get' | 'calibrate'
/** Arguments in the histories: lamps are dimmed to 30 %; valves are moved to 30 % and locked, or unlocked. */
export const DIM_LEVEL = 30
export const VALVE_ARGS: Readonly<Record<ValveCommand, Record<string, unknown>>> = {
  move: { to: 30, lock: true },
  lock: { on: false },
  restart: {},
}

/** Two values that the histories set. */
export const FLOWS = { slow: { rate: 5.5, mode: 1 }, fast: { rate: 80, mode: 2 } } as const

const isRoughly = (wanted: number, reported: unknown, by: number): boolean | undefined =>
  typeof reported === 'number' ? Math.abs(reported - wanted) <= by : undefined
const isReported = (reported: unknown): boolean | undefined => (reported === undefined || reported === null ? undefined : Boolean(reported))

const LAMPS: Readonly<Record<LampCommand, ExpectedCommand['fulfilled']>> = {
  // A lamp that is off has no level, whatever it reports.
  dim: ({ on, dim }) => (on === false ? false : isRoughly(30, dim, 1)),
  on: ({ on, dim }) => isReported(on) ?? isReported(dim),
  off: ({ on, dim }) => {
    const isLit = isReported(on) ?? isReported(dim)
    return isLit === undefined ? undefined : !isLit
  },
  release: ({ reason }) => (typeof reason === 'string' ? reason !== 'override' : undefined),
}
/** Power of a 100 W lamp, W; the meter may differ by 8 W. */
const WATTS: Readonly<Record<LampCommand, number | null>> = { dim: 33.89, on: 100, off: 0.5, release: null }

/** The wish of a command to a 100 W lamp, or to a lamp of unknown power. */
export const expectedLamp = (command: LampCommand, endsAt: number | null, isPowerKnown: boolean): ExpectedCommand => ({
  fulfilled: LAMPS[command],
  proof: command === 'release' ? 'report' : 'meter',
  unreported: 'programme',
  contradicted: 'stillOverridden',
  watts: isPowerKnown ? WATTS[command] : null,
  toleranceWatts: 8,
  endsAt,
})

/** Compares values rounded as the property shows them (opening in whole percent). One difference contradicts; all must be equal to agree. */
const VALVES: Readonly<Record<ValveCommand, ExpectedCommand['fulfilled']>> = {
  move: ({ opening, locked }) => {
    const isThere = isRoughly(30, opening, 0.5)
    const isLocked = isReported(locked)
    if (isThere === false || isLocked === false) return false
    return isThere && isLocked
  },
  lock: ({ locked }) => {
    const isLocked = isReported(locked)
    return isLocked === undefined ? undefined : !isLocked
  },
  restart: () => undefined,
}

export const expectedValve = (command: ValveCommand): ExpectedCommand => ({
  fulfilled: VALVES[command],
  proof: command === 'restart' ? 'none' : 'report',
  unreported: 'unreported',
  contradicted: 'otherState',
  watts: null,
  toleranceWatts: 0,
  endsAt: null,
})

/** A set is proven or contradicted by the fields in the answer that users can set; a rate within 0.05 is the same, and undeclared fields do not count. */
const flows =
  ({ rate, mode }: { readonly rate: number; readonly mode: number }): ExpectedCommand['fulfilled'] =>
  ({ params }) => {
    const { flow = {} } = (params ?? {}) as { readonly flow?: Readonly<Record<string, unknown>> }
    const parts = [isRoughly(rate, flow.rate, 0.049), flow.mode === undefined ? undefined : flow.mode === mode]
    if (parts.includes(false)) return false
    return parts.includes(true) ? true : undefined
  }

/** The answer of the device ends a command about parameters. */
export const expectedParamCommand = (command: ParamCommand, flow: keyof typeof FLOWS): ExpectedCommand => ({
  fulfilled: command === 'set' ? flows(FLOWS[flow]) : () => undefined,
  proof: 'answer',
  unreported: command === 'get' ? 'told' : 'answered',
  contradicted: 'clamped',
  watts: null,
  toleranceWatts: 0,
  endsAt: null,
})
