import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPE_NAMES } from '@lamplight/protocol'

const until = f.time({ label: ['结束时间', 'Until'], hint: ['留空为永久', 'Empty means permanently'] })
const head = f.choice(
  { 0: ['全部灯头', 'All heads'], 1: ['灯头1', 'Head 1'], 2: ['灯头2', 'Head 2'] },
  { label: ['灯头', 'Head'], initial: 0 },
)

/** A lamp controller: devType 4 of decisions.md B1, values and units of the device protocol, events of TALQ. */
export const controllerType = defineDeviceType({
  name: 'controller',
  code: 4,
  label: ['单灯控制器', 'Lamp controller'],
  properties: {
    on: { label: ['开关', 'On'], type: 'boolean', history: true },
    dim: { label: ['亮度', 'Level'], type: 'number', unit: '%', min: 0, max: 100, decimals: 0, history: true },
    power: { label: ['功率', 'Power'], type: 'number', unit: 'W', min: 0, max: 1e6, decimals: 1, history: true },
    voltage: { label: ['电压', 'Voltage'], type: 'number', unit: 'V', min: 0, max: 1e5, decimals: 1, history: true },
    current: { label: ['电流', 'Current'], type: 'number', unit: 'A', min: 0, max: 1e5, decimals: 3, history: true },
    pf: { label: ['功率因数', 'Power factor'], type: 'number', min: 0, max: 1, decimals: 2, history: true },
    energy: { label: ['累计电量', 'Energy'], type: 'number', unit: 'Wh', min: 0, max: 1e15, decimals: 0, counter: true, history: true },
    hours: {
      label: ['累计亮灯时长', 'Burning hours'],
      type: 'number',
      unit: 'h',
      min: 0,
      max: 1e7,
      decimals: 1,
      counter: true,
      history: true,
    },
    temperature: { label: ['温度', 'Temperature'], type: 'number', unit: '°C', min: -100, max: 300, decimals: 1, history: true },
    tilt: { label: ['倾角', 'Tilt'], type: 'number', unit: '°', min: -180, max: 180, decimals: 1, history: true },
    reason: { label: ['控制来源', 'Cause of the level'], type: 'text' },
    until: { label: ['临时控制结束', 'Override ends'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list' },
  },
  commands: {
    dim: {
      label: ['调光', 'Dim'],
      input: { level: f.int({ label: ['亮度', 'Level'], unit: '%', min: 0, max: 100, required: true }), until, head },
    },
    switch: { label: ['开关灯', 'Switch'], input: { on: f.flag({ label: ['开灯', 'On'], required: true }), until, head } },
    release: { label: ['恢复策略', 'Release the override'] },
    read: { label: ['读取状态', 'Read'] },
    reboot: { label: ['重启', 'Reboot'] },
  },
  events: EVENT_TYPE_NAMES,
})
