import { defineMenu } from '@lamplight/kit'

/** Tenants and users stand under 系统管理 of the system slice; roles under 权限管理. */
export const identityMenu = defineMenu([
  {
    code: 'tenant',
    label: ['租户管理', 'Tenants'],
    path: '/system/tenant',
    icon: 'cluster',
    sort: 10,
    parent: 'system',
    resource: 'identity.tenant',
  },
  { code: 'user', label: ['用户管理', 'Users'], path: '/system/user', icon: 'user', sort: 20, parent: 'system', resource: 'identity.user' },
  { code: 'authority', label: ['权限管理', 'Rights'], path: '/authority', icon: 'safety', sort: 95 },
  {
    code: 'role',
    label: ['角色管理', 'Roles'],
    path: '/authority/role',
    icon: 'team',
    sort: 10,
    parent: 'authority',
    resource: 'identity.role',
    permissions: [{ code: 'role_grant', label: ['权限设置', 'Grant rights'], action: 2 }],
  },
])
