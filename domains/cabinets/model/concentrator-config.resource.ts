import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { baseFields } from './concentrator.family.ts'

/** Base configurations of concentrators by serial number: screen city.concentratorCfg. Saving one sends it to the concentrator. */
export const concentratorConfig = defineResource({
  name: 'cabinets.concentratorConfig',
  label: ['集中器基础配置', 'Concentrator configuration'],
  about: ['按序列号保存；设备已登记时保存后立即下发', 'Stored by serial number; sent on saving if the concentrator is registered'],
  code: 'concentrator_config',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/city/basisaccessories/concentrator/baseConfig',
    label: ['集中器基础配置', 'Concentrator configurations'],
    icon: 'setting',
    sort: 42,
    parent: 'accessory_concentrators',
  },
  api: {
    base: 'blade-city/concentrator/base_config',
    verbs: ['list', 'detail', 'submit', 'remove'],
    calls: { 'GET blade-city/concentrator/base_config/by/sn': { verb: 'detail', by: 'sn' } },
  },
  title: 'sn',
  fields: {
    sn: f.text({
      label: ['集中控制器序列号', 'Concentrator SN'],
      required: true,
      unique: true,
      max: 40,
      list: true,
      search: true,
      match: { pattern: '[A-Za-z0-9_-]+', text: ['只能包含字母、数字、横线和下划线', 'may contain letters, digits, - and _ only'] },
    }),
    name: f.text({ label: ['名称', 'Name'], max: 80, list: true, search: true }),
    ...baseFields,
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    send: {
      label: ['下发', 'Send'],
      on: 'rows',
      right: {
        name: 'set',
        label: ['下发配置', 'Send'],
        about: ['下发集中器配置', 'Send configurations to concentrators'],
        roles: 'commands',
      },
    },
  },
  io: { export: true },
})
