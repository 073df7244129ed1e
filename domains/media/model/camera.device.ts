import { ALGORITHMS, aiProperties, simpleCommands } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineDeviceType } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'

/** Device type of cameras: devType 11 of decisions.md B1. `read` answers with all values of the camera. */
export const cameraType = defineDeviceType({
  name: 'camera',
  code: 11,
  label: ['摄像头', 'Camera'],
  icon: 'camera',
  properties: {
    stream: { slot: 1, label: ['画面', 'Picture'], values: { 0: ['无画面', 'None'], 1: ['正常', 'Running'] }, history: true, list: true },
    ...aiProperties({ algorithm: 2, eventsToday: 3 }),
    people: { slot: 4, label: ['画面人数', 'People in view'], min: 0, max: 1000, decimals: 0, history: true },
    channels: { slot: 5, label: ['通道数', 'Channels'], min: 1, max: 64, decimals: 0 },
    temperature: { slot: 6, label: ['温度', 'Temperature'], unit: 'Cel', min: -40, max: 125, decimals: 1, history: true },
    resolution: { label: ['分辨率', 'Resolution'], type: 'text' },
    version: { label: ['软件版本', 'Firmware'], type: 'text' },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
  },
  commands: {
    read: simpleCommands.read,
    algorithm: {
      label: ['设置AI算法', 'Set the AI algorithm'],
      input: { algorithm: f.choice(ALGORITHMS, { label: ['AI算法', 'AI algorithm'], required: true, initial: 1 }) },
      proves: { algorithm: 'algorithm' },
    },
    reboot: { label: ['重启', 'Restart'], repeatable: false, danger: true },
  },
  events: ['highTemperature', 'supplyLoss', 'communicationFailure'],
})
