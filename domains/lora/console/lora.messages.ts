import type { Text } from '@lamplight/kit'

export const M = {
  modules: ['LoRa模块', 'LoRa modules'],
  roots: ['LoRa根节点', 'LoRa roots'],
  gateways: ['LoRa网关', 'LoRa gateways'],
} as const satisfies Record<string, Text>
