import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Calls of a page that a role may make (wire-contract.md 4.12). A role without API scopes for a page may make all calls that its rights allow. */
export const apiScope = defineResource({
  name: 'identity.apiScope',
  label: ['接口权限', 'API scope'],
  about: [
    '角色被授予某菜单的接口权限后，只能调用该菜单中所列的接口',
    'A role with API scopes for a page may use only the listed calls of that page',
  ],
  code: 'apiscope',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-system/api-scope', verbs: ['list', 'page', 'detail', 'submit', 'remove'] },
  title: 'scopeName',
  list: { sort: '-id' },
  indexes: [['menuId']],
  page: { path: '/authority/apiscope', label: ['接口权限', 'API scopes'], icon: 'safety', sort: 30, parent: 'authority' },
  fields: {
    scopeName: f.text({ label: ['权限名称', 'Name'], required: true, max: 50, list: true, search: true }),
    menuId: f.ref('system.menu', {
      label: ['菜单', 'Page'],
      required: true,
      wire: 'menuId',
      titleAs: 'menuName',
      list: true,
      search: true,
    }),
    resourceCode: f.text({ label: ['权限编号', 'Code'], required: true, max: 100, list: true, search: true }),
    scopePath: f.text({
      label: ['接口地址', 'Path'],
      required: true,
      max: 200,
      list: true,
      search: true,
      hint: ['如 /blade-system/post/list；含其下的地址', 'Such as /blade-system/post/list; includes the addresses below it'],
    }),
    scopeType: f.choice(
      { 1: ['系统接口', 'System'], 2: ['业务接口', 'Business'] },
      { label: ['接口类型', 'Type'], required: true, initial: 2, list: true, search: true },
    ),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
    scopeTypeName: f.word(['规则类型名称', 'Type name']),
  },
  io: { export: true },
})
