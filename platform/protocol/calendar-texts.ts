import type { Entry, Program, Special } from '@lamplight/calendar'
import { LIMITS } from './limits.ts'
import type { Reason } from './messages.ts'

/** Dates that a switch point names; of a longer list it names the first ones and the number of the others. */
const DAYS_NAMED = 3
const signed = (minutes: number): string => (minutes === 0 ? '' : `${minutes > 0 ? '+' : ''}${minutes}`)

const entryText = ({ trigger, offset = 0, offsets, level, weekdays, head }: Entry): string =>
  [
    `${trigger}${offsets ? '±' : signed(offset)}=${level}`,
    ...(weekdays ? [weekdays.join(',')] : []),
    ...(head === undefined ? [] : [`head ${head}`]),
  ].join(' ')
const nightsText = ({ range, days = [] }: Special): string => {
  const named = days.length > DAYS_NAMED ? [...days.slice(0, DAYS_NAMED), `+${days.length - DAYS_NAMED}`] : days
  return [...(range === undefined ? [] : [range]), ...named].join(',')
}

/**
 * The switch points of a program in the form in which a device reports them: `sunset-10=100`, `23:00=40 1,2,3` (weekdays), `sunset±=100` (an offset for each
 * date), `special 2026-10-01..2026-10-07 sunset=100`; at most as many as a value of a family can have.
 */
export const calendarPoints = ({ entries, specials = [] }: Program): string[] =>
  [
    ...entries.map(entryText),
    ...specials.flatMap((special) => special.entries.map((entry) => `special ${nightsText(special)} ${entryText(entry)}`)),
  ].slice(0, LIMITS.paramEntries)

/** A change of the level of a device, in an answer to `readEvents`. */
export interface SwitchEvent {
  /** Epoch ms of the device's clock. */
  readonly at: number
  readonly level: number
  readonly reason: Reason
  /** Index of the entry and of the special (-1: the normal entries) that decided; -1 as entry: none. */
  readonly entry: number
  readonly special: number
}

export const switchEventText = ({ at, level, reason, entry, special }: SwitchEvent): string =>
  `${at},${level},${reason},${entry},${special}`

const EVENT = /^(\d{1,15}),(\d{1,3}(?:\.\d+)?),(default|override|sensor|program),(-?\d{1,3}),(-?\d{1,3})$/
/** Reads the text of a switch event; undefined if it is none. */
export const switchEventOf = (text: string): SwitchEvent | undefined => {
  const [, at, level, reason, entry, special] = EVENT.exec(text) ?? []
  return reason === undefined
    ? undefined
    : { at: Number(at), level: Number(level), reason: reason as Reason, entry: Number(entry), special: Number(special) }
}
