import { defineErrors } from '@lamplight/kit'

export const automationErrors = defineErrors({
  oneTarget: { status: 400, text: ['分组和设备须且只能选一项', 'Choose either a group or devices'] },
  past: { status: 400, text: ['runAt: 执行时间已过', 'runAt: this time has passed'] },
  noBins: { status: 400, text: ['没有可下发的垃圾桶', 'There are no bins to send it to'] },
  otherGroup: { status: 400, text: ['groupId: 不是垃圾桶分组', 'groupId: the group is not a group of bins'] },
  twoDefaults: {
    status: 400,
    text: ['groupId: 已有不限分组的策略：{name}', 'groupId: a strategy without a group already exists: {name}'],
  },
  longNight: { status: 400, text: ['segments: 各时段合计不能超过 16 小时', 'segments: together they must not exceed 16 hours'] },
})
