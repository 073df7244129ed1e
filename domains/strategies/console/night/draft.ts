import type { Program, Special } from '@lamplight/calendar'
import { KINDS, POLAR } from '../../model/strategy.resource.ts'
import { entryFrom, type StoredEntry } from '../../model/strategy-fields.ts'

/** A strategy as the editor holds it. */
export interface Draft {
  readonly name: string
  readonly kind: number
  readonly systemType: number
  readonly projectId: string
  readonly entries: readonly StoredEntry[]
  readonly range: string
  readonly dayKind: number
  readonly priority: number
  readonly polar: number
  readonly minBurn: number
  readonly remark: string
}

type Wire = Readonly<Record<string, unknown>>

/** A number on the wire: an absent one is "" or -1. */
const numberIn = (value: unknown, otherwise: number): number => {
  const number = value === '' || value === null || value === undefined ? Number.NaN : Number(value)
  return Number.isFinite(number) && number >= 0 ? number : otherwise
}
const textIn = (value: unknown): string => (typeof value === 'string' && value !== '-1' ? value : '')

/** A number that may be negative. -1 stands for none on the wire, so one minute before an event cannot be told from it. */
const signedIn = (value: unknown): number | null =>
  value === '' || value === null || value === undefined || Number(value) === -1 ? null : Number(value)

/** Reads a switch point of the wire or of a stored version. */
const entryIn = (wire: Wire): StoredEntry => {
  const optional = (name: string): number | null => {
    const number = numberIn(wire[name], -1)
    return number < 0 ? null : number
  }
  const isSensor = Number(wire.trigger) === 6 || Number(wire.trigger) === 7
  return {
    trigger: numberIn(wire.trigger, 1),
    time: textIn(wire.time) || null,
    offset: signedIn(wire.offset),
    level: numberIn(wire.level, 0),
    head: optional('head'),
    weekdays: textIn(wire.weekdays) || null,
    ramp: optional('ramp'),
    lux: optional('lux'),
    earliest: isSensor ? signedIn(wire.earliest) : null,
    latest: isSensor ? signedIn(wire.latest) : null,
  }
}

/** Reads a strategy of the wire. */
export const draftOf = (wire: Wire): Draft => ({
  name: textIn(wire.name),
  kind: numberIn(wire.kind, KINDS.normal),
  systemType: numberIn(wire.systemType, 2),
  projectId: textIn(wire.projectId),
  ...contentOf(wire),
  remark: textIn(wire.remark),
})

/** The part of a strategy that a version stores. */
export type Content = Pick<Draft, 'entries' | 'range' | 'dayKind' | 'priority' | 'polar' | 'minBurn'>
export const contentOf = (wire: Wire): Content => ({
  entries: (Array.isArray(wire.entries) ? (wire.entries as readonly Wire[]) : []).map(entryIn),
  range: textIn(wire.range),
  dayKind: numberIn(wire.dayKind, 0),
  priority: numberIn(wire.priority, 5),
  polar: numberIn(wire.polar, 0),
  minBurn: numberIn(wire.minBurn, 0),
})

/** The body of a write or of a preview. Values that mean nothing for the trigger of a switch point are not sent. */
export const bodyOf = (draft: Content): Record<string, unknown> => ({
  entries: draft.entries.map((entry) => {
    const isSensor = entry.trigger === 6 || entry.trigger === 7
    return {
      trigger: entry.trigger,
      level: entry.level ?? 0,
      head: entry.head ?? 0,
      ramp: entry.ramp ?? 0,
      weekdays: entry.weekdays ?? '',
      ...(entry.trigger === 1 && { time: entry.time ?? '' }),
      ...(entry.trigger !== 1 && !isSensor && { offset: entry.offset ?? 0 }),
      ...(isSensor && { lux: entry.lux ?? (entry.trigger === 6 ? 30 : 60), earliest: entry.earliest ?? -30, latest: entry.latest ?? 30 }),
    }
  }),
  range: draft.range,
  dayKind: draft.dayKind,
  priority: draft.priority,
  polar: draft.polar,
  minBurn: draft.minBurn,
})

export const isSpecial = ({ kind }: Pick<Draft, 'kind'>): boolean => kind === KINDS.special

/** The switch points alone, as if they applied every night: what the timeline of a night shows. */
export const everyNight = (draft: Content): Program => ({
  entries: draft.entries.map(entryFrom),
  ...(draft.polar > 0 && { polar: POLAR[draft.polar as 0 | 1 | 2] }),
  ...(draft.minBurn > 0 && { minBurn: draft.minBurn }),
})

/** The program of a strategy alone; `days` are the dates of its kind of special days. A special strategy has no other nights. */
export const programOf = (draft: Draft | (Content & Pick<Draft, 'kind'>), days: readonly string[]): Program => {
  if (!isSpecial(draft)) return everyNight(draft)
  const special: Special = {
    ...(draft.range && { range: draft.range }),
    ...(draft.dayKind > 0 && { days }),
    priority: draft.priority,
    entries: draft.entries.map(entryFrom),
  }
  return { entries: [], specials: [special] }
}

/** Heads of the lamps that switch points name. */
export const headsOf = ({ entries }: Pick<Content, 'entries'>): readonly number[] =>
  [...new Set(entries.flatMap(({ head }) => (head ? [head] : [])))].sort()
