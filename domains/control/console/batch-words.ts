import type { Translate } from '@lamplight/console-kit'
import { CODE_TEXTS, COMMANDS, RUNGS, STATUS, STATUS_TEXTS, TARGET_KINDS } from '../model/index.ts'
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

interface Targeted {
  readonly targetText?: string | null
  readonly targetKind?: number | null
}
const RETRY = 6
/** The target of a command in words: its name, or the kind of target where it has none; a retry says so. */
export const targetWords = ({ targetText, targetKind }: Targeted, t: Translate): string => {
  const kind = t(TARGET_KINDS[targetKind as keyof typeof TARGET_KINDS] ?? TARGET_KINDS[1])
  return targetText && targetKind === RETRY ? `${targetText} · ${kind}` : targetText || kind
}

/** `城东区 · 1,446 盏`: the target with its reach, as the record, the tray and the home page name it. */
export const reachWords = (row: Targeted & { readonly total: number }, t: Translate): string =>
  `${targetWords(row, t)} · ${t(row.total === 1 ? ['{n} 盏', '{n} lamp'] : ['{n} 盏', '{n} lamps'], { n: row.total.toLocaleString('en-US') })}`

/** Why a device stands where it stands, in the language on the screen. */
export const reasonWords = (item: Pick<Item, 'code' | 'late' | 'measuredPower' | 'expectedPower'>, t: Translate): string => {
  const words = item.code ? (CODE_TEXTS[item.code] ?? ([item.code, item.code] as const)) : null
  const why = words ? t(words, { measured: item.measuredPower, expected: item.expectedPower }) : ''
  const late = item.late && CODE_TEXTS.late ? t(CODE_TEXTS.late) : ''
  return [why, late].filter(Boolean).join(t(['；', '; ']))
}

/** State of a device in a word: its rung while it runs or when it succeeded. */
export const standingWords = ({ state, rung }: Pick<Item, 'state' | 'rung'>, t: Translate): string =>
  state === STATUS.running || state === STATUS.success
    ? t(RUNGS[rung as keyof typeof RUNGS] ?? RUNGS[0])
    : t(STATUS_TEXTS[state as keyof typeof STATUS_TEXTS] ?? STATUS_TEXTS[0])

const TONES = { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad', 5: 'bad', 6: 'neutral' } as const
/** Tone of the mark of a state. */
export const toneOf = (state: number): 'neutral' | 'busy' | 'good' | 'warn' | 'bad' => TONES[state as keyof typeof TONES] ?? 'neutral'
