import { api, notify, useT } from '@lamplight/console-kit'
import type { PickOption } from '@lamplight/fields/view'
import { SightFold } from '@lamplight/identity/console'
import { M } from './sales.messages.ts'
import { type Line, SmallForm, type Typed } from './small-form.tsx'
import { useSales } from './use-sales.ts'

export interface UserRow {
  readonly id: string
  readonly account: string
  readonly realName: string
  readonly roleName: string
  readonly phone: string
  readonly status: number
  readonly roleId: string
  readonly deptId: string
  readonly areaIds: string
  readonly projectIds: string
}
interface Node {
  readonly id: string
  readonly title: string
  readonly children?: readonly Node[]
}
const optionsOf = (nodes: readonly Node[], depth = 0): PickOption[] =>
  nodes.flatMap(({ id, title, children = [] }) => [{ id, label: title, depth }, ...optionsOf(children, depth + 1)])
const useTree = (path: string, tenantId: string): readonly PickOption[] =>
  optionsOf(useSales<readonly Node[]>(path, { tenantId }).data ?? [])

/** A user of a chosen tenant in one form: account, roles, places, and what the user will see before it is saved. */
export const UserForm = ({
  tenantId,
  user,
  onClose,
}: {
  readonly tenantId: string
  readonly user?: UserRow
  readonly onClose: () => void
}) => {
  const t = useT()
  const roles = useTree('role/tree', tenantId)
  const depts = useTree('dept/tree', tenantId)
  const areas = useTree('area/tree', tenantId)
  const projects = useTree('project/tree', tenantId)
  const lines: readonly Line[] = [
    { name: 'account', label: M.account, required: true, max: 45 },
    { name: 'realName', label: M.realName, required: true, max: 50 },
    { name: 'phone', label: M.mobile, max: 20 },
    ...(user ? [] : [{ name: 'password', label: M.password, hint: M.passwordHint, kind: 'password' } as const]),
    { name: 'roleId', label: M.roleNames, options: roles },
    { name: 'deptId', label: M.deptNames, options: depts },
    { name: 'areaIds', label: M.seenAreas, hint: M.seenAreasHint, options: areas },
    { name: 'projectIds', label: M.seenProjects, hint: M.seenProjectsHint, options: projects },
  ]
  const start: Typed = user ? Object.fromEntries(lines.map(({ name }) => [name, String(user[name as keyof UserRow] ?? '')])) : {}
  return (
    <SmallForm
      title={t(user ? M.editUser : M.newUser)}
      button={t(M.save)}
      lines={lines}
      start={start}
      onSend={async (typed) => {
        await api.post('blade-sales/user/submit', { body: { ...typed, tenantId, ...(user && { id: user.id }) }, quiet: true })
        notify.success(M.saved)
      }}
      onClose={onClose}
      below={({ roleId = '', areaIds = '', projectIds = '' }) => (
        <SightFold path="blade-sales/user/sight" query={{ tenantId, roleId, areaIds, projectIds, ...(user && { id: user.id }) }} />
      )}
    />
  )
}
