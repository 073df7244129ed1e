import { defineErrors } from '@lamplight/kit'

export const productsErrors = defineErrors({
  noType: { status: 400, text: ['没有终端类型 {type}', 'There is no type {type}'] },
  unreadable: {
    status: 400,
    text: [
      '单元产品 {product} 的定义无法读取（{why}），请重新提交其类型的定义或删除该产品',
      'The definition of product {product} cannot be read ({why}): submit the definition of its type again, or remove the product',
    ],
  },
  noSensor: { status: 400, text: ['该类型没有属性 {sensor}', 'This type has no property {sensor}'] },
  configTaken: {
    status: 400,
    text: ['该类型、供应商和型号的配置已存在', 'There is already a configuration for this type, supplier and model'],
  },
})
