import { defineErrors } from '@lamplight/kit'

export const strategiesErrors = defineErrors({
  needsTime: { status: 400, text: ['第{n}个开关点缺少时刻', 'Switch point {n} has no time'] },
  needsEntries: { status: 400, text: ['请至少添加一个开关点', 'Add at least one switch point'] },
  needsDates: { status: 400, text: ['特殊日策略需要日期范围或特殊日', 'A special strategy needs dates or a kind of special days'] },
  inUse: { status: 400, text: ['策略已分配给{n}台设备，请先取消分配', 'The strategy is assigned to {n} device{n:s}. Unassign it first'] },
  faulty: { status: 400, text: ['策略有错误，不能下发：{why}', 'The strategy has errors and cannot be published: {why}'] },
  belowFloor: {
    status: 400,
    text: [
      '策略低于道路照明等级的最低亮度，须经他人审批：请填写原因',
      'The strategy goes below the minimum level of a road class. Give a reason; a second person must approve it',
    ],
  },
  cannotHold: {
    status: 400,
    text: ['{model}（{n}台）不能执行该策略：{why}', '{model} ({n} device{n:s}) cannot hold the strategy: {why}'],
  },
  needsTarget: { status: 400, text: ['请选择分组或设备', 'Choose a group or devices'] },
  noDevices: { status: 400, text: ['没有可下发的设备', 'There are no devices to publish to'] },
  awaitsApproval: {
    status: 400,
    text: ['涉及{n}台设备，已提交审批（{id}）', 'This affects {n} device{n:s} and awaits the approval of a second person ({id})'],
  },
  changedSince: {
    status: 400,
    text: [
      '申请的是版本{from}，策略已改为版本{to}，预览不再有效：请驳回后重新申请',
      'Version {from} was requested, and the strategy is now version {to}, so the preview no longer holds. Reject it and request again',
    ],
  },
  wrongKind: { status: 400, text: ['该策略不能用于此处', 'A strategy of this kind cannot be used here'] },
  noVersion: { status: 400, text: ['没有版本{version}', 'There is no version {version}'] },
  notYet: { status: 400, text: ['该时刻尚未到来', 'This time is in the future'] },
  noStrategy: { status: 400, text: ['设备没有分配策略', 'The device has no strategy'] },
})
