import type { Text } from '@lamplight/kit'
import { type ChangeEvent, EVENT_TYPES, type EventType } from '@lamplight/protocol'

/** alarmType (decisions.md A55). */
export const ALARM_TYPES = {
  1: ['离线', 'Offline'],
  2: ['故障', 'Fault'],
  3: ['越限', 'Threshold'],
  4: ['SOS', 'SOS'],
} as const satisfies Readonly<Record<number, Text>>
export type AlarmType = keyof typeof ALARM_TYPES
export const OFFLINE = 1
export const FAULT = 2
export const THRESHOLD = 3
export const SOS = 4

/** cityExceptionType (slice M1, answer 2). */
export const EXCEPTIONS = {
  4001: ['现场故障', 'On site'],
  4002: ['通信异常', 'Communication'],
  4003: ['供电异常', 'Supply'],
  4004: ['参数异常', 'Parameters'],
  4005: ['结构异常', 'Structure'],
} as const satisfies Readonly<Record<number, Text>>
type Exception = keyof typeof EXCEPTIONS

/** 1 is the most severe. */
export const SEVERITIES = {
  1: ['紧急', 'Critical'],
  2: ['重要', 'Major'],
  3: ['一般', 'Minor'],
  4: ['提示', 'Notice'],
} as const satisfies Readonly<Record<number, Text>>

export interface AlarmKind {
  /** subAlarmType: stored and sent, never changed. */
  readonly number: number
  readonly type: AlarmType
  readonly exception: Exception
  readonly severity: keyof typeof SEVERITIES
  /** It needs a look on site: it stays open when the device reports no fault any more, until a person disposes of it. */
  readonly latched?: true
}
type AlarmEvent = Exclude<EventType, ChangeEvent>

/** Kinds of alarms by the event of the device. The vocabulary is that of TALQ (`EVENT_TYPES`). */
export const KINDS: Readonly<Record<AlarmEvent, AlarmKind>> = {
  communicationFailure: { number: 1, type: OFFLINE, exception: 4002, severity: 3 },
  lampFailure: { number: 2, type: FAULT, exception: 4001, severity: 2 },
  lampUnexpectedOn: { number: 3, type: FAULT, exception: 4001, severity: 3 },
  cyclingFailure: { number: 4, type: FAULT, exception: 4001, severity: 3 },
  controlGearFailure: { number: 5, type: FAULT, exception: 4001, severity: 2 },
  controlGearCommFailure: { number: 6, type: FAULT, exception: 4002, severity: 3 },
  relayFailure: { number: 7, type: FAULT, exception: 4001, severity: 2 },
  dimmingFailure: { number: 8, type: FAULT, exception: 4001, severity: 3 },
  lampPowerTooHigh: { number: 9, type: FAULT, exception: 4001, severity: 3 },
  lampPowerTooLow: { number: 10, type: FAULT, exception: 4001, severity: 3 },
  currentTooHigh: { number: 11, type: FAULT, exception: 4001, severity: 2 },
  currentTooLow: { number: 12, type: FAULT, exception: 4001, severity: 3 },
  supplyVoltageTooHigh: { number: 13, type: FAULT, exception: 4003, severity: 2 },
  supplyVoltageTooLow: { number: 14, type: FAULT, exception: 4003, severity: 3 },
  powerFactorTooLow: { number: 15, type: FAULT, exception: 4001, severity: 4 },
  supplyLoss: { number: 16, type: FAULT, exception: 4003, severity: 2 },
  highTemperature: { number: 17, type: FAULT, exception: 4001, severity: 2 },
  leakageDetected: { number: 18, type: FAULT, exception: 4003, severity: 1, latched: true },
  cabinetDoorOpen: { number: 19, type: FAULT, exception: 4005, severity: 2, latched: true },
  circuitBreakerTripped: { number: 20, type: FAULT, exception: 4003, severity: 2 },
  deviceFailure: { number: 21, type: FAULT, exception: 4001, severity: 2 },
  orientationChanged: { number: 22, type: FAULT, exception: 4005, severity: 1, latched: true },
  impactDetected: { number: 23, type: FAULT, exception: 4005, severity: 1, latched: true },
  invalidCalendar: { number: 24, type: FAULT, exception: 4004, severity: 3 },
  invalidProgram: { number: 25, type: FAULT, exception: 4004, severity: 3 },
}
/**
 * subAlarmType of alarms of thresholds, chosen in the configuration: other numbers than those of events, because the alarms of an event end with the
 * event, and those of a threshold at its clear value.
 */
export const THRESHOLD_KINDS = {
  100: ['越限', 'Threshold exceeded'],
  101: ['功率越限', 'Power out of limits'],
  102: ['电压越限', 'Voltage out of limits'],
  103: ['电流越限', 'Current out of limits'],
  104: ['温度越限', 'Temperature out of limits'],
  105: ['倾角越限', 'Tilt out of limits'],
  106: ['电量越限', 'Energy out of limits'],
  107: ['环境越限', 'Environment out of limits'],
} as const satisfies Readonly<Record<number, Text>>
/** cityExceptionType of these alarms, if it is not 4001. */
export const THRESHOLD_EXCEPTIONS: Readonly<Record<number, Exception>> = { 102: 4003, 105: 4005 }
export const THRESHOLD_KIND = 100
/** subAlarmType of an SOS call. */
export const SOS_KIND = 200
/** subAlarmType of an incident, where slices that notify others are told it instead of its alarms. */
const INCIDENT_KIND = 300

/** Names of all kinds by subAlarmType. */
export const KIND_NAMES: Readonly<Record<number, Text>> = {
  ...Object.fromEntries(Object.entries(KINDS).map(([event, { number }]) => [number, EVENT_TYPES[event as AlarmEvent]])),
  ...THRESHOLD_KINDS,
  [SOS_KIND]: ['SOS报警', 'SOS call'],
  [INCIDENT_KIND]: ['事件', 'Incident'],
}
