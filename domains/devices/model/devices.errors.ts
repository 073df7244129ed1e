import { defineErrors } from '@lamplight/kit'

export const devicesErrors = defineErrors({
  snTaken: { status: 400, text: ['该编号的网关已存在', 'A gateway with this serial number already exists'] },
  snElsewhere: {
    status: 400,
    text: [
      '该编号已由租户 {tenantId} 登记，可在列表中将其转移',
      'Tenant {tenantId} registered this serial number; transfer the gateway in the list',
    ],
  },
  snWaiting: {
    status: 400,
    text: ['该网关已在未注册设备中，请在那里分配', 'This gateway is in the list of unregistered devices; assign it there'],
  },
  claimMalformed: {
    status: 400,
    text: ['配对码应为 16 位字母和数字，见设备标签', 'A claim code has 16 letters and digits; it is printed on the device'],
  },
  claimOne: { status: 400, text: ['配对码只能用于一个网关', 'A claim code can be used for one gateway only'] },
  claimUnknown: {
    status: 400,
    text: [
      '网关 {sn} 尚未用新版本登录，无法核对配对码，请等待其重新连接',
      'Gateway {sn} has not signed in since the update; its claim code can be checked after it reconnects',
    ],
  },
  claimWrong: {
    status: 400,
    text: [
      '配对码与以编号 {sn} 连接的设备不符：核对标签；若标签无误，连接的不是这台设备，请用“配对码”操作只接受它',
      'The claim code does not belong to the device that is connected as {sn}. Check the label. If it is correct, another device uses this number: use the action claim code, so that only the labelled device is accepted',
    ],
  },
  twoSecrets: {
    status: 400,
    text: [
      '有两台设备以编号 {sn} 登录（密钥不同）：请输入设备标签上的配对码，或重置密钥',
      'Two devices sign in as {sn} with different secrets: enter the claim code of the label, or make a new secret',
    ],
  },
  snFixed: { status: 400, text: ['网关编号不能修改', 'The serial number of a gateway cannot be changed'] },
  tenantMissing: { status: 400, text: ['租户不存在：{tenantId}', 'There is no tenant {tenantId}'] },
  administratorOnly: { status: 400, text: ['只有平台管理员可以分配网关', 'Only administrators of the platform can assign gateways'] },
  otherTenant: {
    status: 400,
    text: [
      '该网关属于租户 {tenantId}，请登录该租户查看其设备',
      'The gateway belongs to tenant {tenantId}; sign in there to see its devices',
    ],
  },
  alreadyThere: { status: 400, text: ['网关 {sn} 已属于租户 {tenantId}', 'Gateway {sn} already belongs to tenant {tenantId}'] },
  numberHeld: {
    status: 400,
    text: ['编号 {sn} 现由其他租户的网关使用', "Another tenant's gateway now uses serial number {sn}"],
  },
  projectMissing: { status: 400, text: ['项目不存在：{name}', 'There is no project {name}'] },
  groupMissing: { status: 400, text: ['分组不存在', 'The group does not exist'] },
  groupBeyond: { status: 400, text: ['分组中有授权范围以外的设备', 'The group contains devices outside your areas and projects'] },
  deviceMissing: { status: 400, text: ['设备不存在', 'One of the devices does not exist'] },
  unknownType: { status: 400, text: ['没有设备类型 {type}', 'There is no device type {type}'] },
  badType: { status: 400, text: ['类型定义有误：{why}', 'The definition has an error: {why}'] },
  notJson: { status: 400, text: ['类型定义不是有效的 JSON', 'The type definition is not valid JSON'] },
  typesFull: { status: 400, text: ['最多可建立 {n} 个单元产品', 'At most {n} unit products can be created'] },
  oneType: {
    status: 400,
    text: ['所选设备的单元产品不同，请分别下发', 'The chosen devices are of different unit products; command them one type at a time'],
  },
  noneInGroup: { status: 400, text: ['分组中没有“{type}”的设备', 'The group has no devices of {type}'] },
  typeFixed: { status: 400, text: ['设备的单元产品不能修改', 'The unit product of a device cannot be changed'] },
  driverFixed: { status: 400, text: ['单元产品的驱动不能修改', 'The driver of a unit product cannot be changed'] },
  noDriver: {
    status: 400,
    text: ['该单元产品没有驱动，请选择网关', 'This unit product has no driver: choose a gateway'],
  },
  oneWay: { status: 400, text: ['接入地址与网关只能填写一个', 'A device has a gateway or an access address, not both'] },
  badRange: { status: 400, text: ['时间范围不正确', 'The time range is not valid'] },
  replacedUnknown: { status: 400, text: ['没有编号为 {sn} 的设备', 'There is no device with the serial number {sn}'] },
  successorUnknown: {
    status: 400,
    text: ['编号 {sn} 属于授权范围以外的设备', 'Serial number {sn} belongs to a device outside your areas and projects'],
  },
  successorType: { status: 400, text: ['设备 {sn} 的类型不同，不能替换', 'Device {sn} is of another type'] },
  successorInUse: { status: 400, text: ['设备 {sn} 正在使用（{by}），不能作为新设备', 'Device {sn} is in use ({by})'] },
  undoOver: {
    status: 400,
    text: ['只能在一天内撤销最近一次更换', 'Only the latest replacement of a device can be undone, within a day'],
  },
  meterLater: { status: 400, text: ['换表时间不能晚于当前时间', 'The meter cannot have been replaced in the future'] },
  noCounters: {
    status: 400,
    text: ['该类设备没有累计量，不能登记换表', 'Devices of this type have no counter, so a replaced meter cannot be recorded'],
  },
})
