import { defineMenu, type Permission } from '@lamplight/kit'
import { loraRecords, poleGateways, solarModules, solarRoots } from './pages.ts'

const right = (code: string, zh: string, en: string, roles: 'manual' | 'commands'): Permission => ({
  code,
  label: [zh, en],
  action: 1,
  roles,
})

/**
 * Pages of LoRa gateways, modules and white lists, with the rights of the parameter families. The pages below `/visual` and `/sun` show the same rows
 * (screens rt.visual.LoRaGateway, sun.loraModule, sun.loraRoot).
 */
export const loraMenu = defineMenu([
  {
    code: 'lora_gateway',
    label: ['LoRa网关', 'LoRa gateways'],
    path: '/city/basisaccessories/lora/gateway',
    icon: 'gateway',
    sort: 60,
    parent: 'accessory_lora',
    resource: 'lora.gateway',
  },
  poleGateways,
  {
    code: 'lora_module',
    label: ['LoRa模块', 'LoRa modules'],
    path: '/city/basisaccessories/lora/index',
    icon: 'chip',
    sort: 61,
    parent: 'accessory_lora',
    resource: 'lora.module',
    permissions: [
      right('lora_config_read', '读取LoRa模块配置', 'Read the LoRa module config', 'manual'),
      right('lora_config_set', '设置LoRa模块配置', 'Set the LoRa module config', 'commands'),
      right('lora_server_link_read', '读取LoRa服务器连接', 'Read the LoRa server link', 'manual'),
      right('lora_server_link_set', '设置LoRa服务器连接', 'Set the LoRa server link', 'commands'),
    ],
  },
  {
    code: 'lora_whitelist',
    label: ['LoRa白名单', 'LoRa white list'],
    path: '/city/basisaccessories/lora/whitelist',
    icon: 'safety',
    sort: 62,
    parent: 'accessory_lora',
    resource: 'lora.whiteList',
    permissions: [
      right('lora_whitelist_read', '读取网关白名单', 'Read the list of a gateway', 'manual'),
      right('lora_whitelist_set', '下发网关白名单', 'Send the list to a gateway', 'commands'),
    ],
  },
  loraRecords,
  solarModules,
  solarRoots,
])
