import { defineErrors } from '@lamplight/kit'

export const iotErrors = defineErrors({
  chooseType: {
    status: 400,
    text: ['请选择设备类型；其类型定义须有 driver: operator', 'Choose a device type whose definition says driver: operator'],
  },
  chooseOc: { status: 400, text: ['请选择OC平台', 'Choose an operator platform'] },
  needSecret: { status: 400, text: ['请填写应用密钥', 'Enter the app secret'] },
  secretAgain: { status: 400, text: ['修改平台地址时请重新填写应用密钥', 'Enter the app secret again: the base address changes'] },
  tokenAgain: { status: 400, text: ['修改平台地址时请重新填写访问令牌', 'Enter the access token again: the base address changes'] },
  imeiFixed: {
    status: 400,
    text: ['IMEI不能修改，请删除后重新登记', 'The IMEI cannot be changed. Remove the device and register it again'],
  },
  typeFixed: { status: 400, text: ['设备类型不能修改', 'The device type cannot be changed'] },
  inside: { status: 400, text: ['不允许访问该地址', 'This address is not allowed'] },
  virtualFixed: { status: 400, text: ['虚拟平台的地址由系统设置', 'The system sets the address of a virtual platform'] },
  hasDevices: { status: 400, text: ['{name} 还有 {n} 个登记的设备', '{n} device{n:s} {n:are|is} registered at {name}'] },
  uploadOrImeis: { status: 400, text: ['请给出 uploadId 或 imeis', 'Give uploadId or imeis'] },
  unsigned: { status: 401, text: ['签名无效', 'The signature is not valid'] },
})
