import { defineDomain } from '@lamplight/kit'

export const identity = defineDomain({
  name: 'identity',
  label: ['身份与权限', 'Identity'],
  about: [
    '登录与令牌、两步验证、租户、用户、角色、部门、岗位和邀请',
    'Sign-in and tokens, two-step verification, tenants, users, roles, departments, positions, invitations',
  ],
  level: 1,
  dependsOn: ['system'],
  offers: ['identity_tenants', 'identity_users', 'identity_roles', 'identity_role_menus', 'identity_grants'],
})
