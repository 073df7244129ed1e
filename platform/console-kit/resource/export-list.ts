import { api } from '../session/session.ts'
import type { ListColumn } from './columns.ts'
import type { Query } from './list-state.ts'
import type { ResourceConsole } from './on-console.ts'
import type { Selection } from './selection.ts'

/** Parameters of the export of what is shown: the same filters and order, the shown columns, the chosen rows if any. */
export const exportParams = (filter: Query, columns: readonly ListColumn[], selection: Selection): Query => ({
  ...filter,
  columns: columns.map((column) => column.name).join(','),
  ...(selection.kind === 'rows' && selection.rows.size > 0 ? { ids: [...selection.rows.keys()].join(',') } : {}),
})

/** Downloads what the list shows as CSV. */
export const exportList = async (
  console: ResourceConsole,
  filter: Query,
  columns: readonly ListColumn[],
  selection: Selection,
): Promise<void> => {
  const { resource } = console
  await api.download(`${resource.api.base}/export`, exportParams(filter, columns, selection), { name: `${resource.code}.csv` })
}
