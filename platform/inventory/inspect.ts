import type { Text } from '@lamplight/kit'
import { describeColumns, guessColumns, signatureOf } from './columns.ts'
import { countryOfZone, isInCountry } from './countries.ts'
import { natureOf } from './format.ts'
import { guessPlace } from './guess-place.ts'
import { UnreadableInventory } from './limits.ts'
import type { Column, Guess, Inspection, LengthUnit, Mapping, PlaceReading, RawRow, Reading, Refusal } from './model.ts'
import type { Near } from './place-question.ts'
import { guessRules } from './row-rules.ts'
import { type Survey, survey } from './survey.ts'
import { lengthUnitIn, powerUnitIn, readLength } from './words.ts'

export interface InspectOptions {
  /** The user's corrections for reading the file; other settings are detected. */
  readonly reading?: Partial<Reading>
  /** Columns given by the user: they override the detected ones, also for reading places. */
  readonly columns?: Mapping['columns']
  /** WGS-84 positions of known lamps: they help to tell longitude from latitude, and one projection from another. */
  readonly near?: readonly Near[]
  /** Time zone of the tenant: its country helps to tell one projection from another. */
  readonly zone?: string
}

const SHOWN = 20
/** Taller than any lamp post in metres: the numbers are feet. */
const TALL = 18
/** Lower than any lamp post: the numbers are class codes. */
const LOW = 2

interface Heights {
  readonly unit: LengthUnit
  readonly guesses: readonly Guess[]
  /** True if the column does not contain lengths. */
  readonly none: boolean
}
const guessHeights = (column: Column | undefined, cells: readonly string[]): Heights => {
  if (!column) return { unit: 'm', guesses: [], none: false }
  const heightsIn = (unit: LengthUnit, confidence: number, reason: Guess['reason'], none = false): Heights => ({
    unit,
    guesses: [{ about: 'lengthUnit', column: none ? null : column.name, confidence, reason }],
    none,
  })
  const named = lengthUnitIn(column.name.replaceAll('_', ' '))
  if (named) return heightsIn(named, 0.95, ['列名注明单位', 'The name of the column says so'])
  const heights = cells.flatMap((cell) => (/^\d+(?:\.\d+)?$/.test(cell) ? [Number(cell)] : [])).sort((one, other) => one - other)
  if (heights.length > 0 && heights.filter((height) => height > 0 && height < LOW).length > heights.length / 10)
    return heightsIn(
      'm',
      0.6,
      [`“${column.name}”像分级代码，不像高度，未采用`, `"${column.name}" looks like codes, not heights, and is not used`],
      true,
    )
  if ((heights[heights.length >> 1] ?? 0) >= TALL)
    return heightsIn('ft', 0.7, ['数值作为米过高，按英尺', 'The values are too tall for metres: read as feet'])
  const written = cells.some((cell) => readLength(cell, 'm') !== null)
  return heightsIn('m', written ? 0.8 : 0.5, ['数值符合米', 'They fit metres'])
}

const sourceOf = (rows: readonly RawRow[], columns: Mapping['columns']): PlaceReading['source'] => {
  const points = rows.filter(({ point }) => point !== null).length
  if (points > 0 && points * 2 >= rows.length) return 'point'
  if (columns.lng && columns.lat) return 'columns'
  return columns.place ? 'column' : points > 0 ? 'point' : 'columns'
}

/**
 * Returns the known lamps that lie in the tenant's country, or all known lamps if none lies there. Lamps that an earlier import placed in
 * another country by mistake must not decide the grid of the next import.
 */
const atHome = (near: readonly Near[], country: string | null): readonly Near[] => {
  const home = country === null ? [] : near.filter((place) => isInCountry(country, ...place))
  return home.length > 0 ? home : near
}

const conclude = (
  found: Survey,
  named: Mapping['columns'],
  near: readonly Near[],
  zone: string | undefined,
): Pick<Inspection, 'columns' | 'mapping' | 'guesses' | 'question' | 'asks' | 'grids'> => {
  const { names, rows } = found
  const columns = describeColumns(names, rows)
  const points = rows.some(({ point }) => point !== null)
  const { columns: guessed, guesses } = guessColumns(columns, rows, points)
  const meant = { ...guessed, ...named }
  const indexOf = (name: string | undefined): number => (name === undefined ? -1 : names.indexOf(name))
  const source = sourceOf(rows, meant)
  const at = { lng: indexOf(meant.lng?.[0]), lat: indexOf(meant.lat?.[0]), place: indexOf(meant.place?.[0]) }
  const axes = `${meant.lng?.[0] ?? ''} ${meant.lat?.[0] ?? ''}`
  const country = zone === undefined ? null : countryOfZone(zone)
  const place = guessPlace(rows, source, at, { code: found.code, named: axes, near: atHome(near, country), country })
  const height = indexOf(meant.height?.[0])
  const heights = guessHeights(columns[height], height < 0 ? [] : rows.flatMap(({ cells }) => (cells[height] ? [cells[height]] : [])))
  const kept = { ...meant }
  const { rules, guesses: ruleGuesses } = guessRules(columns, meant.lampType ?? [])
  const powerUnit = (meant.power ?? []).map(powerUnitIn).find((unit) => unit !== null) ?? 'W'
  if (heights.none) delete kept.height
  if (source === 'point') {
    delete kept.lng
    delete kept.lat
    delete kept.place
  }
  return {
    columns,
    question: found.question ?? place.question,
    asks: found.question ? 'rows' : place.asksForGrid ? 'grid' : null,
    grids: place.grids,
    mapping: { ...found.reading, columns: kept, place: place.reading, lengthUnit: heights.unit, powerUnit, rules, lampTypes: {} },
    guesses: [
      ...found.guesses,
      ...guesses.filter(({ about }) => !(about in meant) || about in kept),
      ...place.guesses,
      ...heights.guesses,
      ...ruleGuesses,
    ],
  }
}

const notesOn = (
  { names, rows, litWays, notes: read = [] }: Survey,
  { place, columns, headerRow }: Mapping,
  guesses: readonly Guess[],
): readonly Text[] => {
  const notes: Text[] = [...read]
  const placed = place.source === 'point' || (place.source === 'column' ? columns.place : columns.lng && columns.lat)
  if (rows.length === 0 && litWays === 0) notes.push(['文件中没有灯具', 'There are no lamps in the file'])
  else if (rows.length > 0 && !placed) notes.push(['没有找到坐标列，请指定', 'No columns of coordinates were found: choose them'])
  if (place.form === 'projected') notes.push(...guesses.filter(({ about }) => about === 'placeForm').map(({ reason }) => reason))
  notes.push(...guesses.filter(({ about }) => about === 'rules').map(({ reason }) => reason))
  notes.push(...guesses.filter(({ about, column }) => about === 'lengthUnit' && column === null).map(({ reason }) => reason))
  if (headerRow === 0)
    notes.push([`文件没有列名，${names.length} 列按序号称呼`, `The file has no column names: its ${names.length} columns are numbered`])
  if (litWays > 0) notes.push([`${litWays} 条标注有照明的道路可推荐灯位`, `Lamps can be suggested along ${litWays} lit ways`])
  return notes
}

/**
 * Inspects a file: its type (by content, not name), its columns, their probable meanings and the reasons. Reads at most 5,000 rows (3,000,000
 * elements of OpenStreetMap). Returns a refusal with a text if the file cannot be read.
 */
export const inspectInventory = async (
  path: string,
  { reading = {}, columns: named = {}, near = [], zone }: InspectOptions = {},
): Promise<Inspection | Refusal> => {
  try {
    const nature = await natureOf(path, reading.encoding)
    const found = await survey(path, nature, reading)
    const { columns, mapping, guesses, ...asked } = conclude(found, named, near, zone)
    return {
      format: nature.format,
      size: nature.size,
      columns,
      sheets: found.sheets,
      signature: signatureOf(columns),
      mapping,
      guesses,
      ...asked,
      rows: { count: found.rows.length, exact: found.exact },
      sample: found.rows.slice(0, SHOWN),
      litWays: found.litWays,
      notes: notesOn(found, mapping, guesses),
    }
  } catch (thrown) {
    if (thrown instanceof UnreadableInventory) return { refusal: thrown.text }
    throw thrown
  }
}
