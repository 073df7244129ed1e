import type { Text } from '@lamplight/kit'
import { TICKER_QUERY } from './widgets.ts'

export interface ColumnDefinition {
  readonly code: string
  readonly label: Text
  readonly unit?: string | Text
  readonly decimals?: number
  /** Default: number. */
  readonly kind?: 'text' | 'time'
}
export interface QueryDefinition {
  readonly label: Text
  readonly right: string
  /** Page of the console with the rows behind the figures. */
  readonly link: string
  readonly columns: readonly ColumnDefinition[]
}

const LAMPS = '/city/lampmanagement/lampinformation/index'
const GATEWAYS = '/visual/equipmentMana/gateway/index'
const VIEW = 'dashboard_view'
const LAMP = ['盏', 'lamps'] as const
const PIECE = ['台', ''] as const
const lamps = { code: 'lamps', label: ['灯具', 'Lamps'], unit: LAMP } as const
const percent = (code: string, label: Text): ColumnDefinition => ({ code, label, unit: '%', decimals: 1 })
const kilowatts = (code: string, label: Text): ColumnDefinition => ({ code, label, unit: 'kW', decimals: 1 })
const text = (code: string, label: Text): ColumnDefinition => ({ code, label, kind: 'text' })
const since = { code: 'since', label: ['开始时间', 'Since'], kind: 'time' } as const satisfies ColumnDefinition

/** Named queries over the present state, besides the reports of all slices. They answer what the user may see, within the filters of the dashboard. */
export const QUERIES = {
  lamps: {
    label: ['照明总览', 'Lighting totals'],
    right: VIEW,
    link: LAMPS,
    columns: [
      lamps,
      { code: 'on', label: ['亮灯', 'Lit'], unit: LAMP },
      percent('litRate', ['亮灯率', 'Share lit']),
      percent('onlineRate', ['在线率', 'Share online']),
      kilowatts('activeKw', ['实时功率', 'Power now']),
      kilowatts('nominalKw', ['额定功率', 'Nominal power']),
      { code: 'fault', label: ['故障', 'Faulty'], unit: LAMP },
      { code: 'offline', label: ['离线', 'Offline'], unit: LAMP },
      { code: 'inactive', label: ['未激活', 'Not activated'], unit: LAMP },
      { code: 'gateways', label: ['网关', 'Gateways'], unit: PIECE },
      { code: 'gatewaysOnline', label: ['在线网关', 'Gateways online'], unit: PIECE },
    ],
  },
  states: { label: ['灯具状态', 'Lamp states'], right: VIEW, link: LAMPS, columns: [text('state', ['状态', 'State']), lamps] },
  kinds: {
    label: ['按灯型的功率', 'Power by kind of lamp'],
    right: VIEW,
    link: LAMPS,
    columns: [
      text('kind', ['灯型', 'Kind']),
      lamps,
      kilowatts('activeKw', ['实时功率', 'Power now']),
      kilowatts('nominalKw', ['额定功率', 'Nominal power']),
      percent('onlineRate', ['在线率', 'Share online']),
      percent('litRate', ['亮灯率', 'Share lit']),
    ],
  },
  troubles: {
    label: ['异常原因', 'Causes of trouble'],
    right: VIEW,
    link: `${LAMPS}?currentControllerStatus=3`,
    columns: [text('cause', ['原因', 'Cause']), lamps, { code: 'fresh', label: ['昨夜新增', 'Since last night'], unit: LAMP }, since],
  },
  faults: {
    label: ['故障灯具', 'Faulty lamps'],
    right: VIEW,
    link: `${LAMPS}?currentControllerStatus=3`,
    columns: [text('name', ['灯具', 'Lamp']), text('faults', ['故障', 'Faults']), text('area', ['区域', 'Area']), since],
  },
  offlineGateways: {
    label: ['离线网关', 'Gateways offline'],
    right: VIEW,
    link: `${GATEWAYS}?online=0`,
    columns: [
      text('name', ['网关', 'Gateway']),
      { code: 'children', label: ['受影响设备', 'Devices affected'] },
      { code: 'lastSeen', label: ['最后在线', 'Last seen'], kind: 'time' },
    ],
  },
  areas: {
    label: ['各区域灯具', 'Lamps by area'],
    right: VIEW,
    link: LAMPS,
    columns: [
      text('area', ['区域', 'Area']),
      lamps,
      { code: 'on', label: ['亮灯', 'Lit'], unit: LAMP },
      { code: 'fault', label: ['故障', 'Faulty'], unit: LAMP },
      { code: 'offline', label: ['离线', 'Offline'], unit: LAMP },
      kilowatts('activeKw', ['实时功率', 'Power now']),
    ],
  },
  [TICKER_QUERY]: {
    label: ['待处理告警', 'What needs attention'],
    right: VIEW,
    link: `${LAMPS}?currentControllerStatus=3`,
    columns: [text('what', ['内容', 'What']), text('place', ['位置', 'Place']), { ...since, label: ['时间', 'Time'] }],
  },
} as const satisfies Readonly<Record<string, QueryDefinition>>
export type QueryName = keyof typeof QUERIES
