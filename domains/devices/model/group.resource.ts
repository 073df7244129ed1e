import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { GROUP_SYSTEMS } from './systems.ts'

/** On the wire the id of a group is called `groupId`. */
const BY_GROUP_ID = { groupId: 'id' } as const
const TRASH = { devType: 19 } as const
const WELL = { devType: 20 } as const
const SMART_POLES = { systemType: 3 } as const

/** Groups of devices that receive commands together (calls device_group.* and group.*). */
export const group = defineResource({
  name: 'devices.group',
  label: ['设备分组', 'Device group'],
  about: ['一起控制、共用策略的设备', 'Devices that are controlled together and share a strategy'],
  code: 'device_group',
  scope: 'tenant',
  roles: 'devices',
  api: {
    base: 'blade-city/device_group',
    verbs: ['list', 'page', 'detail', 'select', 'create', 'put', 'delete'],
    alias: ['blade-city/group'],
    calls: {
      'PUT blade-city/device_group': { verb: 'put', names: BY_GROUP_ID },
      'PUT blade-city/group': { verb: 'put', names: BY_GROUP_ID },
      'POST blade-city/group/submit': { verb: 'submit', names: BY_GROUP_ID },
      // Submit and detail of the groups of bins and covers are written by hand, because they also have the members (kind-group.handler.ts).
      'POST blade-city/group/remove': { verb: 'remove' },
      'GET blade-city/trash_group/list': { verb: 'page', fixed: TRASH },
      'POST blade-city/trash_group/remove': { verb: 'remove', fixed: TRASH },
      'GET blade-city/well_group/list': { verb: 'page', fixed: WELL },
      'POST blade-city/well_group/remove': { verb: 'remove', fixed: WELL },
      'POST blade-city/integrated_dev_group': { verb: 'create', fixed: SMART_POLES },
      'PUT blade-city/integrated_dev_group': { verb: 'put', fixed: SMART_POLES, names: BY_GROUP_ID },
      'DELETE blade-city/integrated_dev_group': { verb: 'delete', fixed: SMART_POLES },
      'GET blade-city/integrated_dev_group/list': { verb: 'page', fixed: SMART_POLES },
    },
  },
  title: 'groupName',
  list: { sort: 'groupName' },
  page: {
    path: '/city/lampmanagement/lampgroup/index',
    label: ['灯具分组', 'Lamp groups'],
    icon: 'group',
    sort: 30,
    parent: 'city_lampmanagement',
    permissions: [{ code: 'device_group_member', label: ['分组成员', 'Members'], action: 2, roles: 'commands' }],
  },
  fields: {
    groupName: f.text({ label: ['分组名称', 'Name'], required: true, unique: true, max: 100, list: true, search: true }),
    memberCount: f.int({ label: ['设备数', 'Devices'], readonly: true, list: true, from: 'devices.groupMember' }),
    devType: f.choice(
      {
        4: ['单灯控制器', 'Lamp controller'],
        7: ['太阳能灯', 'Solar lamp'],
        2: ['网关', 'Gateway'],
        11: ['摄像头', 'Camera'],
        12: ['信息屏', 'Info screen'],
        13: ['广播音柱', 'Broadcast unit'],
        14: ['报警柱', 'Alarm machine'],
        15: ['LoRa网关', 'LoRa gateway'],
        16: ['LoRa模块', 'LoRa module'],
        17: ['智能锁', 'Smart lock'],
        18: ['环境传感器', 'Environmental sensor'],
        19: ['垃圾桶', 'Trash bin'],
        20: ['井盖', 'Manhole cover'],
        21: ['喷淋设备', 'Spray device'],
        24: ['无线AP', 'Access point'],
        25: ['电表', 'Meter'],
        26: ['LoRa根节点', 'LoRa root'],
      },
      { label: ['设备类型', 'Device type'], initial: 4, list: true, search: true },
    ),
    lampType: f.choice(
      { 1: ['智慧路灯', 'Smart'], 2: ['市电路灯', 'Mains'], 3: ['太阳能路灯', 'Solar'] },
      { label: ['灯型', 'Lamp type'], list: true, search: true },
    ),
    systemType: f.choice(GROUP_SYSTEMS, { label: ['所属系统', 'System'], initial: 2, search: true }),
    type: f.int({ label: ['分组类型', 'Group type'], min: 0, max: 999, initial: 1, search: true }),
    category: f.text({ label: ['分类', 'Category'], max: 50, search: true }),
    workStrategyId: f.ref('strategies.strategy', {
      label: ['工作策略', 'Work strategy'],
      list: true,
      search: true,
      hint: [
        '保存后下发到组内设备；之后加入的设备也会收到',
        'Saving sends it to the devices of the group; devices that join later receive it too',
      ],
    }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true, list: true }),
  },
  io: { export: true },
})
