import type { Text } from '@lamplight/kit'

export const M = {
  modules: ['LoRa模块', 'LoRa modules'],
  roots: ['LoRa根节点', 'LoRa roots'],
  whiteList: ['白名单', 'White list'],
} as const satisfies Record<string, Text>
