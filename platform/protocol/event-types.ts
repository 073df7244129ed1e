import type { Text } from '@lamplight/kit'

/**
 * Event vocabulary of the TALQ Smart City Protocol 2.7 with both labels; `faults` of a report use the same names.
 * `counterReset` is not from TALQ: the device has set its counters (energy, hours) to 0, or it has a new meter that starts at 0.
 */
export const EVENT_TYPES = {
  lampFailure: ['异常灭灯', 'Lamp failure'],
  lampUnexpectedOn: ['异常亮灯', 'Lamp unexpectedly on'],
  cyclingFailure: ['灯具频繁启停', 'Lamp cycling'],
  controlGearFailure: ['驱动器故障', 'Control gear failure'],
  controlGearCommFailure: ['驱动器通信失败', 'No communication with the control gear'],
  relayFailure: ['继电器故障', 'Relay failure'],
  dimmingFailure: ['调光异常', 'Dimming failure'],
  lampPowerTooHigh: ['功率过高', 'Power too high'],
  lampPowerTooLow: ['功率过低', 'Power too low'],
  currentTooHigh: ['电流过高', 'Current too high'],
  currentTooLow: ['电流过低', 'Current too low'],
  supplyVoltageTooHigh: ['电压过高', 'Voltage too high'],
  supplyVoltageTooLow: ['电压过低', 'Voltage too low'],
  powerFactorTooLow: ['功率因数过低', 'Power factor too low'],
  supplyLoss: ['停电', 'Supply lost'],
  highTemperature: ['温度过高', 'Temperature too high'],
  leakageDetected: ['漏电', 'Leakage detected'],
  cabinetDoorOpen: ['箱门打开', 'Cabinet door open'],
  circuitBreakerTripped: ['断路器跳闸', 'Circuit breaker tripped'],
  deviceFailure: ['设备故障', 'Device failure'],
  communicationFailure: ['通信中断', 'Communication lost'],
  orientationChanged: ['灯杆倾斜', 'Pole tilted'],
  impactDetected: ['灯杆撞击', 'Impact detected'],
  invalidCalendar: ['日历无效', 'Invalid calendar'],
  invalidProgram: ['控制方案无效', 'Invalid control program'],
  programChange: ['控制方案变更', 'Control program changed'],
  lightStateChange: ['灯光状态变更', 'Light state changed'],
  counterReset: ['计量清零', 'Counters reset'],
} as const satisfies Readonly<Record<string, Text>>

export type EventType = keyof typeof EVENT_TYPES

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as readonly EventType[]

/** True for a name of the vocabulary. */
export const isEventType = (name: string): name is EventType => Object.hasOwn(EVENT_TYPES, name)

/** Types that report a change and need no repair. */
const CHANGE_EVENTS = ['programChange', 'lightStateChange', 'counterReset'] as const satisfies readonly EventType[]
export type ChangeEvent = (typeof CHANGE_EVENTS)[number]

/** False for types that report a change and need no repair. */
export const isFaultType = (type: EventType): boolean => !CHANGE_EVENTS.some((change) => change === type)
