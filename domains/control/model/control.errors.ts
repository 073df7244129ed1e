import { defineErrors, type Text } from '@lamplight/kit'

export const controlErrors = defineErrors({
  awaitsApproval: {
    status: 400,
    text: [
      '涉及 {n} 台设备，已提交审批，批准后下发',
      'This affects {n} device{n:s}: it was submitted and is sent when a second person approves it',
    ],
  },
  requestTooOld: {
    status: 400,
    text: ['申请已超过 {hours} 小时，请驳回后重新申请', 'The request is older than {hours} h. Reject it and request again'],
  },
  reasonMissing: {
    status: 400,
    text: ['请填写原因：不限时的手动控制须说明原因', 'Reason is missing: a manual command without an end needs one'],
  },
  noTargets: { status: 400, text: ['没有可控制的设备', 'None of the chosen devices accepts commands'] },
  headMissing: {
    status: 400,
    text: [
      '所选设备中有 {n} 个只有一个灯头，不能选择辅灯',
      '{n} of the chosen devices have only one head: the auxiliary head cannot be chosen',
    ],
  },
  noSelector: { status: 400, text: ['请选择要控制的设备', 'Choose devices by ids, a group, an area, a project or a filter'] },
  untilPast: { status: 400, text: ['结束时间已过', 'The end time has passed'] },
  untilFar: { status: 400, text: ['临时控制最长 {days} 天', 'A temporary command lasts at most {days} days'] },
  levelMissing: { status: 400, text: ['请填写亮度', 'The level is missing'] },
  nothingToRetry: { status: 400, text: ['没有可重试的失败设备', 'No failed device to retry'] },
  nothingToCancel: { status: 400, text: ['没有仍在排队的设备', 'No command is waiting in the queue any more'] },
  noTemplate: { status: 400, text: ['参数模板不存在或已停用', 'There is no such preset, or it is disabled'] },
  noParam: { status: 400, text: ['所选设备没有该参数的期望值', 'These devices have no wanted value of this parameter family'] },
  secretAccepted: {
    status: 400,
    text: ['密码类参数不能以设备上报值为准，请重新下发', 'The reported value of a secret cannot be accepted; send the wanted one again'],
  },
  notRead: {
    status: 400,
    text: [
      '{n} 台设备的此参数没有设置过，也没有读取过，不知道其余字段的值；请先读取，或下发全部字段',
      'The other fields of this parameter are not known for {n} device{n:s}, which were never set or read. Read them first, or send all fields',
    ],
  },
  wholeOnly: {
    status: 400,
    text: ['该参数含密码，只能下发全部字段', 'This parameter has a secret, so all of its fields are sent'],
  },
  assignedElsewhere: {
    status: 400,
    text: [
      '策略日历由策略分配，不能以设备上报值为准；请重新下发，或给设备分配策略',
      'Calendars are assigned by strategies, so a reported one cannot be accepted. Send the wanted one again, or assign a strategy',
    ],
  },
  noDrift: { status: 400, text: ['所选设备的该参数没有偏差', 'These devices have no drift in this parameter family'] },
  tooManyValues: {
    status: 400,
    text: [
      '期望值有 {n} 种，一次最多下发 {most} 种，请缩小筛选范围',
      'There are {n} different wanted values and one call sends at most {most}: narrow the filter',
    ],
  },
  otherBatch: {
    status: 400,
    text: ['该指令记录不是此操作的记录，不能在此重试', 'This command record belongs to another operation and cannot be repeated here'],
  },
  noBatch: { status: 400, text: ['指令记录不存在', 'There is no such command record'] },
  wrongDevices: {
    status: 400,
    text: ['所选设备中有 {n} 台不存在，或不是{type}', '{n} of the chosen devices do not exist, or are of another type than {type}'],
  },
  stillFollowed: {
    status: 400,
    text: ['还有 {n} 台设备正在执行，请一并取消', '{n} other devices still execute it: cancel it for them too'],
  },
  useRetry: {
    status: 400,
    text: ['重试请使用原指令记录的失败设备', 'Choose only devices that failed in this command record'],
  },
})

/**
 * Texts of the reasons for a device's state in a batch. `{measured}` and `{expected}` are W. Codes of the device protocol are
 * sent by the device; the ledger sets the others.
 */
export const CODE_TEXTS: Readonly<Record<string, Text>> = {
  gatewayOffline: ['网关离线，期限内未能下发', 'Gateway offline: the command could not be sent in time'],
  silent: [
    '设备没有上报，已停止重发；恢复上报后自动重发',
    'The device is silent: resending has stopped and continues when it reports again',
  ],
  noAnswer: ['已下发，期限内无应答', 'Sent, but not answered in time'],
  noGateway: ['设备未接入网关', 'The device has no gateway'],
  noDriver: ['没有该接入方式的驱动', 'No driver for this kind of access'],
  unreachable: ['接入平台不可达，未能下发', 'The platform of the device could not be reached'],
  refused: ['接入平台拒绝了该指令', 'The platform of the device refused the command'],
  cancelled: ['已取消', 'Cancelled'],
  firstWave: ['首批设备未恢复通信，未向此设备下发', 'Not sent, because the first devices did not reconnect'],
  rolledBack: ['设备断开 5 分钟后恢复了旧值', 'The device returned to its old value after 5 min without connection'],
  superseded: ['已被更新的指令取代', 'Superseded by a newer command'],
  notApplied: ['已应答，未执行：上报状态与指令不符', 'Received, not applied: the device reports another state'],
  notVerified: [
    '已执行，未验证：实测 {measured} W，应为 {expected} W',
    'Applied, not verified: measured {measured} W, expected {expected} W',
  ],
  noMeasurement: ['已执行，未验证：未收到实测功率', 'Applied, not verified: no power was measured'],
  noCurve: ['已执行：灯具功率未知，无法核对', 'Applied: the power of the lamp is unknown, so it was not compared'],
  programme: ['已执行：设备应答已恢复日程，之后没有上报', 'Applied: the device answered that it follows its calendar; no report since'],
  stillOverridden: ['未恢复：设备上报仍处于临时控制', 'Not released: the device still reports an override'],
  answered: ['设备已应答；该指令没有可核对的状态', 'Answered by the device; this command has no state to check'],
  unreported: ['已执行：设备应答已执行，之后没有上报', "Applied according to the device's answer; no report since"],
  otherState: ['未保持：设备之后上报的值与指令不符', 'Not kept: the device later reported another value'],
  told: ['设备已应答', 'Answered by the device'],
  clamped: ['设备未按下发值设置', 'The device stored another value than the one sent'],
  notActivated: ['设备未激活', 'The device is not activated'],
  unproven: ['已执行：核对前已到期恢复', 'Applied: the temporary level ended before the power could be compared'],
  expired: ['设备收到时已过期', 'The command had expired when the device received it'],
  expiredInQueue: [
    '在网络服务器队列中过期，未发给设备',
    'The command expired in the queue of the network server and was not sent to the device',
  ],
  unknownDevice: ['网关不认识该设备', 'The gateway does not know the device'],
  invalidArgs: ['设备不支持该参数', 'The device does not accept these values'],
  unsupported: ['设备没有该指令', 'The device does not have this command'],
  busy: ['设备忙', 'The device is busy'],
  relayFailure: ['继电器故障', 'Relay failure'],
  controlGearCommFailure: ['驱动器通信失败', 'No communication with the control gear'],
  dutyCycle: ['占空比超限，网关拒绝发射', 'The gateway did not transmit: its duty cycle is used up'],
  tooLate: ['到达网关太晚，错过发射时间', 'The message reached the gateway too late to be transmitted'],
  tooEarly: ['发射时间过早，网关拒绝', 'The gateway refused the transmission: its time is too far in the future'],
  collision: ['与网关的其他发射冲突', 'The transmission collided with another one of the gateway'],
  radioRejected: ['网关不支持该频率或功率', 'The gateway does not support the frequency or power'],
  queueFull: ['网关发射队列已满', 'The transmit queue of the gateway is full'],
  radioFault: ['网关发射失败', 'The gateway failed to transmit'],
  payloadSize: ['内容超出当前速率允许的长度', 'The payload is too long for the data rate'],
  notAcknowledged: ['已发射，节点未确认', 'Transmitted, but not acknowledged by the node'],
  late: ['超期后才应答', 'Answered after the time limit'],
}
