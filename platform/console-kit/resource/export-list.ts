import type { Text } from '@lamplight/kit'
import { hasPermission } from '../session/menus.ts'
import { api } from '../session/session.ts'
import type { ListColumn } from './columns.ts'
import { consoleOf, type ResourceConsole } from './console-resource.ts'
import type { Query } from './list-state.ts'
import type { Selection } from './selection.ts'

export const FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof FORMATS)[number]

/** Parameters of the export of what is shown: the same filters and order, the chosen columns, the chosen rows if any. */
export const exportParams = (filter: Query, columns: readonly string[], selection: Selection, format: ExportFormat): Query => ({
  ...filter,
  columns: columns.join(','),
  format,
  ...(selection.kind === 'rows' && selection.rows.size > 0 ? { ids: [...selection.rows.keys()].join(',') } : {}),
})

/** A column that a file may have. */
export interface ExportColumn {
  readonly name: string
  readonly label: Text
}
/** Every column that the user may export: those of the list, then those that references reach. */
export const exportColumns = ({ resource }: ResourceConsole, all: readonly ListColumn[]): readonly ExportColumn[] => {
  const { export: given } = resource.io ?? {}
  const also = typeof given === 'object' ? given.also : []
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

/** Downloads what the list shows. The server names the file after what is in it. */
export const exportList = async (console: ResourceConsole, params: Query): Promise<void> => {
  await api.download(`${console.resource.api.base}/export`, params, { name: `${console.resource.code}.${params.format}` })
}
