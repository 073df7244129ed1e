import { modelOf } from '@lamplight/fields/model'
import type { Text } from '@lamplight/kit'
import type { ResourceConsole } from './console-resource.ts'
import type { Entry } from './entry.ts'
import { listHref } from './known.ts'
import type { Selection } from './selection.ts'

/** A label to print: the address in its QR code, and the texts below it. */
export interface QrLabel {
  readonly address: string
  readonly sn: string
  readonly name: string
}

/** Labels on one sheet; more would take the browser seconds to draw. */
const MAX_LABELS = 200
export const TOO_MANY: Text = [
  `一次最多打印 ${MAX_LABELS} 张，请逐条选择`,
  `At most ${MAX_LABELS} labels at a time. Select rows one by one`,
]

/** The field with the number on the label of a row; null if the rows have none. */
const numberField = ({ resource }: ResourceConsole): string | null => {
  const { sn } = resource.fields
  return sn?.options.unique ? (modelOf(sn).wireNames('sn', sn.options)[0] ?? null) : null
}

/** True if the rows have a unique number `sn`, and a list page that the address in the QR code can open. */
export const hasLabels = (console: ResourceConsole): boolean =>
  console.ui.labels !== false && numberField(console) !== null && listHref(console) !== null

/** The labels of the chosen rows; null if rows were not chosen one by one, or too many were. */
export const labelsOf = (console: ResourceConsole, selection: Selection): readonly QrLabel[] | null => {
  const field = numberField(console)
  if (field === null || selection.kind === 'filter' || selection.rows.size > MAX_LABELS) return null
  const page = console.ui.labels || `${listHref(console)}?${field}=`
  return [...selection.rows.values()].map(({ row }: Entry) => {
    const sn = String(row.sn ?? '')
    return { address: `${window.location.origin}${page}${encodeURIComponent(sn)}`, sn, name: String(row.name ?? '') }
  })
}
