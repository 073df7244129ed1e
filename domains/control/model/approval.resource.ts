import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { secondPersonLifecycle } from './second-person.lifecycle.ts'

export const approvalLifecycle = secondPersonLifecycle({
  rights: { approve: ['审批指令', 'Approve commands'], withdraw: ['撤回指令申请', 'Withdraw command requests'] },
  about: ['批准或驳回他人提交的大范围指令', 'Approve or reject commands to many devices that another person requested'],
  sent: ['已下发', 'Sent'],
  approve: ['批准并下发', 'Approve and send'],
  confirm: ['指令将下发到其设备，确定批准？', 'The command is sent to its devices. Approve it?'],
})

/** Requests: commands and sets of parameters to more devices than the parameter `command.approval.devices`, which wait for a second person. */
export const approval = defineResource({
  name: 'control.approval',
  label: ['指令审批', 'Command approval'],
  about: ['等待他人批准的大范围指令', 'Commands to many devices that wait for a second person'],
  code: 'command_approval',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/city/controlCenter/approvals',
    label: ['指令审批', 'Command approvals'],
    icon: 'check',
    sort: 7,
    parent: 'control_center',
  },
  api: { base: 'blade-city/controller/approval', verbs: ['page', 'detail'] },
  lifecycle: approvalLifecycle,
  title: 'content',
  list: { sort: '-createTime' },
  fields: {
    content: f.text({ label: ['指令', 'Command'], readonly: true, max: 300, list: true, search: true, english: 'contentEn' }),
    contentEn: f.text({ label: ['指令（英文）', 'Command in English'], readonly: true, max: 300, hidden: true }),
    state: f.state(approvalLifecycle, { label: ['状态', 'State'], list: true, search: true }),
    targetText: f.text({ label: ['对象', 'Target'], readonly: true, max: 200, list: true, english: 'targetTextEn' }),
    targetTextEn: f.text({ label: ['对象（英文）', 'Target in English'], readonly: true, max: 200, hidden: true }),
    devices: f.int({ label: ['设备数', 'Devices'], readonly: true, list: true }),
    reason: f.text({ label: ['原因', 'Reason'], readonly: true, max: 255, list: true }),
    requesterId: f.ref('identity.user', { label: ['申请人', 'Requested by'], readonly: true, list: true }),
    reviewerId: f.ref('identity.user', { label: ['审批人', 'Approved by'], readonly: true, list: true }),
    note: f.text({ label: ['审批意见', 'Note'], readonly: true, max: 255 }),
    batchId: f.text({ label: ['指令记录', 'Command record'], readonly: true, max: 20, hidden: true }),
    requestKey: f.text({ label: ['请求标识', 'Key of the request'], readonly: true, max: 200, alone: true, hidden: true }),
    work: f.text({ label: ['内容', 'Content'], readonly: true, max: 8000, alone: true, hidden: true }),
    deviceIds: f.refs('lighting.controller', { label: ['设备', 'Devices'], readonly: true, alone: true, hidden: true }),
  },
  indexes: [['requestKey']],
  io: { export: true },
})
