import { api, notify, usePermission, useT } from '@lamplight/console-kit'
import { type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import { Picker } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { type ReactNode, useId, useState } from 'react'
import { Answered, ChosenPage } from './chosen-page.tsx'
import { M } from './sales.messages.ts'
import { SmallForm } from './small-form.tsx'
import { useSales } from './use-sales.ts'

export interface Node {
  readonly id: string
  readonly title: string
  readonly children?: readonly Node[]
}
const flat = (nodes: readonly Node[], depth = 0): { node: Node; depth: number }[] =>
  nodes.flatMap((node) => [{ node, depth }, ...flat(node.children ?? [], depth + 1)])
const within = (node: Node): string[] => [node.id, ...(node.children ?? []).flatMap(within)]

/** A tree of names as rows; what can be done with one comes from the page. */
export const NameTree = ({
  nodes,
  label,
  deeds,
}: {
  readonly nodes: readonly Node[]
  readonly label: Text
  readonly deeds?: (node: Node) => ReactNode
}) => {
  const t = useT()
  const columns: readonly RowColumn<{ node: Node; depth: number }>[] = [
    {
      key: 'name',
      label: M.nodeName,
      width: 360,
      cell: ({ node, depth }) => <span style={{ paddingInlineStart: `calc(var(--ll-space-6) * ${depth})` }}>{node.title}</span>,
    },
    ...(deeds
      ? [
          {
            key: 'deeds',
            label: M.deeds,
            width: 200,
            cell: ({ node }: { node: Node }) => <span className="ll-sales-row-deeds">{deeds(node)}</span>,
          },
        ]
      : []),
  ]
  return <RowTable columns={columns} rows={flat(nodes)} label={t(label)} keyOf={({ node }) => node.id} />
}

interface Kind {
  readonly title: Text
  readonly about: Text
  /** `area` or `project`: what the calls are called. */
  readonly call: 'area' | 'project'
  readonly permission: string
  readonly field: 'areaName' | 'name'
  readonly label: Text
  readonly addLabel: Text
}

const Move = ({ tenantId, node, nodes, onClose }: { tenantId: string; node: Node; nodes: readonly Node[]; onClose: () => void }) => {
  const t = useT()
  const id = useId()
  const [to, setTo] = useState<readonly string[]>([])
  const below = new Set(within(node))
  return (
    <SmallForm
      title={`${t(M.move)} ${node.title}`}
      lines={[]}
      button={t(M.moveDo, { n: 1 })}
      onSend={async () => {
        await api.post('blade-sales/project/moveProject', { body: { tenantId, ids: [node.id], parentId: to[0] ?? '' }, quiet: true })
        notify.success(M.saved)
      }}
      onClose={onClose}
    >
      <label htmlFor={id}>{t(M.moveTo)}</label>
      <Picker
        id={id}
        label={t(M.moveTo)}
        placeholder={t(M.top)}
        options={flat(nodes)
          .filter((one) => !below.has(one.node.id))
          .map((one) => ({ id: one.node.id, label: `${'　'.repeat(one.depth)}${one.node.title}` }))}
        chosen={to}
        onChange={setTo}
      />
      <p className="ll-r-field-hint">{t(M.movedAlong)}</p>
    </SmallForm>
  )
}

interface Editing {
  readonly node: Node | null
  readonly parentId: string
}
const Body = ({ tenantId, kind }: { readonly tenantId: string; readonly kind: Kind }) => {
  const t = useT()
  const may = usePermission(kind.permission)
  const query = useSales<readonly Node[]>(`${kind.call}/tree`, { tenantId })
  const [editing, setEditing] = useState<Editing | null>(null)
  const [moving, setMoving] = useState<Node | null>(null)
  return (
    <>
      {may && (
        <p>
          <button type="button" className="ll-button ll-button--primary" onClick={() => setEditing({ node: null, parentId: '' })}>
            {t(kind.addLabel)}
          </button>
        </p>
      )}
      <Answered query={query} isEmpty={(nodes) => nodes.length === 0}>
        {(nodes) => (
          <NameTree
            nodes={nodes}
            label={kind.title}
            {...(may && {
              deeds: (node: Node) => (
                <>
                  <button type="button" className="ll-r-link" onClick={() => setEditing({ node: null, parentId: node.id })}>
                    {t(M.add)}
                  </button>
                  {kind.call === 'project' && (
                    <button type="button" className="ll-r-link" onClick={() => setMoving(node)}>
                      {t(M.move)}
                    </button>
                  )}
                </>
              ),
            })}
          />
        )}
      </Answered>
      {editing && (
        <SmallForm
          title={t(kind.addLabel)}
          button={t(M.save)}
          lines={[{ name: kind.field, label: kind.label, required: true }]}
          onSend={async (typed) => {
            const extra = kind.call === 'project' ? { type: 2 } : {}
            await api.post(`blade-sales/${kind.call}/submit`, {
              body: { ...typed, ...extra, tenantId, parentId: editing.parentId },
              quiet: true,
            })
            notify.success(M.saved)
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {moving && <Move tenantId={tenantId} node={moving} nodes={query.data ?? []} onClose={() => setMoving(null)} />}
    </>
  )
}
const pageOf = (kind: Kind) => () => (
  <ChosenPage title={kind.title} about={kind.about}>
    {(tenantId) => <Body tenantId={tenantId} kind={kind} />}
  </ChosenPage>
)

/** Areas of a chosen tenant. */
export const SalesAreaPage = pageOf({
  title: M.areas,
  about: M.areasAbout,
  call: 'area',
  permission: 'salesarea_edit',
  field: 'areaName',
  label: M.areaName,
  addLabel: M.newArea,
})
/** Projects of a chosen tenant. */
export const SalesProjectPage = pageOf({
  title: M.projects,
  about: M.projectsAbout,
  call: 'project',
  permission: 'salesproject_edit',
  field: 'name',
  label: M.projectName,
  addLabel: M.newProject,
})
