import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { customBatteryFields } from './custom-battery.family.ts'

/** Batteries with their own curve, which are sent to solar lamps of listed projects: screen sun.customBattery, rule.battery.custom. */
export const customBattery = defineResource({
  name: 'solar.customBattery',
  label: ['自定义电池', 'Custom battery'],
  about: [
    '自带电压—电量曲线的电池；只能下发到参数 sun.customBattery.projectIds 列出的项目',
    'Batteries with a charge curve of their own, for the projects named by the setting sun.customBattery.projectIds',
  ],
  code: 'custombattery',
  scope: 'tenant',
  roles: 'devices',
  page: { path: '/sun/param/customBattery', icon: 'setting', sort: 190, parent: 'sun_param' },
  api: { base: 'blade-sun/customBattery', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
    ...customBatteryFields,
    remark: f.text({ label: ['备注', 'Remark'], multiline: true }),
  },
  io: { export: true },
  actions: {
    send: {
      label: ['下发', 'Send'],
      on: 'row',
      job: true,
      right: {
        name: 'set',
        label: ['设置自定义电池', 'Set custom battery'],
        about: ['向设备下发自定义电池', 'Sends custom batteries to devices'],
        roles: 'commands',
      },
      input: { deviceIds: f.refs('solar.lamp', { label: ['太阳能灯', 'Solar lamps'], required: true }) },
    },
  },
})
