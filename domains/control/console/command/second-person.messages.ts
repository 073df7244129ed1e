import type { Text } from '@lamplight/kit'
import { batch } from '../../model/batch.resource.ts'

export const SP = {
  above: ['超过 {n} 台设备时须由他人批准', 'More than {n} devices need the approval of a second person'],
  exceeds: [
    '涉及 {devices} 台设备，超过 {n} 台：提交后由他人批准才下发',
    '{devices} devices are more than {n}: it is sent after a second person approves it',
  ],
  needed: ['提交后由他人批准才下发', 'It is sent after a second person approves it'],
  who: ['可批准：{names}', 'Who may approve: {names}'],
  andMore: ['{names} 等 {n} 人', '{names} and others ({n} in total)'],
  count: ['{n} 人可批准', '{n} {n:people|person} may approve'],
  nobody: [
    '本租户没有其他人可以批准：请为另一位能看到全部区域的用户加上“审批”权限，或调整阈值',
    'Nobody else in this tenant may approve. Give the right “Approve” to another user who sees all areas, or change the limit',
  ],
  users: ['用户管理', 'Users'],
  limit: ['参数管理', 'Parameters'],
  record: batch.label,
  requested: ['已提交审批，批准后下发', 'Sent for approval; it starts when a second person approves it'],
  requests: ['查看审批', 'Open the requests'],
  ask: ['请联系管理员', 'Ask your administrator'],
} as const satisfies Record<string, Text>
