import { defineDomain } from '@lamplight/kit'

export const sales = defineDomain({
  name: 'sales',
  label: ['销售管理', 'Sales'],
  about: [
    '销售人员名下的租户：用户、角色、机构、项目和设备',
    'Tenants of a salesperson: their users, roles, departments, projects and devices',
  ],
  level: 6,
  dependsOn: ['system', 'identity', 'places', 'devices', 'lighting'],
})
