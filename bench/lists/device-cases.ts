import { modelOf } from '@lamplight/fields/model'
import type { Field, ResourceDefinition } from '@lamplight/kit'
import type { ResourceServer } from '@lamplight/server-kit'
import { canSort, columnsOf } from '../../platform/console-kit/resource/list/columns.ts'
import { idOf } from './device-data.ts'

type Row = Readonly<Record<string, unknown>>
type Query = Readonly<Record<string, string>>
/** One request of a list. */
export type ListCase = readonly [what: string, query: Query]

/** A value that no row has. */
const NOBODY = 'nobody-7q'
const NO_ID = '17'
const LONG_AGO = ['2001-01-01 00:00:00', '2001-01-02 00:00:00'] as const
/** Resources of the ids that filters of the slices take, and texts of others. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  groupId: [idOf('devices.group', 7), NO_ID],
  gatewayId: [idOf('devices.gateway', 7), NO_ID],
  streetId: [idOf('lighting.street', 7), NO_ID],
  deviceId: [idOf('lighting.controller', 77), NO_ID],
  gwSn: ['GATEWAY-7', NOBODY],
  lampName: ['lamp name-777', NOBODY],
  keyword: ['77', NOBODY],
  supplierCode: ['supplier code-7', NOBODY],
}
const OWN_INT = ['1', '2', '3']

interface Options {
  readonly values?: Readonly<Record<string, unknown>>
  readonly words?: Readonly<Record<string, unknown>>
  readonly search?: boolean | string
  readonly max?: number
}
const first = (rows: readonly Row[], wire: string): string | undefined => {
  const row = rows.find((one) => one[wire] !== '' && one[wire] !== -1 && one[wire] !== null && one[wire] !== undefined)
  return row && String(row[wire])
}

/** Parameters of the search field of a list, as the console sends them: with values of the rows, and with values that no row has. */
const filtersOf = (wire: string, { kind, options }: Field, rows: readonly Row[]): Query[] => {
  const { values = {}, words = {}, search, max = 1e6 } = options as Options
  const known = first(rows, wire)
  const equal = (...texts: (string | undefined)[]): Query[] => texts.flatMap((text) => (text ? [{ [wire]: text }] : []))
  switch (kind) {
    case 'text':
      return equal(known?.slice(-4), known?.slice(0, 4), NOBODY.slice(0, max))
    case 'ref':
      return equal(known, NO_ID)
    case 'choice':
      return equal(...Object.keys(values), ...(search === 'in' ? [Object.keys(values).slice(-2).join()] : []))
    case 'flag':
      return equal('1', '0')
    case 'terms':
      return equal(known?.split(',')[0], ...Object.keys(words).slice(-1))
    case 'time':
      return [LONG_AGO, ['2026-01-01 00:00:00', '2036-01-01 00:00:00'] as const, ...(known ? [[known, known] as const] : [])].map(
        ([from, to]) => ({ [`${wire}_datege`]: from, [`${wire}_datele`]: to }),
      )
    case 'int':
    case 'number':
      if (search !== 'range') return equal(known, String(max))
      return [
        { [`${wire}_ge`]: String(max) },
        ...(known ? [{ [`${wire}_ge`]: known, [`${wire}_le`]: known }, { [`${wire}_ge`]: known }] : []),
      ]
    default:
      return equal(known, NOBODY)
  }
}

/** Every page, filter and order that a list offers: its search fields, its other filters, and the columns by which it sorts. */
export const casesOf = ({ resource, implementation }: ResourceServer, rows: readonly Row[], total: number, size: number): ListCase[] => {
  const fields = Object.entries(resource.fields).filter(([, { options }]) => options.search)
  const filters = fields.flatMap(([name, field]) => filtersOf(modelOf(field).wireNames(name, field.options)[0] ?? name, field, rows))
  if (resource.keyword) filters.push({ keyword: '777' }, { keyword: first(rows, 'name')?.slice(0, 4) ?? '8' }, { keyword: NOBODY })
  for (const [name, { type }] of Object.entries(implementation.filters ?? {}))
    for (const value of OWN[name] ?? (type === 'int' ? OWN_INT : [NO_ID])) filters.push({ [name]: value })
  const sorts = columnsOf(resource as ResourceDefinition)
    .filter((column) => canSort(column, total))
    .flatMap(({ sortBy }): Query[] => [{ ascs: String(sortBy) }, { descs: String(sortBy) }])
  const far = Math.max(1, Math.ceil(total / size) - 1)
  const pages: ListCase[] = [
    ['page 1', { current: '1' }],
    [`page ${far}`, { current: String(far) }],
  ]
  return [...pages, ...[...filters, ...sorts].map((query): ListCase => [new URLSearchParams(query).toString(), query])]
}
