import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A strategy bound to a group or to chosen devices (slice E1, answer 8). Saving it publishes; removing it takes the strategy back. */
export const strategyInstance = defineResource({
  name: 'strategies.instance',
  label: ['策略实例', 'Strategy instance'],
  about: [
    '策略与分组或设备的绑定；保存后下发，删除后取消',
    'Strategies bound to groups or devices: saving publishes them, removing unassigns them',
  ],
  code: 'workstrategy_instance',
  scope: 'tenant',
  roles: 'devices',
  page: { path: '/city/strategyCenter/instance', label: ['策略实例', 'Instances'], icon: 'group', sort: 15, parent: 'strategy_center' },
  api: { base: 'blade-sun/workstrategyinstance', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
    strategyId: f.ref('strategies.strategy', { label: ['策略', 'Strategy'], required: true, list: true, search: true }),
    groupId: f.ref('devices.group', { label: ['设备分组', 'Group'], list: true, search: true }),
    deviceIds: f.refs('lighting.controller', { label: ['设备', 'Devices'], hint: ['未选分组时填写', 'Without a group'] }),
    /** A write moves the ids of solar lamps from `deviceIds` to here. */
    solarIds: f.refs('solar.lamp', { label: ['太阳能灯', 'Solar lamps'], hint: ['未选分组时填写', 'Without a group'] }),
    status: f.choice(
      {
        0: ['未下发', 'Not published'],
        1: ['下发中', 'Publishing'],
        2: ['已生效', 'In effect'],
        3: ['不一致', 'Drifted'],
        4: ['失败', 'Failed'],
      },
      {
        label: ['状态', 'State'],
        readonly: true,
        from: 'strategies.assignment',
        list: true,
        tones: { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'warn', 4: 'bad' },
      },
    ),
    hash: f.text({ label: ['日历校验值', 'Hash of the calendar'], readonly: true, max: 16, from: 'strategies.assignment' }),
    sentAt: f.time({ label: ['下发时间', 'Published'], readonly: true, form: false, list: true }),
    publicationId: f.ref('strategies.publication', { label: ['下发记录', 'Publication'], readonly: true, form: false, list: true }),
    reason: f.text({
      label: ['下发原因', 'Reason'],
      max: 255,
      hint: [
        '写入下发记录；低于道路照明等级的最低亮度时必填，并由他人审批',
        'Kept in the record of publications. Required below the minimum level of a road class, where a second person must approve',
      ],
    }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  io: { export: true },
})
