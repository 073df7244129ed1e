import { defineDeviceResource } from '@lamplight/devices/model'
import { loraGatewayType } from './lora-gateway.device.ts'

/** LoRa gateways: screen rt.visual.LoRaGateway. Further pages of it are in the menu of the slice. */
export const loraGateway = defineDeviceResource(loraGatewayType, {
  name: 'lora.gateway',
  about: ['连接LoRa模块的网关；白名单之外的模块不能入网', 'Gateways of LoRa modules; modules outside the white list cannot join'],
  code: 'lora_gateway',
  page: {
    path: '/city/basisaccessories/lora/gateway',
    label: ['LoRa网关', 'LoRa gateways'],
    icon: 'gateway',
    sort: 60,
    parent: 'accessory_lora',
  },
  api: {
    base: 'blade-city/lora/control',
    verbs: ['list', 'detail', 'submit', 'remove'],
    calls: {
      'GET blade-city/lora/detail': { verb: 'detail', by: 'sn' },
      'POST blade-city/lora/control/rebootBatch': { action: 'reboot' },
    },
  },
})
