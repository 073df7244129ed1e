import type { Text } from '@lamplight/kit'
import { S } from './solar.messages.ts'

/** Bands of the state of charge with the colour of their marks (`MarkSet.tones`). */
export const BANDS = [
  { key: 'high', from: 60, tone: 1, label: S.high, range: '≥ 60%' },
  { key: 'medium', from: 20, tone: 2, label: S.medium, range: '20–60%' },
  { key: 'low', from: 0, tone: 3, label: S.low, range: '< 20%' },
  { key: 'unknown', from: Number.NEGATIVE_INFINITY, tone: 0, label: S.unknown, range: '' },
] as const satisfies readonly {
  readonly key: string
  readonly from: number
  readonly tone: number
  readonly label: Text
  readonly range: string
}[]
export type Band = (typeof BANDS)[number]

const UNKNOWN = BANDS[3]
const OFFLINE = 4
/** The band of a lamp. `soc`: %, negative or null if unknown. The last value of an offline lamp is no state of charge. */
export const bandOf = (soc: number | null, state: number): Band => {
  if (soc === null || soc < 0 || state >= OFFLINE) return UNKNOWN
  return BANDS.find(({ from }) => soc >= from) ?? UNKNOWN
}
