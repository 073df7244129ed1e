import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { sendInput } from './cabinet.resource.ts'

/** Groups of road cabinets that receive commands together (screen cab.group). */
export const cabinetGroup = defineResource({
  name: 'roadcabinets.group',
  label: ['机柜分组', 'Cabinet group'],
  about: ['一起接收指令的机柜', 'Road cabinets that receive commands together'],
  code: 'cabinet_group',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/roadCabinet/group/index',
    icon: 'group',
    sort: 40,
    parent: 'road_cabinet_system',
    label: ['机柜分组', 'Cabinet groups'],
    find: ['groupName'],
  },
  api: { base: 'blade-visual/cabinet/group', verbs: ['list', 'detail', 'select', 'submit', 'remove'] },
  title: 'groupName',
  fields: {
    groupName: f.text({ label: ['分组名称', 'Group name'], required: true, unique: true, max: 60, list: true, search: true }),
    cabinetCount: f.int({ label: ['机柜数', 'Cabinets'], readonly: true, form: false, from: 'roadcabinets.cabinet', list: true }),
    cabinetIds: f.refs('roadcabinets.cabinet', { label: ['机柜', 'Cabinets'], required: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true, list: true }),
  },
  actions: {
    send: { label: ['下发指令', 'Send a command'], on: 'row', roles: 'commands', job: true, input: sendInput },
  },
  io: { export: true },
})
