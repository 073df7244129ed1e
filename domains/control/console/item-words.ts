import type { Translate } from '@lamplight/console-kit'
import { CODE_TEXTS, RUNGS, STATUS, STATUS_TEXTS } from '../model/index.ts'
import type { Item } from './use-items.ts'

/** The reason for a device's state, in the user's language. */
export const reasonWords = (item: Pick<Item, 'code' | 'late' | 'measuredPower' | 'expectedPower'>, t: Translate): string => {
  const words = item.code ? (CODE_TEXTS[item.code] ?? ([item.code, item.code] as const)) : null
  const why = words ? t(words, { measured: item.measuredPower, expected: item.expectedPower }) : ''
  const late = item.late && CODE_TEXTS.late ? t(CODE_TEXTS.late) : ''
  return [why, late].filter(Boolean).join(t(['；', '; ']))
}

/** State of a device as text: its rung while the command runs and after success. */
export const stateWords = ({ state, rung }: Pick<Item, 'state' | 'rung'>, t: Translate): string =>
  state === STATUS.running || state === STATUS.success
    ? t(RUNGS[rung as keyof typeof RUNGS] ?? RUNGS[0])
    : t(STATUS_TEXTS[state as keyof typeof STATUS_TEXTS] ?? STATUS_TEXTS[0])

const TONES = { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad', 5: 'bad', 6: 'neutral' } as const
/** Tone of the icon of a state. */
export const toneOf = (state: number): 'neutral' | 'busy' | 'good' | 'warn' | 'bad' => TONES[state as keyof typeof TONES] ?? 'neutral'
