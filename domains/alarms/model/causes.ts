import type { Text } from '@lamplight/kit'

/**
 * Causes of an incident, by their stored number: what has to fail so that all its devices are lost at once. The last three are what made a node of the
 * tree fail: the breaker of a loop, the SIM card of a gateway, the weather of an area.
 */
export const CAUSE = { network: 1, utility: 2, gateway: 3, box: 4, phase: 5, loop: 6, breaker: 7, sim: 8, weather: 9 } as const
export type CauseName = keyof typeof CAUSE
/** Kinds of nodes on which devices depend. */
export type NodeKind = Exclude<CauseName, 'breaker' | 'sim' | 'weather'>
export const CAUSES = {
  1: ['网络中断', 'Network down'],
  2: ['区域停电', 'Area without supply'],
  3: ['网关离线', 'Gateway lost'],
  4: ['配电箱断电', 'Switch box without supply'],
  5: ['缺相', 'Phase lost'],
  6: ['回路断电', 'Loop without supply'],
  7: ['断路器跳闸', 'Breaker tripped'],
  8: ['SIM卡停用', 'SIM card blocked'],
  9: ['恶劣天气停电', 'Supply lost in bad weather'],
} as const satisfies Readonly<Record<number, Text>>
export type Cause = keyof typeof CAUSES

/** Text of a stored cause. */
export const causeText = (cause: number): Text => CAUSES[cause as Cause] ?? ['', '']

/** What would confirm each cause. */
export const CONFIRMS: Readonly<Record<number, Text>> = {
  1: [
    '其他运营商的网关是否在线；平台与运营商的连接',
    'Whether gateways of another operator are connected; the link between platform and operator',
  ],
  2: ['询问供电部门；区域内其他配电箱的电压', 'Ask the supply company; the voltage of other boxes of the area'],
  3: ['网关的电源和 SIM 卡；箱内电表是否仍有功率', 'Power and SIM card of the gateway; whether the meter of the box still shows power'],
  4: ['箱内总开关和进线电压；电表功率是否为零', 'Main switch and voltage at the inlet of the box; whether its meter shows no power'],
  5: ['箱内该相的电压和熔断器', 'Voltage and fuse of the phase in the box'],
  6: ['回路的空气开关和线缆', 'Air switch and cable of the loop'],
  7: ['断路器能否合上；线缆的绝缘电阻', 'Whether the breaker stays closed; the insulation resistance of the cable'],
  8: ['SIM卡的套餐和有效期；运营商是否停机', 'Plan and expiry date of the SIM card; whether the carrier has suspended it'],
  9: ['询问供电部门；暴风雨过后再看各配电箱的电压', 'Ask the supply company; the voltage of the boxes after the storm'],
}

/** Kinds of evidence and their weight, natural logarithm of the likelihood ratio (research of alarms, proposed model). */
export const EVIDENCE = {
  /** The gateway has no session. */
  session: 14,
  /** The gateway reports. */
  alive: -15,
  /** All contacts of the loop, phase or box are open. */
  contact: 10,
  /** All contacts of a box are open: several devices say the same. */
  contacts: 14,
  /** All contacts that report are closed. */
  closed: -8,
  /** The meter of the box shows less than a fifth of the power that its lamps had. */
  meter: 12,
  /** The meter of the box shows the power that its lamps had. */
  power: -12,
  /** At least three lamps sent a last message about the loss of their supply. */
  gasp: 8,
  /** The breaker of the loop has reported that it tripped. */
  tripped: 6,
  /** Several boxes of the area have no supply. */
  boxes: 12,
  /** A sensor of the area reports a gale (from 17.2 m/s, Beaufort 8) or heavy rain (from 16 mm/h, GB/T 28592: rainstorm in an hour). */
  storm: 1,
  /** The SIM card of the gateway is suspended, expired, or has used up its plan. */
  blocked: 4,
  /** Several gateways lost their sessions. */
  sessions: 10,
} as const
export type EvidenceCode = keyof typeof EVIDENCE
export const EVIDENCES: Readonly<Record<EvidenceCode, Text>> = {
  session: ['网关没有连接', 'The gateway has no connection'],
  alive: ['网关在线', 'The gateway is connected'],
  contact: ['开关分闸', 'The switch is open'],
  contacts: ['箱内全部开关分闸', 'All switches of the box are open'],
  closed: ['开关仍合闸', 'The switches are closed'],
  meter: ['电表功率下降到五分之一以下', 'The power at the meter fell below a fifth'],
  power: ['电表功率未变', 'The power at the meter has not changed'],
  gasp: ['至少三盏灯上报断电', 'At least three lamps reported the loss of supply'],
  tripped: ['断路器上报跳闸', 'The breaker reported that it tripped'],
  boxes: ['多个配电箱断电', 'Several boxes have no supply'],
  storm: ['区域内大风或暴雨', 'Gale or heavy rain in the area'],
  blocked: ['SIM卡停机、到期或流量用尽', 'The SIM card is suspended, expired, or has used up its plan'],
  sessions: ['多个网关同时离线', 'Several gateways went offline at once'],
}
