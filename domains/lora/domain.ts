import { defineDomain } from '@lamplight/kit'

export const lora = defineDomain({
  name: 'lora',
  label: ['LoRa', 'LoRa'],
  about: ['LoRa网关、根节点、模块及白名单', 'LoRa gateways, roots, modules and white lists'],
  level: 5,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control'],
})
