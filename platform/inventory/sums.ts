import type { Text } from '@lamplight/kit'
import type { Inspection, Mapping, Meaning, RawRow } from './model.ts'
import { tidy, withoutAccents } from './tidy.ts'
import { readPower } from './words.ts'

/** Totals of all rows of a file, including those that the import will refuse. */
export interface FileSums {
  readonly lamps: number
  /** W */
  readonly watts: number
  /** Sums of the number columns that are not used although their names suggest counts or power. */
  readonly unread: readonly { readonly column: string; readonly sum: number }[]
}
/** Names of columns that suggest counts or power. */
const QUANTITY =
  /cant(?:idad)?|count|qty|quant|anzahl|nombre|\bnb|num(?:ero)? de|\bper\b|\bpor\b|lamps|heads|units|power|watt|\bkw\b|poten|puiss|leist|数量|盏数|灯头|功率|瓦|수량|개수|전력|台数|電力/
const TOTAL = /total|合计|总|gesamt|합계|合計/
const UNREAD_AT_MOST = 5

/**
 * Adds up the rows of a file: lamps by the count of each row, power by count and wattage. It does not use the planner, so that a preview
 * can compare both results.
 */
export const createSums = ({ columns }: Pick<Inspection, 'columns'>, mapping: Mapping) => {
  const names = columns.map(({ name }) => name)
  const used = new Set(Object.values(mapping.columns).flat())
  const numeric = columns.flatMap(({ name, type }, at) =>
    type === 'number' && !used.has(name) && QUANTITY.test(withoutAccents(name).replaceAll('_', ' ')) ? [{ column: name, at, sum: 0 }] : [],
  )
  const get = ({ cells }: RawRow, meaning: Meaning): string => {
    for (const name of mapping.columns[meaning] ?? []) {
      const text = tidy(cells[names.indexOf(name)] ?? '')
      if (text !== '') return text
    }
    return ''
  }
  const isTotal = (mapping.columns.power ?? []).some((name) => TOTAL.test(withoutAccents(name)))
  const sums = { lamps: 0, watts: 0 }
  const add = (row: RawRow): void => {
    const count = get(row, 'count')
    const first = readPower(get(row, 'power'), mapping.powerUnit)
    const others = (['power2', 'power3', 'power4'] as const).flatMap(
      (meaning) => readPower(get(row, meaning), mapping.powerUnit).power ?? [],
    )
    const lamps = /^\d+$/.test(count) ? Number(count) : 1 + others.length
    const isApart = isTotal || others.length > 0 || first.parts.length > 1
    sums.lamps += lamps
    sums.watts += (first.power ?? 0) * (isApart ? 1 : lamps) + others.reduce((sum, watts) => sum + watts, 0)
    for (const column of numeric) column.sum += Number((row.cells[column.at] ?? '').replace(',', '.')) || 0
  }
  return {
    see: (rows: readonly RawRow[]): void => rows.forEach(add),
    result: (): FileSums => ({
      ...sums,
      unread: numeric.slice(0, UNREAD_AT_MOST).map(({ column, sum }) => ({ column, sum: Math.round(sum * 1000) / 1000 })),
    }),
  }
}

const kilo = (watts: number): string => (Math.round(watts) / 1000).toFixed(3)
/** Returns notes if the imported lamps and power differ from the sums of the file, and for each column of quantities that was not used. */
export const sumNotes = (file: FileSums, imported: { readonly lamps: number; readonly watts: number }): readonly Text[] => {
  const notes: Text[] = file.unread.map(({ column, sum }) => [
    `列“${column}”（合计 ${sum}）没有使用：如果它是灯数或功率，请在“核对列”中指定`,
    `The column "${column}" (sum ${sum}) is not used: if it contains the number of lamps or their power, choose it among the columns`,
  ])
  if (file.lamps !== imported.lamps || Math.abs(file.watts - imported.watts) >= 1)
    notes.unshift([
      `文件合计 ${file.lamps} 盏、${kilo(file.watts)} kW，将导入 ${imported.lamps} 盏、${kilo(imported.watts)} kW`,
      `The file contains ${file.lamps} lamps with ${kilo(file.watts)} kW; ${imported.lamps} lamps with ${kilo(imported.watts)} kW would be imported`,
    ])
  return notes
}
