import { type Ctx, errors, fieldError, visibleRow } from '@lamplight/server-kit'
import { type StoredEntry, strategy } from '../../model/index.ts'
import { ENTRY_FIELDS } from '../../model/strategy-fields.ts'
import type { StrategyRow } from '../night/program.ts'

const ENTRIES_AT_MOST = 32
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most

/** Reads a number, also from text; null if there is none, NaN for anything else. `Number` alone would read true, blanks and lists with one entry. */
const numberOf = (value: unknown): number | null => {
  if (value === null || value === undefined || value === '' || value === -1) return null
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,10}$/.test(value)) ? Number(value) : Number.NaN
}

/** Reads the switch points of a draft, with the names of the fields in its errors. */
const entriesIn = (ctx: Ctx, value: unknown): StoredEntry[] => {
  const wrong = (at: number, name: string) => fieldError(`entries.${at}.${name}`, ['不正确', 'is wrong'], ctx.lang)
  if (!Array.isArray(value) || value.length > ENTRIES_AT_MOST) throw errors.badParameter({ field: 'entries' }, 'entries')
  return value.map((one: unknown, at) => {
    if (typeof one !== 'object' || one === null) throw errors.badParameter({ field: 'entries' }, 'entries')
    const given = one as Record<string, unknown>
    const trigger = numberOf(given.trigger)
    if (!isWhole(trigger, 1, 8)) throw wrong(at, 'trigger')
    if (!isWhole(numberOf(given.level), 0, 100)) throw wrong(at, 'level')
    const offset = numberOf(given.offset)
    if (offset !== null && !isWhole(offset, -1440, 1440)) throw wrong(at, 'offset')
    const text = (name: 'time' | 'weekdays'): string | null => {
      const found = given[name]
      if (found === undefined || found === null || found === '') return null
      if (typeof found !== 'string' || !new RegExp(`^(?:${ENTRY_FIELDS[name].options.match.pattern})$`).test(found)) throw wrong(at, name)
      return found
    }
    const limited = (name: 'head' | 'ramp' | 'lux' | 'earliest' | 'latest', least: number, most: number): number | null => {
      const found = numberOf(given[name])
      if (found !== null && !(found >= least && found <= most)) throw wrong(at, name)
      return found
    }
    const time = text('time')
    if (trigger === 1 && time === null) throw wrong(at, 'time')
    return {
      trigger: trigger!,
      time,
      offset,
      level: numberOf(given.level),
      weekdays: text('weekdays'),
      head: limited('head', 0, 2),
      ramp: limited('ramp', 0, 3600),
      lux: limited('lux', 1, 5000),
      earliest: limited('earliest', -180, 180),
      latest: limited('latest', -180, 180),
    }
  })
}

const RANGE = /^(\d{2}-\d{2}\.\.\d{2}-\d{2}|\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2})$/
const LIMITS = { kind: [1, 3], systemType: [1, 99], dayKind: [0, 2], priority: [1, 9], polar: [0, 2], minBurn: [0, 240] } as const

/** The strategy of a call: the stored one `id`, with the fields of the call in place of the stored ones. Nothing is written. */
export const draftIn = async (ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<StrategyRow> => {
  const stored = body.id ? await visibleRow(ctx, strategy, String(body.id)) : null
  if (!stored && body.entries === undefined) throw errors.missingParameter({ field: 'entries' }, 'entries')
  const limited = (name: keyof typeof LIMITS): number | null => {
    const value = body[name] === undefined ? stored?.[name] : body[name]
    const number = numberOf(value)
    if (number !== null && !isWhole(number, LIMITS[name][0], LIMITS[name][1])) throw errors.badParameter({ field: name }, name)
    return number
  }
  const range = body.range === undefined ? (stored?.range ?? null) : body.range
  if (range !== null && range !== '' && !RANGE.test(String(range))) throw errors.badParameter({ field: 'range' }, 'range')
  return {
    id: stored ? String(stored.id) : '',
    name: String(stored?.name ?? ''),
    entries: body.entries === undefined ? ((stored?.entries ?? []) as StoredEntry[]) : entriesIn(ctx, body.entries),
    range: range ? String(range) : null,
    kind: limited('kind') ?? 1,
    systemType: limited('systemType'),
    dayKind: limited('dayKind'),
    priority: limited('priority') ?? 5,
    polar: limited('polar'),
    minBurn: limited('minBurn'),
    version: Number(stored?.version ?? 0),
  }
}
