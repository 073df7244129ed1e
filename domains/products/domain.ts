import { defineDomain } from '@lamplight/kit'

export const products = defineDomain({
  name: 'products',
  label: ['产品', 'Products'],
  about: ['单元产品及其设备、接口和终端配置', 'Unit products with their devices, interfaces and terminal configurations'],
  level: 5,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control'],
  offers: ['products_interfaces', 'products_terminal_configs'],
})
