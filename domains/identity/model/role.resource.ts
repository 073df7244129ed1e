import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Role aliases that the server treats specially (decisions.md B5). */
export const ADMINISTRATOR = 'administrator'
export const TENANT_ADMIN = 'admin'

/** A set of rights, given to users of its tenant (wire-contract.md 4.2). */
export const role = defineResource({
  name: 'identity.role',
  label: ['角色', 'Role'],
  about: ['权限的集合；修改后数秒内对在线用户生效', 'A set of rights; changes reach signed-in users within seconds'],
  code: 'role',
  scope: 'platform',
  roles: 'people',
  api: { base: 'blade-system/role', verbs: ['list', 'detail', 'submit', 'remove'] },
  title: 'roleName',
  list: { sort: 'sort', tree: 'parentId' },
  form: { tenant: true },
  page: {
    path: '/authority/role',
    label: ['角色管理', 'Roles'],
    icon: 'team',
    sort: 10,
    parent: 'authority',
    permissions: [{ code: 'role_grant', label: ['权限设置', 'Grant rights'], action: 2, roles: 'people' }],
  },
  fields: {
    roleName: f.text({ label: ['角色名称', 'Name'], required: true, max: 50, list: true, search: true }),
    roleAlias: f.text({ label: ['角色别名', 'Alias'], required: true, max: 50, list: true, search: true }),
    parentId: f.ref('identity.role', { label: ['上级角色', 'Parent'], wire: 'parentId', titleAs: 'parentName' }),
    sort: f.int({ label: ['角色排序', 'Order'], required: true, min: 0, max: 99999, initial: 1, list: true }),
  },
  actions: {
    copy: {
      label: ['复制角色', 'Copy role'],
      on: 'row',
      // This role has every right by its alias and no grant rows to copy.
      disabledWhen: { roleAlias: { eq: ADMINISTRATOR } },
      input: {
        roleName: f.text({ label: ['新角色名称', 'Name of the new role'], required: true, max: 50 }),
        roleAlias: f.text({
          label: ['新角色别名', 'Alias of the new role'],
          max: 50,
          hint: ['留空与原角色相同', 'Empty: same alias as the original'],
        }),
      },
    },
  },
  io: { export: true },
})
