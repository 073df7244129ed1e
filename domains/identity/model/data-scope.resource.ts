import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Limits the rows of a page that a role sees, by their author (wire-contract.md 4.12). The database enforces it. */
export const dataScope = defineResource({
  name: 'identity.dataScope',
  label: ['数据权限', 'Data scope'],
  about: [
    '授予角色后，菜单中的列表、详情、导出和修改只涉及范围内人员创建的数据',
    'On the chosen page, roles with this scope see and change only rows created by users within it',
  ],
  code: 'datascope',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-system/data-scope', verbs: ['list', 'page', 'detail', 'submit', 'remove'] },
  title: 'scopeName',
  list: { sort: '-id' },
  indexes: [['menuId']],
  page: { path: '/authority/datascope', label: ['数据权限', 'Data scopes'], icon: 'safety', sort: 20, parent: 'authority' },
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
    scopeType: f.choice(
      {
        1: ['全部可见', 'All rows'],
        2: ['本人可见', 'Own rows'],
        3: ['所在机构可见', 'Own department'],
        4: ['所在机构及子级可见', 'Own department and below'],
        5: ['自定义', 'Custom'],
      },
      { label: ['规则类型', 'Rule'], required: true, initial: 4, list: true, search: true },
    ),
    scopeDepts: f.refs('identity.dept', {
      label: ['可见部门', 'Departments'],
      wire: 'scopeValue',
      titleAs: 'scopeValueName',
      hint: ['规则类型为“自定义”时有效', 'Used with the rule “Custom”'],
    }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
    scopeTypeName: f.word(['规则类型名称', 'Rule name']),
  },
  io: { export: true },
})

export const SCOPE = { all: 1, own: 2, dept: 3, below: 4, chosen: 5 } as const
