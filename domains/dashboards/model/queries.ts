import type { Text } from '@lamplight/kit'
import { ALL_LAMPS, LAMPS } from './lamp-list.ts'
import { TICKER_QUERY } from './widgets.ts'
import { FIGURE_WORDS, LAMP_KINDS, QUERY_WORDS } from './words.ts'

export interface ColumnDefinition {
  readonly code: string
  readonly label: Text
  readonly unit?: string | Text
  readonly decimals?: number
  /** Page with the rows of this figure, if it is not that of the query. */
  readonly link?: string
  /** Default: number. */
  readonly kind?: 'text' | 'time'
}
export interface QueryDefinition {
  readonly label: Text
  readonly right: string
  /** Page of the console with the rows behind the figures. */
  readonly link: string
  readonly columns: readonly ColumnDefinition[]
  /** What an answer without rows means; without it the widget says that there are no data. */
  readonly none?: Text
}

const SOLAR = '/sun/device/index'
/** Solar lamps that a lamp controller switches. */
const SOLAR_WIRED = `${ALL_LAMPS}&kind=3`
const GATEWAYS = '/visual/equipmentMana/gateway/index'
const VIEW = 'dashboard_view'
const inState = (state: number): string => `${LAMPS}?currentControllerStatus=${state}`
const LAMP = ['盏', 'lamps'] as const
const PIECE = ['台', ''] as const
const lamps = { code: 'lamps', label: ['灯具', 'Lamps'], unit: LAMP } as const
const percent = (code: string, label: Text, link?: string): ColumnDefinition => ({
  code,
  label,
  unit: '%',
  decimals: 1,
  ...(link && { link }),
})
const kilowatts = (code: string, label: Text): ColumnDefinition => ({ code, label, unit: 'kW', decimals: 1 })
const text = (code: string, label: Text): ColumnDefinition => ({ code, label, kind: 'text' })
const since = { code: 'since', label: ['开始时间', 'Since'], kind: 'time' } as const satisfies ColumnDefinition

/** Named queries over the present state, besides the reports of all slices. They answer what the user may see, within the filters of the dashboard. */
export const QUERIES = {
  lamps: {
    label: ['照明总览', 'Lighting totals'],
    right: VIEW,
    link: ALL_LAMPS,
    columns: [
      lamps,
      { code: 'on', label: ['亮灯', 'Lit'], unit: LAMP, link: inState(1) },
      percent('litRate', ['当前亮灯占比', 'Share lit now'], inState(1)),
      percent('onlineRate', ['在线率', 'Share online'], inState(4)),
      kilowatts('activeKw', FIGURE_WORDS.power),
      kilowatts('nominalKw', ['额定功率', 'Nominal power']),
      { code: 'fault', label: ['故障', 'Faulty'], unit: LAMP, link: inState(3) },
      { code: 'offline', label: ['离线', 'Offline'], unit: LAMP, link: inState(4) },
      { code: 'inactive', label: ['未激活', 'Not activated'], unit: LAMP, link: inState(5) },
      { code: 'gateways', label: ['网关', 'Gateways'], unit: PIECE, link: GATEWAYS },
      { code: 'gatewaysOnline', label: ['在线网关', 'Gateways online'], unit: PIECE, link: `${GATEWAYS}?online=1` },
    ],
  },
  states: { label: QUERY_WORDS.states, right: VIEW, link: ALL_LAMPS, columns: [text('state', ['状态', 'State']), lamps] },
  kinds: {
    label: ['按灯型的功率', 'Power by kind of lamp'],
    right: VIEW,
    link: ALL_LAMPS,
    columns: [
      text('kind', ['灯型', 'Kind']),
      lamps,
      kilowatts('activeKw', FIGURE_WORDS.power),
      kilowatts('nominalKw', ['额定功率', 'Nominal']),
      percent('onlineRate', FIGURE_WORDS.online),
      percent('litRate', ['亮灯占比', 'Lit']),
    ],
  },
  troubles: {
    label: QUERY_WORDS.troubles,
    right: VIEW,
    link: `${LAMPS}?currentControllerStatus=3`,
    none: ['没有上报的异常', 'No lamp reports a failure'],
    columns: [text('cause', ['原因', 'Cause']), lamps, { code: 'fresh', label: ['昨夜新增', 'Last night'], unit: LAMP }, since],
  },
  faults: {
    label: QUERY_WORDS.faults,
    right: VIEW,
    link: `${LAMPS}?currentControllerStatus=3`,
    none: ['没有上报故障的灯具', 'No lamp reports a fault'],
    columns: [text('name', ['灯具', 'Lamp']), text('faults', ['故障', 'Faults']), text('area', ['区域', 'Area']), since],
  },
  offlineGateways: {
    label: QUERY_WORDS.offlineGateways,
    right: VIEW,
    link: `${GATEWAYS}?online=0`,
    none: ['没有离线的网关', 'No gateway is offline'],
    columns: [
      text('name', ['网关', 'Gateway']),
      { code: 'children', label: ['受影响设备', 'Devices affected'] },
      { code: 'lastSeen', label: ['最后在线', 'Last seen'], kind: 'time' },
    ],
  },
  areas: {
    label: ['各区域灯具', 'Lamps by area'],
    right: VIEW,
    link: ALL_LAMPS,
    columns: [
      text('area', ['区域', 'Area']),
      lamps,
      { code: 'on', label: ['亮灯', 'Lit'], unit: LAMP },
      { code: 'fault', label: ['故障', 'Faulty'], unit: LAMP },
      { code: 'offline', label: ['离线', 'Offline'], unit: LAMP },
      kilowatts('activeKw', FIGURE_WORDS.power),
    ],
  },
  devices: {
    label: ['各类设备', 'Devices by kind'],
    right: VIEW,
    link: '',
    columns: [
      text('kind', ['类型', 'Kind']),
      { code: 'devices', label: ['设备', 'Devices'], unit: PIECE },
      { code: 'online', label: ['在线', 'Online'], unit: PIECE },
      { code: 'fault', label: ['故障', 'Faulty'], unit: PIECE },
    ],
  },
  solar: {
    label: LAMP_KINDS.solar,
    right: VIEW,
    link: SOLAR,
    columns: [
      { code: 'lamps', label: LAMP_KINDS.solar, unit: LAMP },
      percent('onlineRate', ['在线率', 'Share online'], `${SOLAR}?deviceState=4`),
      { code: 'fault', label: ['故障', 'Faulty'], unit: LAMP, link: `${SOLAR}?deviceState=3` },
      { code: 'soc', label: ['平均剩余电量', 'Mean state of charge'], unit: '%', decimals: 0 },
      { code: 'batteryVoltage', label: ['平均电池电压', 'Mean battery voltage'], unit: 'V', decimals: 2 },
      { code: 'batteryCurrent', label: ['平均电池电流', 'Mean battery current'], unit: 'A', decimals: 2 },
      { code: 'panelKw', label: ['光伏功率', 'Panel power'], unit: 'kW', decimals: 2 },
      { code: 'loadKw', label: ['负载功率', 'Load power'], unit: 'kW', decimals: 2 },
      // The list of solar lamps does not have them.
      { code: 'wired', label: ['由单灯控制器控制', 'With lamp controllers'], unit: LAMP, link: SOLAR_WIRED },
    ],
  },
  solarStates: {
    label: ['太阳能灯状态', 'States of solar lamps'],
    right: VIEW,
    link: SOLAR,
    columns: [text('state', ['状态', 'State']), lamps],
  },
  solarBatteries: { label: ['电池状态', 'Batteries'], right: VIEW, link: SOLAR, columns: [text('work', ['电池', 'Battery']), lamps] },
  lowBatteries: {
    label: ['电量最低的灯', 'Lowest batteries'],
    right: VIEW,
    link: SOLAR,
    columns: [
      text('name', ['灯具', 'Lamp']),
      { code: 'soc', label: ['剩余电量', 'Charge'], unit: '%', decimals: 0 },
      { code: 'voltage', label: ['电池电压', 'Voltage'], unit: 'V', decimals: 2 },
      text('area', ['区域', 'Area']),
    ],
  },
  solarFaults: {
    label: ['故障太阳能灯', 'Faulty solar lamps'],
    right: VIEW,
    link: `${SOLAR}?deviceState=3`,
    none: ['没有上报故障的太阳能灯', 'No solar lamp reports a fault'],
    columns: [text('name', ['灯具', 'Lamp']), text('faults', ['故障', 'Faults']), text('area', ['区域', 'Area']), since],
  },
  [TICKER_QUERY]: {
    label: ['待处理告警', 'What needs attention'],
    right: VIEW,
    link: `${LAMPS}?currentControllerStatus=3`,
    columns: [text('what', ['内容', 'What']), text('place', ['位置', 'Place']), { ...since, label: ['时间', 'Time'] }],
  },
} as const satisfies Readonly<Record<string, QueryDefinition>>
export type QueryName = keyof typeof QUERIES
