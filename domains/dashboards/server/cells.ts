import { pick, type Text } from '@lamplight/kit'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { type Ctx, formatTime } from '@lamplight/server-kit'
import { CAUSE_WORDS } from '../model/words.ts'
import type { stateCounts } from './totals.ts'

/** A cell of the answer of a query; null: no value. */
export type Cell = string | number | null
/** Rows of the lists of a dashboard. */
export const ROWS = 30

export const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
export const share = (part: number, whole: number): number | null => (whole > 0 ? rounded((100 * part) / whole, 1) : null)
export const kilowatts = (value: number): number => rounded(value, 3)
export const timeOf = (value: unknown, ctx: Ctx): string => (value instanceof Date ? formatTime(value, ctx.zone) : '')

export const STATES: readonly (readonly [name: keyof ReturnType<typeof stateCounts>, text: Text])[] = [
  ['on', ['亮灯', 'Lit']],
  ['off', ['熄灯', 'Off']],
  ['fault', ['故障', 'Faulty']],
  ['offline', ['离线', 'Offline']],
  ['inactive', ['未激活', 'Not activated']],
]

const CAUSES: Readonly<Record<string, Text>> = CAUSE_WORDS
export const causeText = (cause: string, ctx: Ctx): string =>
  pick(CAUSES[cause] ?? (isEventType(cause) ? EVENT_TYPES[cause] : [cause, cause]), ctx.lang)
const COMMA: Text = ['、', ', ']
export const faultWords = (faults: unknown, ctx: Ctx): string =>
  (faults as readonly string[]).map((one) => causeText(one, ctx)).join(pick(COMMA, ctx.lang))
