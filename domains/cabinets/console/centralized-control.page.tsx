import { Age, api, Empty, PageHeader, useT } from '@lamplight/console-kit'
import { detailHref, FieldsHost, knownResource, Link, LoadError, Pager, RowsSkeleton } from '@lamplight/console-kit/resource'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './concentrator.css'
import { M } from './concentrator.messages.ts'
import { ConcentratorLoops, type ConcentratorRow, nameOf } from './concentrator-loops.tsx'
import { OF_POLES } from './pole-system.ts'

const SIZE = 5
const EVERY_MS = 30_000

/** Lists the concentrators of smart-pole projects with their loops. Each loop can be switched. */
export const CentralizedControlPage = () => {
  const t = useT()
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState({ current: 1, size: SIZE })
  const query = useQuery({
    queryKey: ['cabinets.concentrator', 'control', keyword, page],
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    queryFn: ({ signal }) =>
      api.get<{ records: readonly ConcentratorRow[]; total: number }>(
        'blade-city/concentrator/page',
        { keyword, ...OF_POLES, ...page },
        { signal, quiet: true },
      ),
  })
  const find = (text: string): void => {
    setKeyword(text.trim())
    setPage({ ...page, current: 1 })
  }
  return (
    <FieldsHost>
      <div className="ll-r-page">
        <PageHeader title={t(M.control)} about={t(M.controlAbout)} />
        <input
          type="search"
          className="ll-f-input ll-cabinets-find"
          placeholder={t(M.find)}
          aria-label={t(M.find)}
          onKeyDown={(event) => event.key === 'Enter' && find(event.currentTarget.value)}
          onBlur={(event) => event.currentTarget.value.trim() !== keyword && find(event.currentTarget.value)}
        />
        {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
        {query.isPending && <RowsSkeleton rows={8} cards={false} />}
        {query.data?.total === 0 && <Empty text={t(M.none)} />}
        {query.data?.records.map((row) => (
          <section key={row.id} className="ll-cabinets-one">
            <h2>
              <Link to={detailHref(knownResource('cabinets.concentrator'), row.id) ?? ''}>{nameOf(row)}</Link>
              <Age at={row.reportedAt ?? null} />
            </h2>
            <ConcentratorLoops row={row} />
          </section>
        ))}
        {query.data && query.data.total > SIZE && <Pager {...page} total={query.data.total} onChange={setPage} />}
      </div>
    </FieldsHost>
  )
}
