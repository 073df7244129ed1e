import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'

/** States of a connector as T/CEC 102 numbers them (`ConnectorStatusInfo.Status`). */
export const CONNECTOR = { offline: 0, idle: 1, plugged: 2, charging: 3, reserved: 4, fault: 255 } as const
const STATUS = {
  [CONNECTOR.offline]: ['离网', 'Off network'],
  [CONNECTOR.idle]: ['空闲', 'Idle'],
  [CONNECTOR.plugged]: ['占用（未充电）', 'Occupied, not charging'],
  [CONNECTOR.charging]: ['占用（充电中）', 'Charging'],
  [CONNECTOR.reserved]: ['占用（预约锁定）', 'Reserved'],
  [CONNECTOR.fault]: ['故障', 'Fault'],
} as const

/**
 * Device type of charging piles: devType 22 of decisions.md B1. A device is one connector; a pile with two connectors is
 * two devices of one station. Values come from the operator's platform (README.md of this slice).
 */
export const chargingPileType = defineDeviceType({
  name: 'chargingPile',
  code: 22,
  label: ['充电桩', 'Charging pile'],
  icon: 'bolt',
  driver: 'charging',
  reportsEvery: 15,
  properties: {
    status: { slot: 1, label: ['枪口状态', 'Connector'], values: STATUS, history: true, list: true },
    power: { slot: 2, label: ['功率', 'Power'], unit: 'kW', min: 0, max: 1000, decimals: 1, history: true, list: true },
    energy: {
      slot: 3,
      label: ['累计充电量', 'Energy'],
      unit: 'kW.h',
      min: 0,
      max: 100_000_000,
      decimals: 2,
      counter: { perHour: 2000 },
      history: true,
      list: true,
    },
    outputVoltage: { slot: 4, label: ['输出电压', 'Output voltage'], unit: 'V', min: 0, max: 1500, decimals: 1, history: true },
    outputCurrent: { slot: 5, label: ['输出电流', 'Output current'], unit: 'A', min: 0, max: 1000, decimals: 1, history: true },
    temperature: { slot: 6, label: ['枪头温度', 'Connector temperature'], unit: 'Cel', min: -40, max: 150, decimals: 1, history: true },
    soc: { slot: 7, label: ['车辆电量', 'State of charge'], unit: '%', min: 0, max: 100, decimals: 0, history: true },
    orderEnergy: { slot: 8, label: ['本单电量', 'Energy of the order'], unit: 'kW.h', min: 0, max: 10_000, decimals: 2 },
    powerLimit: { slot: 9, label: ['功率上限', 'Power limit'], unit: 'kW', min: 0, max: 1000, decimals: 1 },
    order: { label: ['当前订单', 'Current order'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    start: { label: ['启动充电', 'Start charging'], repeatable: false },
    stop: { label: ['停止充电', 'Stop charging'], danger: true },
    limit: {
      label: ['限制功率', 'Limit the power'],
      input: {
        powerLimit: f.number({
          label: ['功率上限', 'Power limit'],
          unit: 'kW',
          min: 1,
          max: 1000,
          decimals: 1,
          required: true,
          initial: 30,
        }),
      },
      proves: { powerLimit: 'powerLimit' },
    },
    reboot: { label: ['重启', 'Restart'], repeatable: false, danger: true },
  },
  events: [],
})
