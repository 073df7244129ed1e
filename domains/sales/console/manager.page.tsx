import { type AnswerOf, Empty, PageHeader, useT } from '@lamplight/console-kit'
import { FieldsHost, LoadError, type RowColumn, RowsSkeleton, RowTable, useFixedParams } from '@lamplight/console-kit/resource'
import type { teamTree } from '@lamplight/places/server'
import { ChosenTenant, TenantChooser } from './chosen-tenant.tsx'
import { M } from './sales.messages.ts'
import { useSales } from './use-sales.ts'

type AreaNode = AnswerOf<typeof teamTree>[number]
type AreaRow = AreaNode & { readonly depth: number }
const flat = (nodes: readonly AreaNode[], depth = 0): AreaRow[] =>
  nodes.flatMap((node) => [{ ...node, depth }, ...flat(node.children ?? [], depth + 1)])
const names = (people: AreaNode['managers']): string => people.map(({ name }) => name).join(', ') || '—'
const COLUMNS: readonly RowColumn<AreaRow>[] = [
  { key: 'area', label: M.area, width: 280, cell: (row) => `${'　'.repeat(row.depth)}${row.title}` },
  { key: 'managers', label: M.manager, width: 240, cell: (row) => names(row.managers) },
  { key: 'reviewers', label: M.reviewer, width: 240, cell: (row) => names(row.reviewers) },
]

const Managers = () => {
  const t = useT()
  const { data, error, refetch } = useSales<AnswerOf<typeof teamTree>>('areaManage/tree', useFixedParams())
  return (
    <FieldsHost>
      <div className="ll-r-page">
        <PageHeader title={t(M.managers)} about={t(M.managersAbout)} />
        <TenantChooser />
        {error && <LoadError error={error} at={0} onRetry={() => void refetch()} />}
        {!data && !error && <RowsSkeleton rows={6} cards={false} />}
        {data?.length === 0 && <Empty text={t(M.noAreas)} />}
        {data && data.length > 0 && <RowTable columns={COLUMNS} rows={flat(data)} label={t(M.managers)} keyOf={(row) => row.id} />}
      </div>
    </FieldsHost>
  )
}

/** Managers and reviewers of the areas of a selected tenant, including those inherited from parent areas. */
export const SalesManagerPage = () => (
  <ChosenTenant title={M.managers}>
    <Managers />
  </ChosenTenant>
)
