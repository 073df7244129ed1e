import type { Text } from '@lamplight/kit'
import { LAMP_STATE, type LampState, PAST_NO_POWER, PAST_UNKNOWN, type PastPoints } from '@lamplight/lamp-packet'
import { P } from './past.messages.ts'

/** What colours the lamps: measured power, last report, or command. */
export const VIEWS = ['measured', 'believed', 'commanded'] as const
export type PastView = (typeof VIEWS)[number]

/** From this share of the nominal power on a lamp counts as lit, %; without a nominal power from this power on, steps of 0.1 W. */
const [LIT_SHARE, LIT_POWER] = [5, 50]

const { on, off, fault, offline, inactive } = LAMP_STATE
type Look = readonly [state: LampState, dim: number]

const measuredOf = ({ power, share, dim }: PastPoints, i: number): Look => {
  if (power[i] === PAST_NO_POWER) return [offline, 0]
  const known = share[i] !== PAST_UNKNOWN
  const isLit = known ? share[i]! >= LIT_SHARE : power[i]! >= LIT_POWER
  // The same report names a level and a power that do not go together: a dark lamp or one that burns by day.
  if (isLit !== dim[i]! > 0) return [fault, dim[i]!]
  return isLit ? [on, known ? Math.min(100, share[i]!) : 100] : [off, 0]
}
const commandedOf = ({ wanted }: PastPoints, i: number): Look => {
  const level = wanted[i]!
  if (level === PAST_UNKNOWN) return [offline, 0]
  return level > 0 ? [on, level] : [off, 0]
}
const believedOf = ({ state, dim }: PastPoints, i: number): Look => [state[i] as LampState, dim[i]!]
const LOOKS = { measured: measuredOf, believed: believedOf, commanded: commandedOf } as const

/** State and level of each lamp as the map paints them. Lamps without a device stay not activated. */
export const paintOf = (points: PastPoints, view: PastView): { readonly state: Uint8Array; readonly dim: Uint8Array } => {
  const look = LOOKS[view]
  const [state, dim] = [new Uint8Array(points.n), new Uint8Array(points.n)]
  for (let i = 0; i < points.n; i++) [state[i], dim[i]] = points.state[i] === inactive ? [inactive, 0] : look(points, i)
  return { state, dim }
}

/** Number of lamps without a report in the time before the instant. */
export const silentOf = ({ n, state }: PastPoints): number => {
  let count = 0
  for (let i = 0; i < n; i++) if (state[i] === offline) count++
  return count
}

/** Labels of the marks in each view. */
export const LEGENDS: Readonly<Record<PastView, Readonly<Record<LampState, Text>>>> = {
  measured: { [on]: P.lit, [off]: P.dark, [fault]: P.differs, [offline]: P.noMeter, [inactive]: P.inactive },
  believed: { [on]: P.on, [off]: P.off, [fault]: P.fault, [offline]: P.unknown, [inactive]: P.inactive },
  commanded: { [on]: P.shouldOn, [off]: P.shouldOff, [fault]: P.fault, [offline]: P.noOrder, [inactive]: P.inactive },
}

/** True if both have the same lamps in the same order, so that only their looks change. */
export const sameLamps = (a: Pick<PastPoints, 'n' | 'ids'>, b: Pick<PastPoints, 'n' | 'ids'>): boolean => {
  if (a.n !== b.n) return false
  for (let i = 0; i < a.n; i++) if (a.ids[i] !== b.ids[i]) return false
  return true
}
