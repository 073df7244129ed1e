import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPE_NAMES, EVENT_TYPES } from '@lamplight/protocol'

/**
 * A LoRaWAN lamp node behind a ChirpStack. decisions.md B1 has no devType for it. The codec of the node reads the values of the lamp from uplinks. Battery,
 * supply, margin, signal, data rate, join time and device address come from the events of ChirpStack.
 */
export const nodeType = defineDeviceType({
  name: 'lorawanNode',
  code: 47,
  label: ['LoRaWAN单灯节点', 'LoRaWAN lamp node'],
  icon: 'bulb',
  driver: 'chirpstack',
  reportsEvery: 15,
  properties: {
    on: { slot: 1, label: ['开关', 'Switch'], type: 'boolean', values: { 0: ['关', 'Off'], 1: ['开', 'On'] }, history: true, list: true },
    dim: { slot: 2, label: ['亮度', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    power: { slot: 3, label: ['功率', 'Power'], unit: 'W', min: 0, max: 1e6, decimals: 1, history: true, list: true },
    voltage: { slot: 4, label: ['电压', 'Voltage'], unit: 'V', min: 0, max: 1e5, decimals: 1, history: true },
    lampCurrent: { slot: 5, label: ['电流', 'Current'], unit: 'A', min: 0, max: 1e5, decimals: 3, history: true },
    pf: { slot: 6, label: ['功率因数', 'Power factor'], min: 0, max: 1, decimals: 2, history: true },
    energy: {
      slot: 7,
      label: ['累计电量', 'Energy'],
      unit: 'W.h',
      min: 0,
      max: 1e15,
      decimals: 0,
      counter: { perHour: 50_000 },
      history: true,
    },
    hours: { slot: 8, label: ['累计亮灯时长', 'Burning hours'], unit: 'h', min: 0, max: 1e7, decimals: 1, counter: true, history: true },
    temperature: { slot: 9, label: ['温度', 'Temperature'], unit: 'Cel', min: -100, max: 300, decimals: 1, history: true },
    tilt: { slot: 10, label: ['倾角', 'Tilt'], unit: 'deg', min: -180, max: 180, decimals: 1, history: true },
    battery: { slot: 11, label: ['电池电量', 'Battery'], unit: '%', min: 0, max: 100, decimals: 0, history: true },
    externalPower: {
      slot: 12,
      label: ['供电', 'Supply'],
      values: { 0: ['电池', 'Battery'], 1: ['外部供电', 'External'] },
      history: true,
    },
    margin: { slot: 13, label: ['解调余量', 'Demodulation margin'], unit: 'dB', min: -32, max: 31, decimals: 0, history: true },
    rssi: { slot: 14, label: ['信号强度', 'RSSI'], unit: 'dB[mW]', min: -200, max: 20, decimals: 0, history: true, list: true },
    snr: { slot: 15, label: ['信噪比', 'SNR'], unit: 'dB', min: -40, max: 40, decimals: 1, history: true },
    dataRate: { slot: 16, label: ['数据速率', 'Data rate'], min: 0, max: 15, decimals: 0, history: true },
    joinedAt: { label: ['入网时间', 'Joined'], type: 'time' },
    devAddr: { label: ['设备地址', 'Device address'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    dim: {
      label: ['节点调光', 'Dim nodes'],
      input: { level: f.number({ label: ['亮度', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, required: true }) },
      proves: { dim: 'level' },
    },
    switch: {
      label: ['节点开关灯', 'Switch nodes'],
      input: { on: f.flag({ label: ['开灯', 'On'], required: true }) },
      proves: { on: 'on' },
    },
  },
  events: EVENT_TYPE_NAMES,
})
