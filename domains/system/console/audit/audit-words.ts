import { consoleOf } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'

/** Actions without a resource. */
const WHOLE: Readonly<Record<string, Text>> = {
  'identity.signIn': ['登录', 'Sign-in'],
  'identity.signOut': ['退出', 'Sign-out'],
  'identity.signInAs': ['代登录', 'Sign-in as another user'],
  'devices.delayOffline': ['延迟离线设置 · 修改', 'Delayed-offline setting · changed'],
  'devices.counter.replaced': ['换表登记', 'Meter replacement · recorded'],
}
/** Labels of entities that are not resources, and of resources whose own label is less suitable. */
const THINGS: Readonly<Record<string, Text>> = {
  'identity.session': ['登录设备', 'Session'],
  'identity.mfa': ['两步验证', 'Two-step verification'],
  'lighting.lamp': ['灯具', 'Lamp'],
  'control.batch': ['指令', 'Command'],
  'devices.register': ['设备台账', 'Device register'],
  'devices.replacement': ['设备更换', 'Device replacement'],
  'control.param': ['设备参数', 'Device parameters'],
  'system.export': ['导出', 'Export'],
  'lighting.virtual': ['虚拟城市', 'Virtual city'],
  'identity.oauth': ['第三方账号', 'External account'],
}
const ACTIONS: Readonly<Record<string, Text>> = {
  add: ['新增', 'added'],
  update: ['修改', 'changed'],
  remove: ['删除', 'removed'],
  import: ['导入', 'imported'],
  'import.undo': ['撤销导入', 'import undone'],
  'import.stop': ['停止导入', 'import stopped'],
  grant: ['授权', 'granted'],
  approve: ['通过', 'approved'],
  reject: ['拒绝', 'refused'],
  move: ['移动', 'moved'],
  boundary: ['边界', 'boundary'],
  arrange: ['排序', 'arranged'],
  stop: ['停止', 'stopped'],
  end: ['结束', 'ended'],
  release: ['恢复日程', 'back to calendar'],
  'param.get': ['读取参数', 'parameters read'],
  'param.set': ['设置参数', 'parameters set'],
  accept: ['采纳上报值', 'reported values accepted'],
  open: ['开灯', 'on'],
  close: ['关灯', 'off'],
  read: ['读取', 'read'],
  claim: ['认领', 'claimed'],
  propose: ['生成虚拟网关', 'virtual gateways made'],
  virtual: ['虚拟网关', 'virtual gateway'],
  setting: ['租户配置', 'settings'],
  datasource: ['数据源', 'data source'],
  night: ['夜间显示', 'night shown'],
  addPeople: ['添加人员', 'people added'],
  removePeople: ['移除人员', 'people removed'],
  endUser: ['全部结束', 'all ended'],
  ended: ['结束', 'ended'],
  cancel: ['取消', 'cancelled'],
  run: ['立即备份', 'started'],
  test: ['测试', 'tested'],
  make: ['生成', 'made'],
  download: ['下载', 'download'],
  fetch: ['取走文件', 'downloaded'],
  generate: ['生成代码', 'generated'],
  screen: ['设为数据大屏', 'shown on the data screen'],
  copy: ['复制', 'copied'],
  transfer: ['转移', 'transferred'],
  town: ['演示灯具', 'demo lamps'],
  location: ['位置', 'location'],
  activated: ['激活', 'activated'],
  assign: ['分配', 'assigned'],
  secret: ['更换密钥', 'new secret'],
  enable: ['启用', 'enabled'],
  status: ['启用 / 停用', 'enabled or disabled'],
  send: ['发送', 'sent'],
  publish: ['下发', 'published'],
  request: ['提交审批', 'approval requested'],
  removeMembers: ['移出设备', 'devices removed'],
  addMembers: ['加入设备', 'devices added'],
  setMembers: ['更新设备清单', 'list of devices replaced'],
  revoke: ['撤回', 'withdrawn'],
  bind: ['绑定', 'bound'],
  unbind: ['解绑', 'unbound'],
  uninstall: ['卸载', 'uninstalled'],
  scrap: ['报废', 'scrapped'],
  replace: ['更换', 'replaced'],
  unlock: ['解锁', 'unlocked'],
  role: ['角色', 'roles'],
  reset: ['重置', 'reset'],
  password: ['修改密码', 'password'],
  info: ['个人信息', 'personal info'],
  avatar: ['头像', 'picture'],
  platform: ['用户平台', 'platform'],
  totp: ['绑定验证器', 'app set up'],
  'totp.remove': ['移除验证器', 'app removed'],
  recovery: ['恢复码', 'recovery codes'],
  passkey: ['添加通行密钥', 'passkey added'],
  'passkey.remove': ['移除通行密钥', 'passkey removed'],
  on: ['开灯', 'on'],
  off: ['关灯', 'off'],
  dim: ['调光', 'dimming'],
  device: ['设备指令', 'device command'],
}

/** Text of an entry's `what`: `system.param.update` becomes 系统参数 · 修改; null if it is unknown. */
export const actionText = (what: string): Text | null => {
  const whole = WHOLE[what]
  if (whole) return whole
  const parts = what.split('.')
  const [name, action] = [parts.slice(0, 2).join('.'), parts.slice(2).join('.')]
  const resource = consoleOf(name)?.resource
  const thing = THINGS[name] ?? resource?.label
  const done = ACTIONS[action] ?? resource?.actions?.[action]?.label
  return thing && done ? [`${thing[0]} · ${done[0]}`, `${thing[1]} · ${done[1]}`] : null
}
