import { defineDomain } from '@lamplight/kit'

export const roadcabinets = defineDomain({
  name: 'roadcabinets',
  label: ['道路机柜', 'Road cabinets'],
  about: ['综合产品、机柜安装和机柜看板', 'Comprehensive products, installed cabinets and their boards'],
  level: 6,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'linkage', 'products'],
})
