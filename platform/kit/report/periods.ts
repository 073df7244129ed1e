import type { Text } from '../text.ts'

const DAY_MS = 86_400_000
/** Times of the tenant's day between which a night lies, in every season. */
const DUSK = '16:00:00'
const DAWN = '09:00:00'
/** Wire parameters of a time range over the creation of rows. */
export const FROM = 'createTime_datege'
export const TO = 'createTime_datele'

/** Time ranges relative to the day, by the number under which a saved report stores them. */
export const PERIODS = {
  1: ['昨夜', 'Last night'],
  2: ['今天', 'Today'],
  3: ['7 天', '7 days'],
} as const satisfies Record<number, Text>

export interface Period {
  readonly key: keyof typeof PERIODS
  readonly label: Text
  /** Times on the wire in the tenant's zone; '' is open. */
  readonly from: string
  readonly to: string
}

/**
 * Returns the time ranges at `now` (epoch ms); `wire` formats an instant as `yyyy-MM-dd HH:mm:ss` in
 * the tenant's zone. Last night began yesterday.
 */
export const periodsAt = (now: number, wire: (ms: number) => string): readonly Period[] => {
  const day = (back: number): string => wire(now - back * DAY_MS).slice(0, 10)
  return [
    { key: 1, label: PERIODS[1], from: `${day(1)} ${DUSK}`, to: `${day(0)} ${DAWN}` },
    { key: 2, label: PERIODS[2], from: `${day(0)} 00:00:00`, to: '' },
    { key: 3, label: PERIODS[3], from: `${day(6)} 00:00:00`, to: '' },
  ]
}

/** Parameters of the time range of a list over the time field with the wire name `by`. */
export const periodKeys = (by?: string): { readonly from: string; readonly to: string } =>
  by === undefined ? { from: FROM, to: TO } : { from: `${by}_datege`, to: `${by}_datele` }

/** Returns true if the filters of a list are exactly this time range, over the time field `by`. */
export const isPeriod = (filters: Readonly<Record<string, string>>, { from, to }: Period, by?: string): boolean => {
  const keys = periodKeys(by)
  return (filters[keys.from] ?? '') === from && (filters[keys.to] ?? '') === to
}
