import type { Translate } from '@lamplight/console-kit'
import { CODE_TEXTS, COMMANDS, RUNGS, STATUS, TARGET_KINDS } from '../model/index.ts'
import type { Item } from './use-items.ts'

interface Ordered {
  readonly command?: number | null
  readonly level?: number | null
}
/** `调光 30%`, `开灯`. */
export const commandWords = ({ command, level }: Ordered, t: Translate): string => {
  const words = COMMANDS[command as keyof typeof COMMANDS]
  if (!words) return ''
  return command === 1 && typeof level === 'number' && level >= 0 ? `${t(words)} ${level}%` : t(words)
}

const SPANS = [
  [3600, ['{n} 小时', '{n} h']],
  [60, ['{n} 分钟', '{n} min']],
  [1, ['{n} 秒', '{n} s']],
] as const

/** A span in the largest unit that holds it whole: `1 小时`, `90 分钟`. */
export const spanWords = (seconds: number, t: Translate): string => {
  const [size, words] = SPANS.find(([one]) => seconds % one === 0) ?? SPANS[2]
  return t(words, { n: seconds / size })
}

/** How the devices of a batch were named, or the way they were chosen. */
export const targetWords = (row: { readonly targetText?: string | null; readonly targetKind?: number | null }, t: Translate): string =>
  row.targetText || t(TARGET_KINDS[row.targetKind as keyof typeof TARGET_KINDS] ?? TARGET_KINDS[1])

/** Why a device stands where it stands, in the language on the screen. */
export const reasonWords = (item: Pick<Item, 'code' | 'late' | 'measuredPower' | 'expectedPower'>, t: Translate): string => {
  const words = item.code ? (CODE_TEXTS[item.code] ?? ([item.code, item.code] as const)) : null
  const why = words ? t(words, { measured: item.measuredPower, expected: item.expectedPower }) : ''
  const late = item.late && CODE_TEXTS.late ? t(CODE_TEXTS.late) : ''
  return [why, late].filter(Boolean).join(t(['；', '; ']))
}

const STANDS = {
  0: ['待执行', 'Pending'],
  2: ['成功', 'Success'],
  4: ['失败', 'Failed'],
  5: ['超时', 'Timed out'],
} as const

/** Status of a device in a word: while it runs, and when it came through, the rung says more. */
export const standingWords = ({ status, rung }: Pick<Item, 'status' | 'rung'>, t: Translate): string =>
  status === STATUS.running || status === STATUS.success
    ? t(RUNGS[rung as keyof typeof RUNGS] ?? RUNGS[0])
    : t(STANDS[status as keyof typeof STANDS] ?? STANDS[0])

export const TONES = { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad', 5: 'bad' } as const
export const toneOf = (status: number): 'neutral' | 'busy' | 'good' | 'warn' | 'bad' => TONES[status as keyof typeof TONES] ?? 'neutral'
