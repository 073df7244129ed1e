import { api, notify, Tree, useLeave, usePermission, useT } from '@lamplight/console-kit'
import { DialogButtons, Drawer, invalidate, type RowColumn, RowsSkeleton, RowTable } from '@lamplight/console-kit/resource'
import { useMemo, useState } from 'react'
import { Answered, ChosenPage } from './chosen-page.tsx'
import { M } from './sales.messages.ts'
import { SmallForm } from './small-form.tsx'
import { useSales } from './use-sales.ts'

interface RoleRow {
  readonly id: string
  readonly roleName: string
  readonly roleAlias: string
  readonly sort: number
  readonly children?: readonly RoleRow[]
}
interface GrantNode {
  readonly key: string
  readonly title: string
  readonly children?: readonly GrantNode[]
}
const flat = (rows: readonly RoleRow[]): RoleRow[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])])
const leaves = (nodes: readonly GrantNode[]): string[] =>
  nodes.flatMap((node) => (node.children?.length ? leaves(node.children) : [node.key]))
/** Leaves at or below the keys: a page that is named stands for everything below it. */
const ticked = (nodes: readonly GrantNode[], keys: ReadonlySet<string>): string[] =>
  nodes.flatMap((node) => (keys.has(node.key) ? leaves([node]) : ticked(node.children ?? [], keys)))

const Grant = ({ tenantId, role, onClose }: { readonly tenantId: string; readonly role: RoleRow; readonly onClose: () => void }) => {
  const t = useT()
  const tree = useSales<{ menu: readonly GrantNode[] }>('menu/grant-tree', { tenantId, parts: 'menu' })
  const keys = useSales<{ menu: readonly string[] }>('menu/role-tree-keys', { tenantId, roleIds: role.id })
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const nodes = tree.data?.menu ?? []
  const had = useMemo(() => ticked(tree.data?.menu ?? [], new Set(keys.data?.menu ?? [])), [tree.data, keys.data])
  const save = (): void => {
    setBusy(true)
    const body = { tenantId, roleIds: role.id, menuIds: (chosen ?? had).join(','), dataScopeIds: '', apiScopeIds: '' }
    api
      .post('blade-sales/role/grant', { body })
      .then(async () => {
        notify.success(M.saved)
        await invalidate('sales')
        onClose()
      })
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  const leave = useLeave(chosen !== null, onClose)
  return (
    <Drawer
      title={t(M.grantTitle, { name: role.roleName })}
      firm={busy}
      onClose={leave}
      footer={
        <DialogButtons busy={busy} onCancel={leave} onOk={save}>
          {t(M.save)}
        </DialogButtons>
      }
    >
      {tree.isPending || keys.isPending ? (
        <RowsSkeleton rows={8} cards={false} />
      ) : (
        <Tree
          checkable
          selectable={false}
          treeData={nodes as never}
          checkedKeys={[...(chosen ?? had)]}
          onCheck={(next) => {
            const all = new Set(leaves(nodes))
            setChosen((Array.isArray(next) ? next : next.checked).map(String).filter((key) => all.has(key)))
          }}
        />
      )}
    </Drawer>
  )
}

const Roles = ({ tenantId }: { readonly tenantId: string }) => {
  const t = useT()
  const mayEdit = usePermission('salesrole_edit')
  const mayGrant = usePermission('salesrole_grant')
  const query = useSales<readonly RoleRow[]>('role/list', { tenantId })
  const [editing, setEditing] = useState<RoleRow | null>(null)
  const [copying, setCopying] = useState<RoleRow | null>(null)
  const [granting, setGranting] = useState<RoleRow | null>(null)
  const columns: readonly RowColumn<RoleRow>[] = [
    { key: 'name', label: M.roleName, width: 220, cell: (row) => row.roleName },
    { key: 'alias', label: M.roleAlias, width: 180, cell: (row) => row.roleAlias },
    {
      key: 'deeds',
      label: M.deeds,
      width: 200,
      cell: (row) => (
        <span className="ll-sales-row-deeds">
          {mayEdit && (
            <button type="button" className="ll-r-link" onClick={() => setEditing(row)}>
              {t(M.edit)}
            </button>
          )}
          {mayEdit && (
            <button type="button" className="ll-r-link" onClick={() => setCopying(row)}>
              {t(M.copyRole)}
            </button>
          )}
          {mayGrant && (
            <button type="button" className="ll-r-link" onClick={() => setGranting(row)}>
              {t(M.grant)}
            </button>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <Answered query={query} isEmpty={(rows) => rows.length === 0}>
        {(rows) => <RowTable columns={columns} rows={flat(rows)} label={t(M.roles)} keyOf={(row) => row.id} />}
      </Answered>
      {editing && <RoleForm tenantId={tenantId} role={editing} onClose={() => setEditing(null)} />}
      {copying && (
        <SmallForm
          title={t(M.copyRoleTitle, { name: copying.roleName })}
          button={t(M.copyRole)}
          lines={[{ name: 'roleName', label: M.newRoleName, required: true, max: 50 }]}
          onSend={async ({ roleName = '' }) => {
            await api.post('blade-sales/role/copy', { body: { tenantId, ids: copying.id, roleName }, quiet: true })
            notify.success(M.saved)
          }}
          onClose={() => setCopying(null)}
        />
      )}
      {granting && <Grant tenantId={tenantId} role={granting} onClose={() => setGranting(null)} />}
    </>
  )
}

const RoleForm = ({ tenantId, role, onClose }: { readonly tenantId: string; readonly role?: RoleRow; readonly onClose: () => void }) => {
  const t = useT()
  return (
    <SmallForm
      title={t(role ? M.edit : M.newRole)}
      button={t(M.save)}
      start={role ? { roleName: role.roleName, roleAlias: role.roleAlias } : {}}
      lines={[
        { name: 'roleName', label: M.roleName, required: true, max: 50 },
        { name: 'roleAlias', label: M.roleAlias, required: true, max: 50 },
      ]}
      onSend={async (typed) => {
        await api.post('blade-sales/role/submit', { body: { ...typed, tenantId, sort: role?.sort ?? 9, id: role?.id }, quiet: true })
        notify.success(M.saved)
      }}
      onClose={onClose}
    />
  )
}
const NewRole = ({ tenantId }: { readonly tenantId: string }) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="ll-button ll-button--primary" onClick={() => setOpen(true)}>
        {t(M.newRole)}
      </button>
      {open && <RoleForm tenantId={tenantId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Roles of a chosen tenant and their rights. */
export const SalesRolePage = () => {
  const may = usePermission('salesrole_edit')
  return (
    <ChosenPage title={M.roles} about={M.rolesAbout} buttons={(tenantId) => may && <NewRole tenantId={tenantId} />}>
      {(tenantId) => <Roles tenantId={tenantId} />}
    </ChosenPage>
  )
}
