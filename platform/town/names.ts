import type { Text } from '@lamplight/kit'
import { createRandom } from './random.ts'
import { FIRST, NAMES, SECOND } from './words.ts'

/** Gives names that are unique within one town. */
export interface NameGiver {
  /** Returns a name without a street word, such as 梧桐 / Plane Tree: first complete names, then combined ones, then both again with a number. */
  next(): Text
  /** Returns the name of the next lane of a street: 梧桐路 → 梧桐路一巷 / Plane Tree Rd Lane 1. */
  lane(parent: Text): Text
}

const DIGITS = '〇一二三四五六七八九'

/** Writes 1–99 in Chinese numerals and larger numbers in digits. */
export const chineseNumber = (value: number): string => {
  if (value < 10) return DIGITS[value] ?? ''
  if (value > 99) return String(value)
  const tens = Math.floor(value / 10)
  const ones = value % 10
  return `${tens === 1 ? '' : DIGITS[tens]}十${ones ? DIGITS[ones] : ''}`
}

/** Creates the name giver of a town. The seed decides the order of the names. */
export const createNameGiver = (seed: number): NameGiver => {
  const random = createRandom(seed, 'names')
  const whole = new Set(NAMES.map(([zh]) => zh))
  const made = FIRST.flatMap(([zhA, enA]) => SECOND.map(([zhB, enB]): Text => [zhA + zhB, `${enA} ${enB}`])).filter(
    ([zh]) => !whole.has(zh),
  )
  const names = [...random.shuffle(NAMES), ...random.shuffle(made)]
  const lanes = new Map<string, number>()
  let count = 0
  return {
    next: () => {
      const [zh, en] = names[count % names.length]!
      const round = Math.floor(count++ / names.length)
      return round === 0 ? [zh, en] : [`${zh}${chineseNumber(round + 1)}`, `${en} ${round + 1}`]
    },
    lane: ([zh, en]) => {
      const number = (lanes.get(zh) ?? 0) + 1
      lanes.set(zh, number)
      return [`${zh}${chineseNumber(number)}巷`, `${en} Lane ${number}`]
    },
  }
}
