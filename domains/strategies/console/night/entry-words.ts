import type { Translate } from '@lamplight/console-kit'
import { type StoredEntry, TRIGGERS } from '../../model/strategy-fields.ts'
import { isClock, isSensor } from './night-scale.ts'

/** A switch point in words, without its level: `日落 −10 分钟`, `23:00`. */
export const entryWords = (entry: StoredEntry, t: Translate): string => {
  if (isClock(entry)) return entry.time ?? ''
  const word = t(TRIGGERS[entry.trigger as keyof typeof TRIGGERS] ?? TRIGGERS[2])
  const offset = entry.offset ?? 0
  if (isSensor(entry) || offset === 0) return word
  return t(['{word} {by} 分钟', '{word} {by} min'], { word, by: `${offset > 0 ? '+' : '−'}${Math.abs(offset)}` })
}
