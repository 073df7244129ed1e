import { defineErrors } from '@lamplight/kit'

export const devicesErrors = defineErrors({
  wrongState: { status: 400, text: ['当前状态不允许该操作', 'Operation not allowed in the current state'] },
  snTaken: { status: 400, text: ['该编号的网关已存在', 'A gateway with this serial number exists already'] },
  snElsewhere: {
    status: 400,
    text: [
      '该编号不能在此登记，请由平台管理员分配',
      'This serial number cannot be registered here; an administrator of the platform assigns it',
    ],
  },
  snFixed: { status: 400, text: ['网关编号不能修改', 'The serial number of a gateway cannot be changed'] },
  tenantMissing: { status: 400, text: ['租户不存在: {tenantId}', 'There is no tenant {tenantId}'] },
  administratorOnly: { status: 400, text: ['只有平台管理员可以分配网关', 'Only administrators of the platform assign gateways'] },
  otherTenant: {
    status: 400,
    text: [
      '该网关属于租户 {tenantId}，请登录该租户查看其设备',
      'The gateway belongs to tenant {tenantId}; sign in there to see its devices',
    ],
  },
  hasChildren: {
    status: 400,
    text: ['网关 {sn} 下仍有已注册的子设备', 'Devices are still registered with gateway {sn}'],
  },
  projectMissing: { status: 400, text: ['项目不存在: {name}', 'There is no project {name}'] },
  groupMissing: { status: 400, text: ['分组不存在', 'The group does not exist'] },
  groupBeyond: { status: 400, text: ['分组中有授权范围以外的设备', 'The group holds devices outside what was granted to you'] },
  deviceMissing: { status: 400, text: ['设备不存在', 'A device does not exist'] },
  badRange: { status: 400, text: ['时间范围不正确', 'The range of time is wrong'] },
})
