import { defineErrors } from '@lamplight/kit'

export const linkageErrors = defineErrors({
  noTemplate: { status: 400, text: ['templateId: 模板不存在', 'templateId: the template does not exist'] },
  templateUsed: { status: 400, text: ['模板已被启用的实例使用：{name}', 'The template is used by an enabled linkage: {name}'] },
  otherType: { status: 400, text: ['{field}: 与模板的设备类型不一致', '{field}: the template has another device type'] },
  unknownDevice: { status: 400, text: ['{field}: 设备 {id} 不存在', '{field}: there is no device {id}'] },
  wrongDevice: {
    status: 400,
    text: ['{field}: 设备 {sn} 不是模板的设备类型', '{field}: the template does not allow the type of device {sn}'],
  },
  noActor: { status: 400, text: ['{field}: 没有 {type} 类型的执行设备', '{field}: no acting device of the type {type} is bound'] },
  mayNotSend: { status: 400, text: ['没有下发指令的权限：{cmd}', 'You do not have the right to send the command {cmd}'] },
  noHistory: {
    status: 400,
    text: ['属性 {property} 没有历史数据，不能试算', 'The property {property} has no history: a dry run is not possible'],
  },
  noInterface: { status: 400, text: ['箱体模板没有接口 {id}', 'The box template has no interface {id}'] },
  otherBox: { status: 400, text: ['机柜不是该箱体模板', 'The cabinets use another box template'] },
})
