import type { Text } from '@lamplight/kit'
import { readLampType } from './light-sources.ts'
import type { Mapping, Meaning, RawRow } from './model.ts'
import { withoutAccents } from './tidy.ts'
import { readPower } from './words.ts'

/** One of the lamps in a row. */
export interface LampHead {
  /** W */
  readonly power: number | null
  readonly lampType: string | null
}
/** Largest number of lamps on a post; a larger count means something else. */
const HEADS_AT_MOST = 12
const CACHED = 10_000
const NO_POWER: Text = ['没有功率，留空', 'No wattage: left empty']
const NO_LAMP: Text = ['灯头数为 0，未导入', 'The number of lamps is 0: not imported']
const BAD_COUNT: Text = [
  `灯头数不是 1 到 ${HEADS_AT_MOST}，按 1 盏导入`,
  `The number of lamps is not 1 to ${HEADS_AT_MOST}: imported as one lamp`,
]
const several = (count: number): Text => [
  `一行 ${count} 盏灯，按 ${count} 盏导入`,
  `${count} lamps in one row: ${count} lamps are imported`,
]
const differs = (counted: number, stated: number): Text => [
  `灯头数 ${counted} 与 ${stated} 个功率不一致，按较多的导入`,
  `The number of lamps (${counted}) and of wattages (${stated}) differ: the larger number is imported`,
]
const ZERO = /^0+(?:[.,]0+)?\s*w?$/i
const TOTAL = /total|合计|总|gesamt|합계|合計/

const cached = <T>(read: (cell: string) => T): ((cell: string) => T) => {
  const known = new Map<string, T>()
  return (cell) => {
    const before = known.get(cell)
    if (before !== undefined) return before
    const value = read(cell)
    if (known.size < CACHED) known.set(cell, value)
    return value
  }
}

interface Heads {
  readonly heads: readonly LampHead[]
  /** Remarks about doubtful values. */
  readonly remarks: readonly Text[]
}
interface Part extends LampHead {
  readonly parts: readonly number[]
  readonly note: Text | null
}

/**
 * Reads the lamps of a row: one, or as many as its count or wattages say. A wattage applies to each lamp, unless its column is a total or the
 * cell lists the lamps (`2x58`). Returns none if the count is 0.
 */
export const headReader = (mapping: Mapping, get: (row: RawRow, meaning: Meaning) => string) => {
  const named = new Map(Object.entries(mapping.lampTypes ?? {}).map(([word, type]) => [word.toLowerCase(), type]))
  const typeOf = cached((cell) => named.get(cell.toLowerCase()) ?? readLampType(cell))
  const powerOf = cached((cell) => readPower(cell, mapping.powerUnit))
  const isTotal = (mapping.columns.power ?? []).some((name) => TOTAL.test(withoutAccents(name)))
  const further = ([2, 3, 4] as const).filter((head) => mapping.columns[`power${head}`] || mapping.columns[`lampType${head}`])

  const part = (power: string, type: string): Part => {
    const reading = powerOf(power)
    return { power: reading.power, lampType: typeOf(type) ?? reading.type, parts: reading.parts, note: reading.note }
  }
  const furtherParts = (row: RawRow): Part[] =>
    further.flatMap((head) => {
      const power = get(row, `power${head}`)
      // Lamps of one post are equal unless a column of their own says otherwise.
      const type = get(row, mapping.columns[`lampType${head}`] ? `lampType${head}` : 'lampType')
      const isThere = mapping.columns[`power${head}`] ? power !== '' && !ZERO.test(power) : type !== ''
      return isThere ? [part(power, type)] : []
    })
  /** Returns the lamp count in the row; null if it has none. */
  const counted = (row: RawRow, remarks: Text[]): number | null => {
    const cell = get(row, 'count')
    if (cell === '') return null
    const count = /^\d{1,3}$/.test(cell) ? Number(cell) : -1
    if (count >= 0 && count <= HEADS_AT_MOST) return count
    remarks.push(BAD_COUNT)
    return null
  }
  /** Different lamps, each from its own columns; if the count is larger, the last one is repeated. */
  const different = (parts: readonly Part[], count: number | null, remarks: Text[]): LampHead[] => {
    if (count !== null && count !== parts.length) remarks.push(differs(count, parts.length))
    return Array.from({ length: Math.max(parts.length, count ?? 0) }, (_, at) => parts[Math.min(at, parts.length - 1)]!)
  }
  /** Equal lamps from one wattage. */
  const equal = (one: Part, count: number): LampHead[] => {
    const each = one.power === null ? null : isTotal ? Math.round((one.power * 100) / count) / 100 : one.power
    const isApart = count > 1 && one.parts.length === count
    return Array.from({ length: count }, (_, at) => ({ power: isApart ? one.parts[at]! : each, lampType: one.lampType }))
  }

  return (row: RawRow): Heads => {
    const remarks: Text[] = []
    const count = counted(row, remarks)
    if (count === 0) return { heads: [], remarks: [NO_LAMP] }
    const power = get(row, 'power')
    const first = part(power, get(row, 'lampType'))
    const others = furtherParts(row)
    const parts = others.length > 0 && (power === '' || ZERO.test(power)) ? others : [first, ...others]
    const heads = parts.length > 1 ? different(parts, count, remarks) : equal(parts[0]!, count ?? 1)
    const isApart = heads.length > 1 && parts.length === 1 && first.parts.length === heads.length
    for (const { note } of parts) if (note && !isApart) remarks.push(note)
    if (parts.every(({ power: watts, note }) => watts === null && note === null)) remarks.push(NO_POWER)
    if (heads.length > 1) remarks.push(several(heads.length))
    return { heads, remarks }
  }
}
