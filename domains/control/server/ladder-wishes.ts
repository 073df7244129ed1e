import { f } from '@lamplight/fields/model'
import { type DeviceTypeDefinition, defineDeviceType } from '@lamplight/kit'
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

export type LampCommand = 'dim' | 'on' | 'off' | 'release'
export type ValveCommand = 'move' | 'lock' | 'restart'
/** Arguments in the histories: lamps are dimmed to 30 %; valves are moved to 30 % and locked, or unlocked. */
export const DIM_LEVEL = 30
export const VALVE_ARGS: Readonly<Record<ValveCommand, Record<string, unknown>>> = {
  move: { to: 30, lock: true },
  lock: { on: false },
  restart: {},
}

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
