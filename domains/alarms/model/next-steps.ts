import type { Text } from '@lamplight/kit'
import { CAUSE } from './causes.ts'
import { KINDS, SOS_KIND, THRESHOLD_KINDS } from './kinds.ts'

/** What to do next about an incident, by its cause (`CAUSE`). */
const OF_CAUSE: Readonly<Record<number, Text>> = {
  [CAUSE.network]: ['联系运营商，并检查平台的网络', 'Call the carrier, and check the network of the platform'],
  [CAUSE.utility]: ['询问供电部门何时恢复', 'Ask the supply company when it will be back'],
  [CAUSE.gateway]: ['检查网关的电源和SIM卡', 'Check power and SIM card of the gateway'],
  [CAUSE.box]: ['到现场检查总开关和进线电压', 'Check main switch and inlet voltage on site'],
  [CAUSE.phase]: ['到现场检查该相的熔断器', 'Check the fuse of the phase on site'],
  [CAUSE.loop]: ['检查回路的空气开关和线缆', 'Check air switch and cable of the loop'],
  [CAUSE.breaker]: ['查明原因后再合闸', 'Find the cause before closing the breaker'],
  [CAUSE.sim]: ['为SIM卡续费或换卡', 'Renew or replace the SIM card'],
  [CAUSE.weather]: ['天气好转后联系供电部门', 'Call the supply company when the weather allows'],
}
const ON_SITE: Text = ['派人到现场查看', 'Send somebody to look on site']
const READ_AGAIN: Text = ['读取一次；无回应则检查供电和天线', 'Read it once; if it does not answer, check supply and antenna']
const REPLACE: Text = ['测试一次，再派人更换灯具或电源', 'Test it, then replace luminaire or driver']
const SUPPLY: Text = ['检查配电箱的电压和接线', 'Check voltage and wiring in the box']
const VALUES: Text = ['打开设备，对照当前值和限值', 'Open the device and compare its values with the limits']
const PROGRAM: Text = ['重新下发日历', 'Send the calendar again']

/** What to do next about an alarm, by its kind (`subAlarmType`). */
const OF_KIND: Readonly<Record<number, Text>> = {
  [KINDS.communicationFailure.number]: READ_AGAIN,
  [KINDS.controlGearCommFailure.number]: READ_AGAIN,
  [KINDS.lampFailure.number]: REPLACE,
  [KINDS.controlGearFailure.number]: REPLACE,
  [KINDS.cyclingFailure.number]: REPLACE,
  [KINDS.dimmingFailure.number]: REPLACE,
  [KINDS.lampUnexpectedOn.number]: [
    '关灯并核对日历；仍亮则检查继电器',
    'Turn it off and check its calendar; if it stays on, check the relay',
  ],
  [KINDS.relayFailure.number]: ['派人更换控制器', 'Replace the controller'],
  [KINDS.supplyLoss.number]: SUPPLY,
  [KINDS.supplyVoltageTooHigh.number]: SUPPLY,
  [KINDS.supplyVoltageTooLow.number]: SUPPLY,
  [KINDS.leakageDetected.number]: ['立即断开回路并派人检查绝缘', 'Switch the loop off now and have its insulation checked'],
  [KINDS.cabinetDoorOpen.number]: ['确认是否有人检修，否则派人查看', 'Ask whether somebody is working there; if not, send somebody'],
  [KINDS.circuitBreakerTripped.number]: ['查明原因后再合闸', 'Find the cause before closing the breaker'],
  [KINDS.orientationChanged.number]: ['立即派人查看灯杆是否倾斜', 'Have the post checked for tilt now'],
  [KINDS.impactDetected.number]: ['立即派人查看灯杆是否被撞', 'Have the post checked for an impact now'],
  [KINDS.invalidCalendar.number]: PROGRAM,
  [KINDS.invalidProgram.number]: PROGRAM,
  [SOS_KIND]: ['接听呼叫并通知值班人员', 'Answer the call and tell the staff on duty'],
  ...Object.fromEntries(Object.keys(THRESHOLD_KINDS).map((kind) => [kind, VALUES])),
}

export const nextOfCause = (cause: number): Text => OF_CAUSE[cause] ?? ON_SITE
export const nextOfKind = (kind: number): Text => OF_KIND[kind] ?? ON_SITE
