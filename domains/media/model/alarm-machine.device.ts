import { f } from '@lamplight/fields/model'
import { type DeviceCommand, defineDeviceType, type Text } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'

const setVolume = (label: Text, property: string): DeviceCommand => ({
  label: [`设置${label[0]}`, `Set the ${label[1].toLowerCase()}`],
  input: { volume: f.int({ label, unit: '%', min: 0, max: 100, required: true, initial: 60 }) },
  proves: { [property]: 'volume' },
})
const SPEAKER = ['喇叭音量', 'Speaker volume'] as const
const MICROPHONE = ['麦克风音量', 'Microphone volume'] as const

/** Device type of alarm machines, the columns with a call button: devType 14 of decisions.md B1. */
export const alarmMachineType = defineDeviceType({
  name: 'alarmMachine',
  code: 14,
  label: ['报警柱', 'Alarm machine'],
  icon: 'alarm',
  properties: {
    sos: { slot: 1, label: ['求助', 'Call for help'], values: { 0: ['无', 'None'], 1: ['求助中', 'Calling'] }, history: true, list: true },
    calls: { slot: 2, label: ['求助次数', 'Calls'], min: 0, decimals: 0, counter: true, history: true },
    speakerVolume: { slot: 3, label: SPEAKER, unit: '%', min: 0, max: 100, decimals: 0, list: true },
    micVolume: { slot: 4, label: MICROPHONE, unit: '%', min: 0, max: 100, decimals: 0 },
    temperature: { slot: 5, label: ['温度', 'Temperature'], unit: 'Cel', min: -40, max: 125, decimals: 1, history: true },
    lastCallAt: { label: ['最近求助', 'Last call'], type: 'time', list: true },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    speakerVolume: setVolume(SPEAKER, 'speakerVolume'),
    micVolume: setVolume(MICROPHONE, 'micVolume'),
    testCall: { label: ['测试呼叫', 'Test call'], repeatable: false },
    reset: { label: ['运行状态复位', 'Reset the call state'] },
    reboot: { label: ['重启', 'Restart'], repeatable: false, danger: true },
  },
  events: ['highTemperature', 'impactDetected', 'supplyLoss', 'communicationFailure'],
})
