import type { Text } from '@lamplight/kit'
import type { Install, Unit } from './install.ts'
import type { Place } from './product.server.ts'

const label = (zh: string, en: string) => [zh, en] as const
const flag = (zh: string, en: string) => ({ kind: 'flag', label: label(zh, en), required: true })
const number = (zh: string, en: string, unit: string, min: number, max: number, decimals = 1) => ({
  label: label(zh, en),
  unit,
  min,
  max,
  decimals,
  history: true,
})
const onOff = (zh: string, en: string) => ({ label: label(zh, en), type: 'boolean', history: true })

interface DemoUnit {
  readonly code: string
  readonly product: string
  readonly name: readonly [zh: string, en: string]
  readonly descriptor: object
}
/** Unit products of the demo cabinet. They are types made at run time. */
export const DEMO_UNITS: readonly DemoUnit[] = [
  {
    code: 'HEATER',
    product: 'CAB-HEATER',
    name: label('加热器', 'Heater'),
    descriptor: {
      properties: { heating: onOff('加热', 'Heating'), power: number('功率', 'Power', 'W', 0, 400, 0) },
      commands: { heat: { label: label('加热', 'Heat'), input: { on: flag('开启', 'On') }, proves: { heating: 'on' } } },
    },
  },
  {
    code: 'LOCK',
    product: 'CAB-LOCK',
    name: label('门锁', 'Lock'),
    descriptor: {
      properties: { locked: onOff('锁定', 'Locked'), battery: number('电量', 'Battery', '%', 20, 100, 0) },
      commands: { lock: { label: label('上锁', 'Lock'), input: { on: flag('锁定', 'Locked') }, proves: { locked: 'on' } } },
      events: ['impactDetected'],
    },
  },
  {
    code: 'SOCKET',
    product: 'CAB-SOCKET',
    name: label('智能插座', 'Socket'),
    descriptor: {
      properties: {
        closed: onOff('通电', 'Powered'),
        power: number('功率', 'Power', 'W', 0, 800, 0),
        energy: { ...number('电量', 'Energy', 'kW.h', 0, 99_999, 2), counter: true },
      },
      commands: { switch: { label: label('通断', 'Switch'), input: { on: flag('通电', 'On') }, proves: { closed: 'on' } } },
    },
  },
  {
    code: 'TEMP',
    product: 'CAB-CLIMATE',
    name: label('温湿度', 'Climate'),
    descriptor: {
      properties: { temperature: number('温度', 'Temperature', 'Cel', 4, 38), humidity: number('湿度', 'Humidity', '%', 20, 90, 0) },
    },
  },
  {
    code: 'WATER',
    product: 'CAB-WATER',
    name: label('水浸', 'Water'),
    descriptor: {
      properties: { wet: onOff('浸水', 'Wet'), level: number('水位', 'Level', 'mm', 0, 12, 0) },
    },
  },
]

const STEP = 216
export const DEMO_LAYOUT: readonly Place[] = DEMO_UNITS.map(({ code }, at) => ({ unit: code, x: 24 + at * STEP, y: 48 }))
export const DEMO_INSTALL: readonly Install[] = DEMO_UNITS.map(({ code }, at) => ({
  unit: code,
  address: at + 1,
  port: at < 3 ? 'RS485-1' : 'RS485-2',
  protocol: 1,
  polling: 60,
}))
export const DEMO_CABINS = [
  { name: ['设备舱', 'Equipment'], height: 24 },
  { name: ['电源舱', 'Power'], height: 12 },
] as const satisfies readonly { readonly name: Text; readonly height: number }[]
export const demoUnits = (typeIds: ReadonlyMap<string, string>): readonly Unit[] =>
  DEMO_UNITS.map(({ code, name, product }, at) => ({ code, name: name[0], typeId: typeIds.get(product) ?? '', cabin: at < 3 ? 1 : 2 }))

const at = (x: number, y: number, w: number, h: number) => ({ x, y, w, h })
/** The demo boards, one of each kind. Without items a board gets the content of a new one. */
export const DEMO_BOARDS = [
  {
    kind: 1,
    name: ['标准机柜面板', 'Standard panel'],
    items: [
      ...DEMO_LAYOUT.map(({ unit, x, y }) => ({ id: `unit-${unit}`, widget: 'unit', unit, ...at(x, y, 192, 192) })),
      { id: 'heat', widget: 'switch', unit: 'HEATER', command: 'heat', ...at(24, 264, 192, 96) },
      { id: 'lock', widget: 'switch', unit: 'LOCK', command: 'lock', ...at(240, 264, 192, 96) },
      { id: 'switch', widget: 'switch', unit: 'SOCKET', command: 'switch', ...at(456, 264, 192, 96) },
      { id: 'temperature', widget: 'value', unit: 'TEMP', property: 'temperature', ...at(672, 264, 192, 96) },
      { id: 'humidity', widget: 'value', unit: 'TEMP', property: 'humidity', ...at(888, 264, 192, 96) },
    ],
  },
  { kind: 2, name: ['标准机柜视图', 'Standard cabinet'], items: null },
  {
    kind: 3,
    name: ['机柜大屏', 'Cabinet screen'],
    items: [
      { id: 'states', widget: 'states', ...at(24, 24, 600, 192) },
      { id: 'mean', widget: 'figure', unit: 'TEMP', property: 'temperature', of: 'mean', ...at(648, 24, 384, 192) },
      { id: 'power', widget: 'figure', unit: 'HEATER', property: 'power', of: 'sum', ...at(1056, 24, 384, 192) },
      { id: 'heat', widget: 'switch', unit: 'HEATER', command: 'heat', ...at(1464, 24, 432, 192) },
      { id: 'cabinets', widget: 'cabinets', ...at(24, 240, 1872, 816) },
    ],
  },
] as const
