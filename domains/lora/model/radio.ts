import { simpleCommands, simpleProperties } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import type { DeviceProperty } from '@lamplight/kit'

/** Properties of every radio; slots 1 to 5. Share in %: packets lost of those sent; air time used of that allowed. */
export const RADIO = {
  uplinks: { slot: 1, label: ['上行包数', 'Uplinks'], min: 0, decimals: 0, counter: true, history: true },
  downlinks: { slot: 2, label: ['下行包数', 'Downlinks'], min: 0, decimals: 0, counter: true, history: true },
  lossRate: { slot: 3, label: ['丢包率', 'Packet loss'], unit: '%', min: 0, max: 100, decimals: 1, history: true, list: true },
  airTime: { slot: 4, label: ['信道占用', 'Air time'], unit: '%', min: 0, max: 100, decimals: 1, history: true },
  temperature: { slot: 5, label: ['温度', 'Temperature'], unit: 'Cel', min: -40, max: 125, decimals: 1, history: true },
  ...simpleProperties,
} as const satisfies Readonly<Record<string, DeviceProperty>>

const { clearEnergy: _, ...commands } = simpleCommands
/** Simple commands of radios, which have no energy meter. */
export const RADIO_COMMANDS = commands

/** Spreading factors of LoRa (SX126x data sheet, 6.1.1.1). */
export const SPREADING = {
  7: ['SF7', 'SF7'],
  8: ['SF8', 'SF8'],
  9: ['SF9', 'SF9'],
  10: ['SF10', 'SF10'],
  11: ['SF11', 'SF11'],
  12: ['SF12', 'SF12'],
} as const

/** Channel and id of a LoRa network: numbers from 0 to 127 and from 0 to 65535. */
export const channel = f.int({ label: ['信道', 'Channel'], min: 0, max: 127, initial: 0, list: true, search: true })
export const networkId = f.int({ label: ['网络号', 'Network id'], min: 0, max: 65_535, initial: 1, list: true, search: true })
