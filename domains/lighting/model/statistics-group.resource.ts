import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const counted = { readonly: true, form: false, list: true, from: 'devices.state' } as const

/** Groups of lamps that are counted together, whatever groups they are controlled in (city.statGroup). */
export const statisticsGroup = defineResource({
  name: 'lighting.statisticsGroup',
  label: ['统计分组', 'Statistics group'],
  about: ['一起统计的灯具，与控制分组无关', 'Lamps that are counted together, apart from the groups for control'],
  code: 'statistics_group',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-city/statistics_group', verbs: ['list', 'detail', 'submit', 'remove'] },
  title: 'groupName',
  list: { sort: 'groupName' },
  fields: {
    groupName: f.text({ label: ['分组名称', 'Name'], required: true, unique: true, max: 100, list: true, search: true }),
    total: f.int({ label: ['灯具数', 'Lamps'], ...counted }),
    lit: f.int({ label: ['亮灯', 'On'], ...counted }),
    faulty: f.int({ label: ['故障', 'Faulty'], ...counted }),
    offline: f.int({ label: ['离线', 'Offline'], ...counted }),
    watts: f.number({ label: ['实测功率', 'Metered power'], unit: 'W', decimals: 1, ...counted }),
    memberIds: f.refs('lighting.lamp', { label: ['灯具', 'Lamps'], alone: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true, list: true }),
  },
  page: {
    path: '/city/lampmanagement/statisticsGroup/index',
    details: '/city/lampmanagement/statisticsGroup/details',
    icon: 'chart',
    sort: 50,
    parent: 'city_lampmanagement',
  },
  io: { export: true },
})
