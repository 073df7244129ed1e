import type { ReactNode } from 'react'
import { LoadError, type Loading, RowsSkeleton } from './list-states.tsx'
import { Pager, type PagerProps } from './pager.tsx'
import { RowTable, type RowTableProps } from './row-table.tsx'

interface Props<R> extends Omit<RowTableProps<R>, 'stale'> {
  /** The call that answers the rows. */
  readonly query: Loading & { readonly isPending: boolean; readonly dataUpdatedAt: number; readonly isPlaceholderData: boolean }
  readonly page: PagerProps
  /** Shown if the call found no rows. */
  readonly empty: ReactNode
  /** Number of placeholder rows. */
  readonly skeleton?: number
  /** Shown above the table if there are rows. */
  readonly above?: ReactNode
}

/** The rows of a paged call with their pager, or what stands in their place: placeholders, a failure, nothing found. */
export const PagedTable = <R,>({ query, page, empty, skeleton = 10, above, ...table }: Props<R>): ReactNode => {
  const { isError, error, isPending, isPlaceholderData, data, dataUpdatedAt, refetch } = query
  const hasRows = table.rows.length > 0
  return (
    <>
      {isError && <LoadError error={error} at={hasRows ? dataUpdatedAt : 0} onRetry={() => void refetch()} />}
      {isPending && <RowsSkeleton rows={skeleton} cards={false} />}
      {data !== undefined && !hasRows && empty}
      {hasRows && (
        <>
          {above}
          <RowTable {...table} stale={isPlaceholderData} />
          <Pager {...page} />
        </>
      )}
    </>
  )
}
