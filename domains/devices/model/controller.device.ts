import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPE_NAMES, EVENT_TYPES } from '@lamplight/protocol'
import { LAMP_CONTROLLER } from './lamp-controller.ts'
import { answeredProperties, simpleCommands } from './simple-commands.ts'

const until = f.time({ label: ['结束时间', 'Until'], hint: ['留空为永久', 'Empty means permanently'] })
const head = f.choice(
  { 0: ['全部灯头', 'All heads'], 1: ['灯头1', 'Head 1'], 2: ['灯头2', 'Head 2'] },
  { label: ['灯头', 'Head'], initial: 0 },
)

/** Type of lamp controllers: devType 4 of decisions.md B1, values and units of the device protocol, events of TALQ. */
export const controllerType = defineDeviceType({
  name: 'controller',
  code: LAMP_CONTROLLER,
  label: ['单灯控制器', 'Lamp controller'],
  reportsEvery: 5,
  properties: {
    on: { slot: 1, label: ['开关', 'Switch'], type: 'boolean', values: { 0: ['关', 'Off'], 1: ['开', 'On'] }, history: true },
    dim: { slot: 2, label: ['亮度', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, history: true },
    power: { slot: 3, label: ['功率', 'Power'], unit: 'W', min: 0, max: 1e6, decimals: 1, history: true },
    voltage: { slot: 4, label: ['电压', 'Voltage'], unit: 'V', min: 0, max: 1e5, decimals: 1, history: true },
    current: { slot: 5, label: ['电流', 'Current'], unit: 'A', min: 0, max: 1e5, decimals: 3, history: true },
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
    reason: {
      label: ['控制来源', 'Control source'],
      type: 'text',
      words: {
        default: ['默认', 'Default'],
        override: ['临时控制', 'Override'],
        sensor: ['传感器', 'Sensor'],
        program: ['日程', 'Calendar'],
      },
    },
    until: { label: ['临时控制结束', 'Override ends'], type: 'time' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
    ...answeredProperties,
  },
  commands: {
    dim: {
      label: ['调光', 'Dim'],
      input: { level: f.number({ label: ['亮度', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, required: true }), until, head },
      proves: { dim: 'level' },
    },
    switch: {
      label: ['开关灯', 'Switch'],
      input: { on: f.flag({ label: ['开灯', 'On'], required: true }), until, head },
      proves: { on: 'on' },
    },
    release: { label: ['恢复策略', 'Back to strategy'] },
    ...simpleCommands,
    readEvents: { label: ['读取开关记录', 'Read the switch events'] },
    identify: { label: ['闪灯定位', 'Flash to find'], roles: 'manual' },
  },
  events: EVENT_TYPE_NAMES,
})
