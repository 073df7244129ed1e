import type { Text } from '@lamplight/kit'

/* Words that pages, answers of the server and the monthly report share. */

/** States of lamps (currentControllerStatus of decisions.md B2). */
export const LIGHT_STATES = {
  1: ['亮灯', 'On'],
  2: ['熄灯', 'Off'],
  3: ['故障', 'Fault'],
  4: ['离线', 'Offline'],
  5: ['未激活', 'Not activated'],
} as const satisfies Readonly<Record<number, Text>>
/** State 1 or 2 of other devices than lamps. */
export const NORMAL = ['正常', 'Normal'] as const satisfies Text
/** Why a lamp has its level. */
export const LIGHT_CAUSES = {
  1: ['手动控制', 'Override'],
  2: ['照明策略', 'Strategy'],
  3: ['默认日程', 'Built-in programme'],
  0: ['未知', 'Unknown'],
} as const satisfies Readonly<Record<number, Text>>
/** How a lamp was lit in a night. */
export const NIGHT_RESULTS = {
  1: ['整夜亮灯', 'Lit all night'],
  2: ['部分时间未亮', 'Dark for a time'],
  3: ['整夜未亮', 'Dark all night'],
  4: ['数据不全', 'Reports are missing'],
} as const satisfies Readonly<Record<number, Text>>

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
