import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { publicationLifecycle } from './publication.lifecycle.ts'

/** Publications of strategies: who sent which version to how many devices and why, and who approved it. Each call of a publication inserts one row. */
export const publication = defineResource({
  name: 'strategies.publication',
  label: ['策略下发', 'Publication'],
  about: ['每次策略下发的对象、原因、审批和结果', 'Each publication of a strategy with its targets, reason, approval and result'],
  code: 'strategy_publication',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/city/strategyCenter/publications',
    label: ['下发记录', 'Publications'],
    icon: 'history',
    sort: 20,
    parent: 'strategy_center',
  },
  api: { base: 'blade-strategy/workstrategy/publication', verbs: ['page', 'detail'] },
  lifecycle: publicationLifecycle,
  title: 'strategyName',
  list: { sort: '-createTime' },
  fields: {
    strategyId: f.ref('strategies.strategy', { label: ['策略', 'Strategy'], readonly: true, search: true }),
    strategyName: f.text({ label: ['策略名称', 'Strategy'], readonly: true, max: 80, list: true, search: true }),
    version: f.int({ label: ['版本', 'Version'], readonly: true, list: true }),
    kind: f.choice(
      { 1: ['分配并下发', 'Assign'], 2: ['下发新版本', 'New version'], 3: ['取消分配', 'Unassign'] },
      { label: ['类型', 'Kind'], readonly: true, list: true, search: true },
    ),
    state: f.state(publicationLifecycle, { label: ['状态', 'State'], list: true, search: true }),
    targetText: f.text({ label: ['对象', 'Target'], readonly: true, max: 200, list: true, english: 'targetTextEn' }),
    targetTextEn: f.text({ label: ['对象（英文）', 'Target in English'], readonly: true, max: 200, hidden: true }),
    devices: f.int({ label: ['设备数', 'Devices'], readonly: true, list: true }),
    reason: f.text({ label: ['原因', 'Reason'], readonly: true, max: 255, list: true }),
    requesterId: f.ref('identity.user', { label: ['申请人', 'Requested by'], readonly: true, list: true }),
    reviewerId: f.ref('identity.user', { label: ['审批人', 'Approved by'], readonly: true, list: true }),
    note: f.text({ label: ['审批意见', 'Note'], readonly: true, max: 255 }),
    batchIds: f.text({ label: ['指令记录', 'Command records'], readonly: true, max: 4000, hidden: true }),
    deviceIds: f.refs('lighting.controller', { label: ['设备', 'Devices'], readonly: true, alone: true, hidden: true }),
    facts: f.text({ label: ['预览', 'Preview'], readonly: true, max: 8000, alone: true, hidden: true }),
  },
  indexes: [['strategyId', 'id']],
  io: { export: true },
})
