import type { Text } from '@lamplight/kit'
import type { Query } from './list-state.ts'

const DAY_MS = 86_400_000
/** Hours of the tenant's day between which a night lies, in every season. */
const DUSK = '16:00:00'
const DAWN = '09:00:00'
export const FROM = 'createTime_datege'
export const TO = 'createTime_datele'

export interface Period {
  readonly key: 'night' | 'today' | 'week'
  readonly label: Text
  /** Wire times in the tenant's zone; '' is open. */
  readonly from: string
  readonly to: string
}

/** Presets at `now` (epoch ms); `wire` writes an instant as `yyyy-MM-dd HH:mm:ss` in the tenant's zone. Last night began yesterday. */
export const periodsAt = (now: number, wire: (ms: number) => string): readonly Period[] => {
  const day = (back: number): string => wire(now - back * DAY_MS).slice(0, 10)
  return [
    { key: 'night', label: ['昨夜', 'Last night'], from: `${day(1)} ${DUSK}`, to: `${day(0)} ${DAWN}` },
    { key: 'today', label: ['今天', 'Today'], from: `${day(0)} 00:00:00`, to: '' },
    { key: 'week', label: ['7 天', '7 days'], from: `${day(6)} 00:00:00`, to: '' },
  ]
}

export const isPeriod = (filters: Query, { from, to }: Period): boolean => (filters[FROM] ?? '') === from && (filters[TO] ?? '') === to
