import type { Text } from '@lamplight/kit'
import { signatureOf } from './columns.ts'
import { type Inspection, type Mapping, MEANING_LABELS, MEANINGS } from './model.ts'
import { gridOf } from './place/grids.ts'

/** Returns true if two names are the same column in different spelling. */
const sameColumn = (one: string, other: string): boolean => signatureOf([{ name: one }]) === signatureOf([{ name: other }])

/** Applies a mapping stored for another file with the same columns; the settings for reading the file stay those of this file. */
export const applyMapping = ({ columns, mapping: own }: Inspection, kept: Mapping): Mapping => {
  const meant: Record<string, readonly string[]> = {}
  for (const meaning of MEANINGS) {
    const found = (kept.columns[meaning] ?? []).flatMap((name) => {
      const column = columns.find((each) => each.name === name) ?? columns.find((each) => sameColumn(each.name, name))
      return column ? [column.name] : []
    })
    if (found.length > 0) meant[meaning] = found
  }
  const rules = (kept.rules ?? []).flatMap((rule) => {
    const column = columns.find((each) => each.name === rule.column) ?? columns.find((each) => sameColumn(each.name, rule.column))
    return column ? [{ ...rule, column: column.name }] : []
  })
  const { encoding, separator, sheet, headerRow } = own
  return {
    encoding,
    separator,
    sheet,
    headerRow,
    columns: meant,
    rules,
    place: kept.place,
    lengthUnit: kept.lengthUnit,
    powerUnit: kept.powerUnit ?? own.powerUnit ?? 'W',
    lampTypes: kept.lampTypes ?? {},
    ...(kept.nearby && { nearby: kept.nearby }),
  }
}

/** Largest number of columns named in a refusal. */
const NAMED = 30

/** Returns the fault of a mapping for this file: the field (`columns.power`, `place`) and the reason; null if it has none. */
export const mappingFault = (
  mapping: Mapping,
  { columns, sample, mapping: own }: Inspection,
): { readonly field: string; readonly text: Text } | null => {
  for (const meaning of MEANINGS)
    for (const name of mapping.columns[meaning] ?? [])
      if (!columns.some((column) => column.name === name))
        return { field: `columns.${meaning}`, text: [`没有列“${name.slice(0, 60)}”`, `there is no column "${name.slice(0, 60)}"`] }
  for (const { column } of mapping.rules ?? [])
    if (!columns.some(({ name }) => name === column))
      return { field: 'rules', text: [`没有列“${column.slice(0, 60)}”`, `there is no column "${column.slice(0, 60)}"`] }
  const named = columns
    .slice(0, NAMED)
    .map(({ name }) => `“${name.slice(0, 40)}”`)
    .join(' ')
  const lacks = (meaning: 'lng' | 'lat' | 'place') => ({
    field: `columns.${meaning}`,
    text: [
      `没有找到${MEANING_LABELS[meaning][0]}列，请在 ${named} 中指定`,
      `no column was found for the ${MEANING_LABELS[meaning][1].toLowerCase()}: choose one of ${named}`,
    ] as Text,
  })
  const { source } = mapping.place
  if (source === 'columns' && !mapping.columns.lng?.length) return lacks('lng')
  if (source === 'columns' && !mapping.columns.lat?.length) return lacks('lat')
  if (source === 'column' && !mapping.columns.place?.length) return lacks('place')
  const { form, epsg } = mapping.place
  if (form === 'projected' && epsg && epsg !== own.place.epsg && !gridOf(epsg))
    return { field: 'place.epsg', text: [`平台不支持 EPSG:${epsg}`, `the platform does not know EPSG:${epsg}`] }
  if (source === 'point' && sample.length > 0 && columns.length > 0 && sample.every(({ point }) => point === null))
    return { field: 'place', text: ['文件没有自己的坐标点', 'the file has no points of its own'] }
  return null
}
