import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'

const until = f.time({
  label: ['结束时间', 'Until'],
  ahead: true,
  hint: ['留空为不限时，须填写原因', 'Empty: no end, which needs a reason'],
})

/** What the charge controller does with the battery. `full`: the charge limit is reached; `empty`: the load is cut off at the discharge limit. */
export const BATTERY_WORK = { idle: 0, charging: 1, discharging: 2, full: 3, empty: 4 } as const

/** Control of one lamp at a time, for people who work at it (docs/adr/0029). */
const single = {
  name: 'one',
  label: ['单灯控制', 'Control one lamp'],
  about: ['对一盏太阳能灯调光、开关和恢复策略，一次一盏', 'Dims, switches and releases solar lamps, one at a time'],
  roles: 'manual',
} as const

/**
 * A solar lamp: devType 7 of decisions.md B1. Light, battery, panel and load in one controller. A positive battery current charges it.
 * Screen sun.device; parameters that it stores are the families of `blade-sun`.
 */
export const solarLampType = defineDeviceType({
  name: 'solarLamp',
  code: 7,
  label: ['太阳能灯', 'Solar lamp'],
  icon: 'sun',
  reportsEvery: 5,
  properties: {
    on: { slot: 1, label: ['开关', 'Switch'], values: { 0: ['关', 'Off'], 1: ['开', 'On'] }, history: true, list: true },
    dim: { slot: 2, label: ['亮度', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    soc: { slot: 3, label: ['剩余电量', 'State of charge'], unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    batteryWork: {
      slot: 4,
      label: ['电池状态', 'Battery'],
      values: {
        0: ['静置', 'Idle'],
        1: ['充电', 'Charging'],
        2: ['放电', 'Discharging'],
        3: ['已充满', 'Full'],
        4: ['欠压断开', 'Cut off'],
      },
      history: true,
      list: true,
    },
    batteryVoltage: {
      slot: 5,
      label: ['电池电压', 'Battery voltage'],
      unit: 'V',
      min: 0,
      max: 100,
      decimals: 2,
      history: true,
      list: true,
    },
    batteryCurrent: { slot: 6, label: ['电池电流', 'Battery current'], unit: 'A', min: -200, max: 200, decimals: 2, history: true },
    batteryTemperature: {
      slot: 7,
      label: ['电池温度', 'Battery temperature'],
      unit: 'Cel',
      min: -60,
      max: 120,
      decimals: 1,
      history: true,
    },
    panelVoltage: { slot: 8, label: ['光伏电压', 'Panel voltage'], unit: 'V', min: 0, max: 200, decimals: 2, history: true },
    panelCurrent: { slot: 9, label: ['光伏电流', 'Panel current'], unit: 'A', min: 0, max: 100, decimals: 2, history: true },
    panelPower: { slot: 10, label: ['光伏功率', 'Panel power'], unit: 'W', min: 0, max: 2000, decimals: 1, history: true, list: true },
    loadPower: { slot: 11, label: ['负载功率', 'Load power'], unit: 'W', min: 0, max: 2000, decimals: 1, history: true, list: true },
    charged: {
      slot: 12,
      label: ['累计充电量', 'Energy charged'],
      unit: 'W.h',
      min: 0,
      max: 1e9,
      decimals: 0,
      counter: true,
      history: true,
    },
    discharged: {
      slot: 13,
      label: ['累计放电量', 'Energy discharged'],
      unit: 'W.h',
      min: 0,
      max: 1e9,
      decimals: 0,
      counter: true,
      history: true,
    },
    hours: { slot: 14, label: ['累计亮灯时长', 'Burning hours'], unit: 'h', min: 0, max: 1e7, decimals: 1, counter: true, history: true },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    dim: {
      label: ['调光', 'Dim'],
      input: {
        level: f.number({ label: ['亮度', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, required: true, initial: 50 }),
        until,
      },
      proves: { dim: 'level' },
      endsBy: 'until',
      single,
    },
    switch: {
      label: ['开关灯', 'Switch'],
      input: { on: f.flag({ label: ['开灯', 'On'], required: true, initial: true }), until },
      proves: { on: 'on' },
      endsBy: 'until',
      single,
    },
    release: { label: ['恢复策略', 'Back to strategy'], single },
    read: { label: ['读取状态', 'Read'] },
    reboot: { label: ['重启', 'Reboot'], repeatable: false, danger: true },
  },
  events: ['lampFailure', 'supplyVoltageTooHigh', 'supplyVoltageTooLow', 'highTemperature', 'orientationChanged', 'communicationFailure'],
})
