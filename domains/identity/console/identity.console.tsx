import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { lazy } from 'react'
import { identity } from '../domain.ts'
import { role } from '../model/role.resource.ts'
import { tenant } from '../model/tenant.resource.ts'
import { user } from '../model/user.resource.ts'
import { GrantButton } from './grant-button.tsx'
import { TenantMark } from './tenant-mark.tsx'

const RoleRights = lazy(() => import('./role-rights.tsx').then((module) => ({ default: module.RoleRights })))

export const identityConsole = defineConsole({
  domain: identity,
  pages: [],
  resources: [
    onConsole(tenant, {
      link: '/system/tenant',
      columns: {
        tenantName: ({ value, row }) => (
          <>
            {value} <small className="ll-f-unit">{row.tenantId}</small>
          </>
        ),
      },
    }),
    onConsole(user, {
      link: '/system/user',
      find: ['account', 'realName'],
      columns: {
        account: ({ value, row }) => (
          <>
            {value} <TenantMark tenantId={row.tenantId} />
          </>
        ),
      },
    }),
    onConsole(role, {
      link: '/authority/role',
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
