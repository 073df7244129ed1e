import type { MenuItem } from '@lamplight/kit'
import { USERS_PATH } from './paths.ts'

const VIEW = ['查看', 'View'] as const
const EDIT = ['编辑', 'Edit'] as const

/** Entries of the menu whose pages the console makes by hand. */
export const salesTenants = {
  code: 'salestenant',
  label: ['销售租户', 'My tenants'],
  path: '/sales/tenant',
  icon: 'cluster',
  sort: 10,
  parent: 'sales',
  permissions: [
    { code: 'salestenant_view', label: VIEW, action: 2, roles: 'sales' },
    { code: 'salestenant_add', label: ['新建租户', 'New tenant'], action: 1, roles: 'sales' },
    { code: 'salestenant_transfer', label: ['转移', 'Transfer'], action: 3, roles: 'sales' },
  ],
} as const satisfies MenuItem
export const salesUsers = {
  code: 'salesuser',
  label: ['租户用户', 'Tenant users'],
  path: USERS_PATH,
  icon: 'user',
  sort: 20,
  parent: 'sales',
  permissions: [
    { code: 'salesuser_view', label: VIEW, action: 2, roles: 'sales' },
    { code: 'salesuser_edit', label: EDIT, action: 2, roles: 'sales' },
    { code: 'salesuser_signin', label: ['登录为', 'Sign in as'], action: 2, roles: 'sales' },
  ],
} as const satisfies MenuItem
export const salesRoles = {
  code: 'salesrole',
  label: ['租户角色', 'Tenant roles'],
  path: '/sales/role',
  icon: 'team',
  sort: 30,
  parent: 'sales',
  permissions: [
    { code: 'salesrole_view', label: VIEW, action: 2, roles: 'sales' },
    { code: 'salesrole_edit', label: EDIT, action: 2, roles: 'sales' },
    { code: 'salesrole_grant', label: ['权限设置', 'Grant rights'], action: 2, roles: 'sales' },
  ],
} as const satisfies MenuItem
export const salesDepts = {
  code: 'salesdept',
  label: ['租户机构', 'Tenant departments'],
  path: '/sales/dept',
  icon: 'apartment',
  sort: 40,
  parent: 'sales',
  permissions: [
    { code: 'salesdept_view', label: VIEW, action: 2, roles: 'sales' },
    { code: 'salesdept_edit', label: EDIT, action: 2, roles: 'sales' },
  ],
} as const satisfies MenuItem
export const salesAreas = {
  code: 'salesarea',
  label: ['租户区域', 'Tenant areas'],
  path: '/sales/area',
  icon: 'environment',
  sort: 50,
  parent: 'sales',
  permissions: [
    { code: 'salesarea_view', label: VIEW, action: 2, roles: 'sales' },
    { code: 'salesarea_edit', label: EDIT, action: 2, roles: 'sales' },
  ],
} as const satisfies MenuItem
export const salesManagers = {
  code: 'salesareamanage',
  label: ['租户区域负责人', 'Tenant area managers'],
  path: '/sales/areaManage',
  icon: 'team',
  sort: 55,
  parent: 'sales',
  permissions: [{ code: 'salesareamanage_view', label: VIEW, action: 2, roles: 'sales' }],
} as const satisfies MenuItem
export const salesProjects = {
  code: 'salesproject',
  label: ['租户项目', 'Tenant projects'],
  path: '/sales/project',
  icon: 'project',
  sort: 60,
  parent: 'sales',
  permissions: [
    { code: 'salesproject_view', label: VIEW, action: 2, roles: 'sales' },
    { code: 'salesproject_edit', label: EDIT, action: 2, roles: 'sales' },
  ],
} as const satisfies MenuItem
export const salesDevices = {
  code: 'salesdevice',
  label: ['租户设备', 'Tenant devices'],
  path: '/sales/device',
  icon: 'chip',
  sort: 70,
  parent: 'sales',
  permissions: [{ code: 'salesdevice_view', label: VIEW, action: 2, roles: 'sales' }],
} as const satisfies MenuItem
