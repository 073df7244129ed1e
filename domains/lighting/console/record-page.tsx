import { api, Empty, PageHeader, type PathOf, type RecordOf, type TypedCall, useT, useTab } from '@lamplight/console-kit'
import { ChoiceFilter, FieldsHost, PagedTable, type RowColumn, TextFilter } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

const SIZE = 30

/** A filter of a list: a text, or one of some values. */
export interface RecordFilter {
  readonly name: string
  readonly label: Text
  readonly values?: Readonly<Record<string, Text>>
}
type RowOf<R extends TypedCall<'GET'>> = RecordOf<R> & { readonly id: string }
export interface RecordPageProps<R extends TypedCall<'GET'>> {
  readonly title: Text
  readonly about: Text
  readonly none: Text
  /** The call that answers a page of rows. */
  readonly path: PathOf<R>
  readonly filters: readonly RecordFilter[]
  readonly columns: (reload: () => void) => readonly RowColumn<RowOf<R>>[]
  /** Further parameters of the call. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Interval in which the rows are read again, ms. */
  readonly every?: number | undefined
  /** Buttons of the header. */
  readonly actions?: (shown: { readonly total: number; readonly filter: Readonly<Record<string, string>> }) => ReactNode
}

const Filter = ({ filter: { label, values }, ...of }: { filter: RecordFilter; value: string; onChange: (value: string) => void }) =>
  values ? <ChoiceFilter label={label} options={values} {...of} /> : <TextFilter label={label} {...of} />

/** A list that joins rows of several resources, and so has no definition: filters in the address, rows by pages. */
const Records = <R extends TypedCall<'GET'>>({ title, about, none, path, filters, columns, fixed, every, actions }: RecordPageProps<R>) => {
  const t = useT()
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = Number(place.size) || SIZE
  const values = Object.fromEntries(filters.map(({ name }) => [name, place[name] ?? '']))
  const wanted = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const query = useQuery({
    queryKey: ['records', path, wanted, fixed, current, size],
    refetchInterval: every ?? false,
    queryFn: ({ signal }) =>
      api.get<{ records: readonly RowOf<R>[]; total: number }>(path, { ...wanted, ...fixed, current, size }, { signal, quiet: true }),
  })
  return (
    <div className="ll-r-page">
      <PageHeader title={t(title)} about={t(about)}>
        {actions?.({ total: query.data?.total ?? 0, filter: wanted })}
      </PageHeader>
      <search className="ll-r-search">
        {filters.map((filter) => (
          <Filter
            key={filter.name}
            filter={filter}
            value={values[filter.name] ?? ''}
            onChange={(value) => setQuery({ [filter.name]: value, current: '' })}
          />
        ))}
      </search>
      <PagedTable
        query={query}
        page={{ current, size, total: query.data?.total ?? 0, onChange: setQuery }}
        empty={<Empty text={t(none)} />}
        columns={columns(() => void query.refetch())}
        rows={query.data?.records ?? []}
        label={t(title)}
        keyOf={(row) => row.id}
      />
    </div>
  )
}

export const RecordPage = <R extends TypedCall<'GET'>>(props: RecordPageProps<R>) => (
  <FieldsHost>
    <Records {...props} />
  </FieldsHost>
)
