import type { Text } from '@lamplight/kit'

/* Names that the home page, the data source of dashboards and the board of a demo city share. The home page loads no definitions of dashboards. */

export const FIGURE_WORDS = {
  lamps: ['灯具总数', 'Lamps'],
  lit: ['当前亮灯占比', 'Lit now'],
  online: ['在线率', 'Online'],
  power: ['实时功率', 'Power now'],
} as const satisfies Record<string, Text>
export const LAMP_KINDS = {
  smart: ['智慧灯', 'Smart lamps'],
  mains: ['市电灯', 'Mains lamps'],
  solar: ['太阳能灯', 'Solar lamps'],
} as const satisfies Record<string, Text>
export const QUERY_WORDS = {
  states: ['灯具状态', 'Lamp states'],
  troubles: ['异常原因', 'Causes of failure'],
  faults: ['故障灯具', 'Faulty lamps'],
  offlineGateways: ['离线网关', 'Gateways offline'],
} as const satisfies Record<string, Text>
export const CAUSE_WORDS = {
  gatewayOffline: ['网关离线', 'Gateway offline'],
  silent: ['单灯失联', 'Controller does not answer'],
} as const satisfies Record<string, Text>
