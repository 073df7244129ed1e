import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const poleGateways = {
  code: 'visual_lora_gateway',
  label: ['LoRa网关', 'LoRa gateways'],
  path: '/visual/equipmentMana/LoRaGateway/index',
  icon: 'gateway',
  sort: 62,
  parent: 'pole_lighting',
  roles: 'read',
} as const satisfies MenuItem
export const loraRecords = {
  code: 'lora_records',
  label: ['LoRa指令记录', 'LoRa command records'],
  path: '/city/basisaccessories/lora/commandRecord',
  icon: 'history',
  sort: 64,
  parent: 'accessory_lora',
  roles: 'read',
} as const satisfies MenuItem
export const solarModules = {
  code: 'sun_lora_module',
  label: ['LoRa模块', 'LoRa modules'],
  path: '/sun/lora/module',
  icon: 'chip',
  sort: 10,
  parent: 'sun_lora',
  roles: 'read',
} as const satisfies MenuItem
export const solarRoots = {
  code: 'sun_lora_root',
  label: ['LoRa根节点', 'LoRa roots'],
  path: '/sun/lora/root',
  icon: 'cluster',
  sort: 20,
  parent: 'sun_lora',
  roles: 'read',
} as const satisfies MenuItem
