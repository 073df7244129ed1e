import { simpleCommands, simpleProperties } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { type DeviceProperty, defineDeviceType, type Field } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { KIND_TEXTS } from './kind-texts.ts'

/** Number of digital inputs and of digital outputs. */
export const PORTS = 8
const CONTACT = { 0: ['断开', 'Open'], 1: ['闭合', 'Closed'] } as const
const DI_SLOT = 21
/** Slot of the first output. */
export const DO_SLOT = 31

const numbers = Array.from({ length: PORTS }, (_, at) => at + 1)
const each = <T>(kind: 'di' | 'do', make: (n: number) => T): Record<string, T> =>
  Object.fromEntries(numbers.map((n) => [`${kind}${n}`, make(n)]))
const contact =
  (label: string, first: number) =>
  (n: number): DeviceProperty => ({
    slot: first + n - 1,
    label: [`${label}${n}`, `${label}${n}`],
    values: CONTACT,
    history: true,
  })
const amount = (slot: number, zh: string, en: string, unit: string, max: number, decimals: number): DeviceProperty => ({
  slot,
  label: [zh, en],
  unit,
  min: 0,
  max,
  decimals,
  history: true,
})

/**
 * Concentrators: devType 3 of decisions.md B1. They switch loops by their digital outputs (DO), read contacts by their digital inputs (DI), and meter the three
 * phases. Calls concentrator.*.
 */
export const concentratorType = defineDeviceType({
  name: 'concentrator',
  code: 3,
  label: KIND_TEXTS.concentrator,
  icon: 'cluster',
  properties: {
    voltageA: amount(1, 'A 相电压', 'Voltage A', 'V', 500, 1),
    voltageB: amount(2, 'B 相电压', 'Voltage B', 'V', 500, 1),
    voltageC: amount(3, 'C 相电压', 'Voltage C', 'V', 500, 1),
    currentA: amount(4, 'A 相电流', 'Current A', 'A', 5000, 2),
    currentB: amount(5, 'B 相电流', 'Current B', 'A', 5000, 2),
    currentC: amount(6, 'C 相电流', 'Current C', 'A', 5000, 2),
    power: { ...amount(7, '总功率', 'Power', 'W', 5e6, 0), list: true },
    energy: { ...amount(8, '电量', 'Energy', 'W.h', 1e15, 0), counter: true },
    illuminance: { ...amount(9, '照度', 'Illuminance', 'lx', 200_000, 1), list: true },
    luminance: amount(10, '亮度', 'Luminance', 'cd/m2', 10_000, 2),
    interval: { slot: 11, label: ['上报间隔', 'Report interval'], unit: 'min', min: 1, max: 1440, decimals: 0 },
    ...each('di', contact('DI', DI_SLOT)),
    ...each('do', contact('DO', DO_SLOT)),
    ...simpleProperties,
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    ...simpleCommands,
    output: {
      label: ['控制输出', 'Switch outputs'],
      input: {
        ...each('do', (n): Field => f.choice(CONTACT, { label: [`DO${n}`, `DO${n}`] })),
        duration: f.int({
          label: ['持续时间', 'Duration'],
          unit: 's',
          min: 30,
          max: 86_400,
          hint: ['留空为一直保持', 'Empty: until the next command'],
        }),
      },
      proves: each('do', (n) => `do${n}`),
      roles: 'manual',
    },
  },
  events: [
    ...([
      'circuitBreakerTripped',
      'cabinetDoorOpen',
      'supplyLoss',
      'supplyVoltageTooHigh',
      'supplyVoltageTooLow',
      'currentTooHigh',
    ] as const),
    ...(['leakageDetected', 'highTemperature', 'invalidCalendar', 'communicationFailure'] as const),
  ],
})
