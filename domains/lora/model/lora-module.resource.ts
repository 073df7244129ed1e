import { defineDeviceResource } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { familyRight } from './family-right.ts'
import { loraModuleType } from './lora-module.device.ts'

const devEui = {
  pattern: '[0-9A-Fa-f]{12,16}',
  text: ['应为12到16位十六进制数', 'must be 12 to 16 hexadecimal digits'],
} as const

/** LoRa modules: screens city.lora and sun.loraModule. Its page has the rights of the families. */
export const loraModule = defineDeviceResource(loraModuleType, {
  name: 'lora.module',
  about: ['灯具和传感器中的LoRa通信模块', 'Radio modules in luminaires and sensors'],
  code: 'lora_module',
  api: { base: 'blade-city/lora/module', verbs: ['list', 'detail', 'submit', 'remove'] },
  page: {
    path: '/city/basisaccessories/lora/index',
    label: ['LoRa模块', 'LoRa modules'],
    icon: 'chip',
    sort: 61,
    parent: 'accessory_lora',
    permissions: [
      familyRight('lora_config_read', '读取LoRa模块配置', 'Read the LoRa module config', 'manual'),
      familyRight('lora_config_set', '设置LoRa模块配置', 'Set the LoRa module config', 'commands'),
      familyRight('lora_server_link_read', '读取LoRa服务器连接', 'Read the LoRa server link', 'manual'),
      familyRight('lora_server_link_set', '设置LoRa服务器连接', 'Set the LoRa server link', 'commands'),
    ],
  },
  fields: {
    loraId: f.ref('lora.gateway', { label: ['LoRa网关', 'LoRa gateway'], list: true, search: true, titleAs: 'loraSn' }),
    rootId: f.ref('lora.root', { label: ['根节点', 'Root'], search: true, titleAs: 'rootSn' }),
    devEui: f.text({ label: ['DevEUI', 'DevEUI'], max: 16, match: devEui, example: '00124B0004A1', unique: true, search: true }),
  },
})
