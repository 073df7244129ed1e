import { Dialog, Segments, useT, useTab } from '@lamplight/console-kit'
import { ResourceList } from '@lamplight/console-kit/list'
import { type ActionDialogProps, onConsole, useFixedParams } from '@lamplight/console-kit/resource'
import { GrantDialog, UserPreview, VisiblePlacesView } from '@lamplight/identity/console'
import { salesDept, salesPost, salesRole, salesUser } from '../model/people.resource.ts'
import { salesArea, salesDevice, salesProject } from '../model/place.resource.ts'
import { ChosenTenant, TenantChooser } from './chosen-tenant.tsx'
import { Faults } from './faults.tsx'
import { M } from './sales.messages.ts'
import { SignInAsDialog } from './sign-in-as.dialog.tsx'
import { useChosen, useMaySignInAs } from './use-sales.ts'

type UserDialog = Pick<ActionDialogProps<typeof salesUser, unknown>, 'rows' | 'close'>

const SIGHT = 'blade-sales/user/sight'
const SightDialog = ({ rows: [user], close }: UserDialog) => {
  const t = useT()
  const fixed = useFixedParams()
  return user ? (
    <Dialog title={t(M.sightOf, { name: user.realName })} onClose={close}>
      <VisiblePlacesView path={SIGHT} query={{ ...fixed, id: user.id }} />
    </Dialog>
  ) : null
}
const users = onConsole(salesUser, {
  slots: { listTop: TenantChooser, formEnd: (props) => <UserPreview {...props} path={SIGHT} /> },
  actions: {
    signin: ({ rows: [user], close }) => user && <SignInAsDialog user={{ id: user.id, name: user.realName }} onClose={close} />,
    sight: SightDialog,
  },
})
/** The list without the sign-in action, for users who may not sign in as users of the selected tenant. */
const usersOnly = { ...users, resource: { ...salesUser, actions: { sight: salesUser.actions.sight } } }
const Users = () => <ResourceList console={useMaySignInAs(useChosen().tenantId) ? users : usersOnly} />

const roles = onConsole(salesRole, {
  slots: { listTop: TenantChooser },
  actions: { grant: ({ rows, close }) => <GrantDialog roles={rows} base="blade-sales" onClose={close} /> },
})

const PARTS = { dept: M.departments, post: M.posts } as const
type Part = keyof typeof PARTS
const usePart = () => {
  const { query, setQuery } = useTab()
  const part: Part = query.tab === 'post' ? 'post' : 'dept'
  return {
    part,
    choose: (tab: Part): void =>
      setQuery({ ...Object.fromEntries(Object.keys(query).map((key) => [key, null])), tenantId: query.tenantId, tab }),
  }
}
const DeptTop = () => {
  const t = useT()
  const { part, choose } = usePart()
  const options = Object.entries(PARTS).map(([value, label]) => ({ value: value as Part, label: t(label) }))
  return (
    <>
      <TenantChooser />
      <div className="ll-sales-parts">
        <Segments label={t(M.depts)} value={part} options={options} onChange={choose} />
      </div>
    </>
  )
}
const parts = { dept: onConsole(salesDept, { slots: { listTop: DeptTop } }), post: onConsole(salesPost, { slots: { listTop: DeptTop } }) }
const Depts = () => {
  const { part } = usePart()
  return <ResourceList key={part} console={parts[part]} />
}

const areas = onConsole(salesArea, { slots: { listTop: TenantChooser } })
const projects = onConsole(salesProject, { slots: { listTop: TenantChooser } })
const devices = onConsole(salesDevice, {
  slots: {
    listTop: () => (
      <>
        <TenantChooser />
        <Faults />
      </>
    ),
  },
})

export const SalesUserPage = () => (
  <ChosenTenant title={M.users}>
    <Users />
  </ChosenTenant>
)
export const SalesRolePage = () => (
  <ChosenTenant title={M.roles}>
    <ResourceList console={roles} />
  </ChosenTenant>
)
export const SalesDeptPage = () => (
  <ChosenTenant title={M.depts}>
    <Depts />
  </ChosenTenant>
)
export const SalesAreaPage = () => (
  <ChosenTenant title={M.areas}>
    <ResourceList console={areas} />
  </ChosenTenant>
)
export const SalesProjectPage = () => (
  <ChosenTenant title={M.projects}>
    <ResourceList console={projects} />
  </ChosenTenant>
)
export const SalesDevicePage = () => (
  <ChosenTenant title={M.devices}>
    <ResourceList console={devices} />
  </ChosenTenant>
)
