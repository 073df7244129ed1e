import { defineDeviceResource } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { loraRootType } from './lora-root.device.ts'
import { channel, networkId } from './radio.ts'

/** Roots of LoRa networks: screens city.loraRoot and sun.loraRoot. */
export const loraRoot = defineDeviceResource(loraRootType, {
  name: 'lora.root',
  about: ['LoRa网络的根节点', 'Root nodes of LoRa networks'],
  code: 'lora_root',
  page: {
    path: '/city/basisaccessories/lora/root',
    label: ['LoRa根节点', 'LoRa roots'],
    icon: 'cluster',
    sort: 63,
    parent: 'accessory_lora',
  },
  api: { base: 'blade-sun/loraroot', verbs: ['page', 'detail', 'submit', 'remove'] },
  fields: {
    networkId,
    channel,
    loraId: f.ref('lora.gateway', { label: ['LoRa网关', 'LoRa gateway'], list: true, search: true, titleAs: 'loraSn' }),
  },
})
