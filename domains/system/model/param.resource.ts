import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Settings that administrators change at run time (wire-contract.md 4.9). */
export const param = defineResource({
  name: 'system.param',
  label: ['系统参数', 'Parameter'],
  about: ['运行时可修改的平台设置，保存后数秒内生效', 'Settings of the platform; changes take effect within seconds'],
  code: 'param',
  scope: 'global',
  roles: 'platform',
  api: { base: 'blade-system/param', verbs: ['list', 'detail', 'submit', 'remove'] },
  title: 'paramName',
  list: { sort: 'paramKey' },
  page: { path: '/system/param', label: ['参数管理', 'Parameters'], icon: 'control', sort: 50, parent: 'system_values' },
  fields: {
    paramName: f.text({ label: ['参数名称', 'Parameter name'], required: true, max: 100, list: true, search: true }),
    paramKey: f.text({ label: ['参数键名', 'Parameter key'], required: true, max: 100, unique: true, list: true, search: true }),
    paramValue: f.text({
      label: ['参数键值', 'Parameter value'],
      max: 4000,
      multiline: true,
      list: true,
      search: true,
    }),
    /** The declared type as JSON (ParamKind); the server sets it by the key. */
    valueType: f.text({ label: ['取值类型', 'Type of value'], readonly: true, hidden: true, max: 500 }),
    remark: f.text({ label: ['备注', 'Remark'], max: 500, multiline: true }),
  },
  io: { export: true },
})

/** Every signed-in console receives the parameters whose keys begin with these prefixes. */
export const CONSOLE_PREFIXES = ['map.', 'console.', 'account.captcha'] as const
