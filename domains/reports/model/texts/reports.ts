import type { Text } from '@lamplight/kit'

/* Words that pages, answers of the server and the monthly report share. */

/** Parts of all lost connections, as figures and as series of a chart. */
export const OUTAGE_WORDS = {
  outages: ['离线次数', 'Lost connections'],
  byGateway: ['网关离线引起', 'Because of their gateway'],
} as const satisfies Record<string, Text>
export const CLOSED = ['已关闭', 'Closed'] as const satisfies Text
export const FAULT_WORDS = {
  p90: ['90%在此时长内', '90 % within'],
  longest: ['最长', 'Longest'],
  kind: ['种类', 'Kind'],
  age: ['时长', 'Age'],
  lastTime: ['最近发生', 'Last'],
} as const satisfies Record<string, Text>
export const ENERGY_WORDS = {
  carbon: ['碳排放', 'Carbon'],
  avoided: ['节能量', 'Energy saved'],
} as const satisfies Record<string, Text>
export const INVENTORY_WORDS = {
  box: ['配电箱', 'Switch box'],
  cause: ['可能原因', 'Likely cause'],
  explanation: ['说明', 'Explanation'],
  perYear: ['每年电量', 'Energy per year'],
} as const satisfies Record<string, Text>
export const BILL_WORDS = {
  estimated: ['估算账单', 'Estimated bills'],
  bill: ['账单号', 'Bill number'],
  supply: ['户号', 'Supply point'],
  period: ['账期', 'Period'],
} as const satisfies Record<string, Text>
/** Heads of columns and choices of filters. */
export const TABLE_WORDS = {
  all: ['全部', 'All'],
  area: ['区域', 'Area'],
  figure: ['指标', 'Figure'],
  devices: ['设备数', 'Devices'],
} as const satisfies Record<string, Text>
