import { api, Empty, useT } from '@lamplight/console-kit'
import { Pager, type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './concentrator.css'

const SIZE = 20
const EVERY_MS = 30_000

interface Paged<R> {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly columns: readonly RowColumn<R>[]
  readonly label: Text
  readonly empty: Text
}
/** Rows of a paged call. */
export const PagedRows = <R extends { readonly id: string }>({ path, params, columns, label, empty }: Paged<R>) => {
  const t = useT()
  const [page, setPage] = useState({ current: 1, size: SIZE })
  const query = useQuery({
    queryKey: ['cabinets.concentrator', path, params, page],
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    queryFn: ({ signal }) => api.get<{ records: readonly R[]; total: number }>(path, { ...params, ...page }, { signal, quiet: true }),
  })
  if (!query.data) return <Waiting query={query} rows={6} />
  if (query.data.total === 0) return <Empty text={t(empty)} />
  return (
    <section className="ll-cabinets-tab">
      <RowTable columns={columns} rows={query.data.records} label={t(label)} keyOf={({ id }) => id} />
      <Pager {...page} total={query.data.total} onChange={setPage} />
    </section>
  )
}
