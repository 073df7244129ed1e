import { defineErrors } from '@lamplight/kit'

export const productsErrors = defineErrors({
  noType: { status: 400, text: ['没有终端类型 {type}', 'There is no type {type}'] },
  noSensor: { status: 400, text: ['该类型没有属性 {sensor}', 'This type has no property {sensor}'] },
  configTaken: {
    status: 400,
    text: ['该类型、供应商和型号的配置已存在', 'There is already a configuration for this type, supplier and model'],
  },
})
