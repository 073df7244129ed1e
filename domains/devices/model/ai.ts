import type { DeviceProperty, DeviceTypeDefinition, Text } from '@lamplight/kit'

/** What a device recognises in its pictures. Devices report the numbers. */
export const ALGORITHMS = {
  0: ['未启用', 'None'],
  1: ['人群聚集', 'Crowd'],
  2: ['区域入侵', 'Intrusion'],
  3: ['违章停车', 'Illegal parking'],
  4: ['占道经营', 'Street vending'],
} as const satisfies Readonly<Record<number, Text>>

/** Events that algorithms recognise, by the texts that devices report. */
export const AI_EVENTS = {
  crowd: ['人群聚集', 'Crowd'],
  intrusion: ['区域入侵', 'Intrusion'],
  parking: ['违章停车', 'Illegal parking'],
  vending: ['占道经营', 'Street vending'],
} as const satisfies Readonly<Record<string, Text>>

/**
 * Properties of devices that recognise events. The table of AI devices (screen ai.table) lists the devices of each type with these properties.
 * `slots`: slots of the two stored numbers.
 */
export const aiProperties = (slots: { readonly algorithm: number; readonly eventsToday: number }) =>
  ({
    algorithm: { slot: slots.algorithm, label: ['AI算法', 'AI algorithm'], values: ALGORITHMS, list: true },
    eventsToday: { slot: slots.eventsToday, label: ['今日事件', 'Events today'], min: 0, decimals: 0, history: true, list: true },
    lastEvent: { label: ['最近事件', 'Last event'], type: 'text', words: AI_EVENTS },
    lastEventAt: { label: ['最近事件时间', 'Time of the last event'], type: 'time' },
  }) as const satisfies Readonly<Record<string, DeviceProperty>>

/** True if devices of the type recognise events. */
export const hasAi = ({ properties }: DeviceTypeDefinition): boolean => 'algorithm' in properties && 'eventsToday' in properties
