import { definePage } from '@lamplight/console-kit'
import { onConsole, type SlotProps, withPlain } from '@lamplight/console-kit/resource'
import { lazy, Suspense } from 'react'
import { identity } from '../domain.ts'
import { apiScope } from '../model/api-scope.resource.ts'
import { client } from '../model/client.resource.ts'
import { dataScope } from '../model/data-scope.resource.ts'
import { dept } from '../model/dept.resource.ts'
import { guest } from '../model/guest.resource.ts'
import { invite } from '../model/invite.resource.ts'
import { plain } from '../model/plain.ts'
import { post } from '../model/post.resource.ts'
import { registerInfo } from '../model/register-info.resource.ts'
import { role } from '../model/role.resource.ts'
import { socialSource } from '../model/social-source.resource.ts'
import { tenant } from '../model/tenant.resource.ts'
import { user } from '../model/user.resource.ts'
import { GrantButton } from './grant-button.tsx'
import { M } from './identity.messages.ts'
import { UserPreview, UserSight } from './lazy-sight.tsx'
import { MenuInput } from './menu-input.tsx'
import { TenantMark } from './tenant-mark.tsx'
import { UserState } from './user-state.tsx'

const ClientSecretDialog = lazy(() => import('./client-secret.dialog.tsx').then((module) => ({ default: module.ClientSecretDialog })))
const DeptTree = lazy(() => import('./dept-tree.tsx').then((module) => ({ default: module.DeptTree })))
const RoleRights = lazy(() => import('./role-rights.tsx').then((module) => ({ default: module.RoleRights })))
const InviteLink = lazy(async () => ({ default: (await import('./invite-link.tsx')).InviteLink }))
const InviteModule = lazy(async () => ({ default: (await import('./invite-link.tsx')).InviteModule }))
const InviteRoles = lazy(async () => ({ default: (await import('./invite-choice.tsx')).InviteRoles }))
const InviteDepts = lazy(async () => ({ default: (await import('./invite-choice.tsx')).InviteDepts }))
const InviteModuleInput = lazy(async () => ({ default: (await import('./invite-link.tsx')).InviteModuleInput }))
const UserDevices = lazy(() => import('./user-devices.tsx').then((module) => ({ default: module.UserDevices })))

const Departments = (props: SlotProps) => (
  <Suspense>
    <DeptTree {...props} />
  </Suspense>
)

export const identityConsole = withPlain(plain, {
  domain: identity,
  pages: [
    definePage({ path: '/info/index', label: ['个人中心', 'My account'], load: () => import('./info.page.tsx').then((m) => m.InfoPage) }),
    definePage({
      path: '/oauth/redirect/*',
      label: ['第三方登录', 'Third-party sign-in'],
      bare: true,
      load: () => import('./oauth-redirect.page.tsx').then((m) => m.OauthRedirectPage),
    }),
    definePage({
      path: '/invite_link',
      label: ['邀请注册', 'Invitation'],
      bare: true,
      load: () => import('./invite-link.page.tsx').then((m) => m.InviteLinkPage),
    }),
  ],
  resources: [
    onConsole(tenant, {
      columns: {
        tenantName: ({ value, row }) => (
          <>
            {value} <small className="ll-f-unit">{row.tenantId}</small>
          </>
        ),
      },
    }),
    onConsole(dept, {
      columns: {
        deptName: ({ value, row }) => (
          <>
            {value} <TenantMark tenantId={row.tenantId} />
          </>
        ),
      },
    }),
    onConsole(post, {
      columns: {
        postName: ({ value, row }) => (
          <>
            {value} <TenantMark tenantId={row.tenantId} />
          </>
        ),
      },
    }),
    onConsole(client, { actions: { secret: ClientSecretDialog } }),
    onConsole(dataScope, { inputs: { menuId: MenuInput } }),
    onConsole(apiScope, { inputs: { menuId: MenuInput } }),
    onConsole(guest, {}),
    onConsole(registerInfo, {}),
    onConsole(invite, {
      columns: { identification: InviteLink, inviteModule: InviteModule },
      inputs: { inviteModule: InviteModuleInput, inviteRoles: InviteRoles, inviteDepts: InviteDepts },
    }),
    onConsole(socialSource, {}),
    onConsole(user, {
      slots: {
        listTop: Departments,
        detailTabs: {
          sight: { label: M.sight, body: UserSight },
          devices: { label: ['登录设备', 'Signed-in devices'], body: UserDevices },
        },
        formEnd: UserPreview,
      },
      find: ['account', 'realName'],
      columns: {
        status: UserState,
        account: ({ value, row }) => (
          <>
            {value} <TenantMark tenantId={row.tenantId} />
          </>
        ),
      },
    }),
    onConsole(role, {
      columns: {
        roleAlias: ({ value, row }) => (
          <>
            {value} <TenantMark tenantId={row.tenantId} />
          </>
        ),
      },
      slots: { toolbar: GrantButton, detailTabs: { rights: { label: ['权限', 'Rights'], body: RoleRights } } },
    }),
  ],
})
