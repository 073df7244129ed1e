import type { Text } from '@lamplight/kit'
import { hasPermission } from '../../session/menus.ts'
import { api } from '../../session/session.ts'
import { consoleOf, type ResourceConsole } from '../console-resource.ts'
import type { ListColumn } from '../list/columns.ts'
import type { Query } from '../list/list-state.ts'
import type { Selection } from '../list/selection.ts'

export const FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof FORMATS)[number]

/** Parameters of an export: the filters and order of the list, the selected columns, and the selected rows if any. */
export const exportParams = (filter: Query, columns: readonly string[], selection: Selection, format: ExportFormat): Query => ({
  ...filter,
  columns: columns.join(','),
  format,
  ...(selection.kind === 'rows' && selection.rows.size > 0 ? { ids: [...selection.rows.keys()].join(',') } : {}),
})

/** A possible column of a file. */
export interface ExportColumn {
  readonly name: string
  readonly label: Text
}
/** All columns that the user may export: those of the list, then those of referenced rows. */
export const exportColumns = ({ resource }: ResourceConsole, all: readonly ListColumn[]): readonly ExportColumn[] => {
  const { export: options } = resource.io ?? {}
  const also = typeof options === 'object' ? options.also : []
  return [
    ...all,
    ...also.flatMap((name) => {
      const [by = '', of = ''] = name.split('.')
      const target = consoleOf((resource.fields[by]?.options as { to?: string } | undefined)?.to ?? '')?.resource
      const field = target?.fields[of]
      return target && field && hasPermission(`${target.code}_view`) ? [{ name, label: field.options.label }] : []
    }),
  ]
}

/** Downloads the list. The server chooses the file name. */
export const exportList = async (console: ResourceConsole, params: Query): Promise<void> => {
  await api.download(`${console.resource.api.base}/export`, params, { name: `${console.resource.code}.${params.format}` })
}
