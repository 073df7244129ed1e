import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Fields of a dictionary and its entries, for dictionaries of the platform and of tenants. */
const dictFields = <const N extends string>(self: N) => ({
  parentId: f.ref(self, { label: ['上级字典', 'Parent'], wire: 'parentId', titleAs: 'parentName', search: true }),
  code: f.text({ label: ['字典编号', 'Dictionary code'], required: true, max: 50, list: true, search: true }),
  dictValue: f.text({ label: ['字典名称', 'Chinese name'], required: true, max: 100, list: true, search: true }),
  // Other consoles of the reference product do not send it (decisions.md A76).
  dictEnValue: f.text({ label: ['字典英文名称', 'English name'], required: true, otherwise: 'dictValue', max: 100, list: true }),
  dictKey: f.text({
    label: ['字典键值', 'Key'],
    max: 50,
    list: true,
    when: { parentId: { not: null } },
    hint: ['同一字典内唯一', 'Unique within its dictionary'],
  }),
  sort: f.int({ label: ['字典排序', 'Order'], required: true, min: 0, max: 99999, initial: 1, list: true }),
  isSealed: f.flag({ label: ['停用', 'Disabled'], tones: ['neutral', 'warn'], required: true, initial: false, list: true }),
  remark: f.text({ label: ['字典备注', 'Remark'], max: 255, multiline: true }),
})

/** Dictionaries (groups, without a parent) and their entries in one table, wire-contract.md 4.4. */
export const dict = defineResource({
  name: 'system.dict',
  label: ['系统字典', 'Dictionary'],
  about: ['各页面下拉选项的编码与中英文名称', 'Codes and names of the options in drop-down lists'],
  code: 'dict',
  scope: 'global',
  roles: 'platform',
  api: {
    base: 'blade-system/dict',
    verbs: ['list', 'detail', 'submit', 'remove'],
    calls: {
      'GET blade-system/dict/parent-list': { verb: 'page', fixed: { parentId_null: 1 } },
      'GET blade-system/dict/tree': { verb: 'tree', names: { code: 'code_equal' } },
    },
  },
  title: 'dictValue',
  list: { sort: 'sort', tree: 'parentId' },
  page: { path: '/system/dict', label: ['字典管理', 'Dictionaries'], icon: 'book', sort: 30, parent: 'system_values' },
  fields: dictFields('system.dict'),
  indexes: [['code', 'sort'], ['parentId']],
  io: { export: true },
})

/** Dictionaries of a tenant: only that tenant sees and changes them. */
export const dictBiz = defineResource({
  name: 'system.dictBiz',
  label: ['业务字典', 'Business dictionary'],
  about: ['本租户自己的选项，其他租户看不到', 'Options of this tenant only'],
  code: 'dictbiz',
  scope: 'tenant',
  roles: 'access',
  api: {
    base: 'blade-system/dict-biz',
    verbs: ['list', 'detail', 'submit', 'remove'],
    calls: {
      'GET blade-system/dict-biz/parent-list': { verb: 'page', fixed: { parentId_null: 1 } },
      'GET blade-system/dict-biz/tree': { verb: 'tree', names: { code: 'code_equal' } },
    },
  },
  title: 'dictValue',
  list: { sort: 'sort', tree: 'parentId' },
  page: { path: '/system/dictbiz', label: ['业务字典', 'Business dictionaries'], icon: 'book', sort: 32, parent: 'system_values' },
  fields: dictFields('system.dictBiz'),
  indexes: [['code', 'sort'], ['parentId']],
  io: { export: true },
})

/** Key of a dictionary's own row, which is not an entry (wire-contract.md 4.4). */
export const GROUP_KEY = '-1'
