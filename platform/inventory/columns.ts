import { createHash } from 'node:crypto'
import type { Text } from '@lamplight/kit'
import { plainName, rankOf } from './column-names.ts'
import { isLampType } from './light-sources.ts'
import { type Column, type ColumnType, type Guess, headMeaning, MEANINGS, type Meaning, type RawRow } from './model.ts'
import { readAngle, readPair } from './place.ts'
import { lostDigits } from './read-styles.ts'
import { tidy } from './tidy.ts'

const NUMERIC = /^[+-]?(?:\d+(?:[.,]\d+)?|\.\d+)(?:e[+-]?\d+)?$/i
const DATE = /^\d{4}[-/年]\d{1,2}[-/月]\d{1,2}|^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/
const FLAG = /^(?:yes|no|true|false|y|n|是|否|有|无)$/i
export const isNumeric = (text: string): boolean => NUMERIC.test(text)

const typeOf = (values: readonly string[]): ColumnType => {
  if (values.length === 0) return 'empty'
  const share = (test: (text: string) => boolean): number => values.filter(test).length / values.length
  if (share(isNumeric) > 0.95) return 'number'
  if (share((text) => DATE.test(text)) > 0.9) return 'date'
  return share((text) => FLAG.test(text)) > 0.95 ? 'flag' : 'text'
}

const KINDS_AT_MOST = 30
const LONGEST_KIND = 60
/** Returns the distinct values of a column that divides its rows into kinds, most frequent first; null for other columns. */
const kindsOf = (values: readonly string[]): Column['kinds'] | null => {
  const counts = new Map<string, number>()
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1)
    if (counts.size > KINDS_AT_MOST || value.length > LONGEST_KIND) return null
  }
  if (counts.size === 0 || counts.size * 2 > Math.max(values.length, 8)) return null
  return [...counts].sort(([, one], [, other]) => other - one).map(([value, rows]) => ({ value, rows }))
}

/** Describes the columns by the sampled rows. */
export const describeColumns = (names: readonly string[], rows: readonly RawRow[]): readonly Column[] =>
  names.map((name, at) => {
    const values = rows.map(({ cells }) => cells[at] ?? '').filter((text) => text !== '')
    const kinds = kindsOf(values)
    return {
      ...(kinds && { kinds }),
      name,
      type: typeOf(values),
      filled: rows.length === 0 ? 0 : values.length / rows.length,
      samples: [...new Set(values.slice(0, 2000))].slice(0, 5).map((text) => text.slice(0, 200)),
    }
  })

/** Signature of the column names: files with the same names, in any order, share a mapping. */
export const signatureOf = (columns: readonly { readonly name: string }[]): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ name }) => plainName(name)).sort()))
    .digest('hex')
    .slice(0, 32)

type Found = { readonly columns: Partial<Record<Meaning, readonly string[]>>; readonly guesses: Guess[] }
const BY_NAME: Text = ['列名', 'By column name']
const BY_LOOK: Text = ['按内容判断', 'By content']

/** Meanings whose further columns fill empty cells of the first. */
const WITH_SECOND: ReadonlySet<Meaning> = new Set(['key', 'power', 'lampType', 'cabinet', 'district'])

type Look = (text: string) => boolean
const share = (rows: readonly RawRow[], at: number, look: Look): number => {
  const values = rows.map(({ cells }) => cells[at] ?? '').filter((text) => text !== '')
  return values.length < 3 ? 0 : values.filter(look).length / values.length
}
const held = (rows: readonly RawRow[], at: number, look: Look | undefined): boolean => {
  if (!look) return true
  const values = rows.map(({ cells }) => cells[at] ?? '').filter((text) => text !== '')
  return values.filter(look).length * 2 >= values.length
}

/** Required content of most cells of a meaning's column, whatever its name: a column "location" may contain addresses. */
const HOLDS: Readonly<Partial<Record<Meaning, Look>>> = {
  lng: (text) => readAngle(text) !== null,
  lat: (text) => readAngle(text) !== null,
  place: (text) => readPair(text) !== null && !isNumeric(text),
  // Post numbers contain digits: in `support=pole` the value is a kind of post.
  post: (text) => /\d/.test(text),
  lampType: (text) => /\p{L}/u.test(text),
  street: (text) => /\p{L}/u.test(text),
  district: (text) => !/^\d+[.,]\d+$/.test(text),
  // Serial numbers that a spreadsheet has rounded (8.98E+18) count as serial numbers, so that their rows are refused for the lost digits.
  controllerSn: (text) => /^[A-Za-z0-9_-]{1,40}$/.test(text) || lostDigits(text),
  power: (text) => /\d/.test(text),
  count: (text) => /^\d{1,2}$/.test(text),
  height: (text) => /^\d/.test(text),
}

/** Meanings whose values identify a lamp. A column with few different values holds kinds, not identities, whatever its name. */
const IDENTITIES: ReadonlySet<Meaning> = new Set(['key', 'number'])
const FEW_ROWS = 8
const LEAST_DISTINCT = 0.3
const hasDistinctValues = (rows: readonly RawRow[], at: number): boolean => {
  const values = rows.map(({ cells }) => cells[at] ?? '').filter((text) => text !== '')
  return values.length < FEW_ROWS || new Set(values).size >= values.length * LEAST_DISTINCT
}
/** Returns true if the values of a column agree with the meaning that its name proposes. */
const agrees = (meaning: Meaning, rows: readonly RawRow[], at: number): boolean =>
  held(rows, at, HOLDS[headMeaning(meaning)?.of ?? meaning]) && (!IDENTITIES.has(meaning) || hasDistinctValues(rows, at))

const byName = (columns: readonly Column[], rows: readonly RawRow[]): Found => {
  const found: Found = { columns: {}, guesses: [] }
  for (const meaning of MEANINGS) {
    const ranked = columns
      .map(({ name, type }, at) => ({ name, at, rank: type === 'empty' ? 0 : rankOf(meaning, name) }))
      .filter(({ at, rank }) => rank > 0 && agrees(meaning, rows, at))
      .sort((one, other) => other.rank - one.rank)
    const best = ranked[0]
    if (!best) continue
    found.columns[meaning] = WITH_SECOND.has(meaning) ? ranked.map(({ name }) => name) : [best.name]
    found.guesses.push({ about: meaning, column: best.name, confidence: best.rank > 0.9 ? 0.95 : 0.6, reason: BY_NAME })
  }
  return found
}

const within =
  (limit: number): Look =>
  (text) => {
    const angle = readAngle(text)
    return angle !== null && Math.abs(angle.value) <= limit && (angle.minutes || /[.,]\d{3,}/.test(text))
  }
const IDENTIFIER = /(?:^|[^a-z])(?:ids?|no|nr|num|number|code|key|ref)$|编号|编码|번호|番号/i
const WATTS = /^\d{2,4}\s*(?:w|瓦)(?:\s|$)/i

/** Finds meanings without a matching name by the contents of the columns. */
const byLook = (found: Found, columns: readonly Column[], rows: readonly RawRow[], points: boolean): void => {
  const free = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ name }) => !Object.values(found.columns).some((taken) => taken.includes(name)))
  const take = (meaning: Meaning, look: Look, least: number, isFit: (column: Column) => boolean = () => true): void => {
    if (found.columns[meaning]) return
    const at = free.findIndex((column) => isFit(column) && share(rows, column.at, look) >= least)
    const [column] = at < 0 ? [] : free.splice(at, 1)
    if (!column) return
    found.columns[meaning] = [column.name]
    found.guesses.push({ about: meaning, column: column.name, confidence: 0.5, reason: BY_LOOK })
  }
  if (!points && !found.columns.place && !(found.columns.lng && found.columns.lat)) {
    take('place', (text) => readPair(text) !== null && !isNumeric(text), 0.8)
    if (!found.columns.place) {
      const pair = free.filter((column) => share(rows, column.at, within(180)) >= 0.9)
      const [one, other] = pair
      if (!found.columns.lng && !found.columns.lat && one && other) {
        // Values beyond 90 are longitudes; otherwise the first column is taken as longitude, as in most tables.
        const swapped = share(rows, other.at, within(90)) < share(rows, one.at, within(90))
        const [lng, lat] = swapped ? [other, one] : [one, other]
        for (const [meaning, column] of [
          ['lng', lng],
          ['lat', lat],
        ] as const) {
          found.columns[meaning] = [column.name]
          found.guesses.push({ about: meaning, column: column.name, confidence: 0.5, reason: BY_LOOK })
        }
      }
    }
  }
  take('power', (text) => WATTS.test(text), 0.7)
  // Columns named like identifiers are left out: `NH` is a sodium lamp, but the code of a neighbourhood may be `NH-001`.
  const isKind = ({ name, kinds }: Column): boolean => (kinds !== undefined || rows.length < FEW_ROWS) && !IDENTIFIER.test(name)
  take('lampType', (text) => isLampType(tidy(text)), 0.8, isKind)
}

const unique = (rows: readonly RawRow[], at: number): boolean => {
  const values = rows.map(({ cells }) => cells[at] ?? '')
  return values.every((text) => text !== '') && new Set(values).size >= values.length * 0.98
}

/** Returns the column of each meaning, by name and content, with the reason. `points`: the file has its own geometry. */
export const guessColumns = (columns: readonly Column[], rows: readonly RawRow[], points: boolean): Found => {
  const found = byName(columns, rows)
  byLook(found, columns, rows, points)
  const number = found.columns.number?.[0]
  const at = columns.findIndex(({ name }) => name === number)
  // A key must be unique except for post numbers: a repeated number is an error of its row.
  if (!found.columns.key && number && (!found.columns.post?.includes(number) || unique(rows, at))) {
    found.columns.key = [number]
    found.guesses.push({
      about: 'key',
      column: number,
      confidence: 0.7,
      reason: ['没有标识列，按编号识别', 'There is no key column: lamps are identified by their number'],
    })
  }
  if (found.columns.place && found.columns.lng && found.columns.lat) found.columns.place = undefined
  return found
}
