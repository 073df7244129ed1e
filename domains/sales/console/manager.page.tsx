import { useT } from '@lamplight/console-kit'
import { type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import { Answered, ChosenPage } from './chosen-page.tsx'
import { M } from './sales.messages.ts'
import { useSales } from './use-sales.ts'

interface Person {
  readonly id: string
  readonly name: string
}
interface AreaNode {
  readonly id: string
  readonly title: string
  readonly managers: readonly Person[]
  readonly reviewers: readonly Person[]
  readonly children?: readonly AreaNode[]
}
interface AreaRow extends AreaNode {
  readonly depth: number
}
const flat = (nodes: readonly AreaNode[], depth = 0): AreaRow[] =>
  nodes.flatMap((node) => [{ ...node, depth }, ...flat(node.children ?? [], depth + 1)])
const names = (people: readonly Person[]): string => people.map(({ name }) => name).join(', ') || '—'
const COLUMNS: readonly RowColumn<AreaRow>[] = [
  { key: 'area', label: M.area, width: 280, cell: (row) => `${'　'.repeat(row.depth)}${row.title}` },
  { key: 'managers', label: M.manager, width: 240, cell: (row) => names(row.managers) },
  { key: 'reviewers', label: M.reviewer, width: 240, cell: (row) => names(row.reviewers) },
]

const Managers = ({ tenantId }: { readonly tenantId: string }) => {
  const t = useT()
  const query = useSales<readonly AreaNode[]>('areaManage/tree', { tenantId })
  return (
    <Answered query={query} isEmpty={(nodes) => nodes.length === 0}>
      {(nodes) => <RowTable columns={COLUMNS} rows={flat(nodes)} label={t(M.managers)} keyOf={(row) => row.id} />}
    </Answered>
  )
}

/** Who answers for the areas of a chosen tenant. */
export const SalesManagerPage = () => (
  <ChosenPage title={M.managers} about={M.managersAbout}>
    {(tenantId) => <Managers tenantId={tenantId} />}
  </ChosenPage>
)
