import { defineDeviceResource } from '@lamplight/devices/model'
import { alarmMachineType } from './alarm-machine.device.ts'
import { onLampPost } from './lamp-post.ts'

/** Alarm machines: screen vis.alarmMachine. */
export const alarmMachine = defineDeviceResource(alarmMachineType, {
  name: 'media.alarmMachine',
  about: ['带求助按钮的报警柱', 'Columns with a button that calls for help'],
  code: 'alarm_machine',
  page: {
    path: '/visual/equipmentMana/alarmMachine/index',
    label: ['报警柱', 'Alarm machines'],
    icon: 'alarm',
    sort: 24,
    parent: 'pole_security',
  },
  api: { base: 'blade-media/alarm_machine', verbs: ['list', 'detail', 'submit', 'remove'] },
  ...onLampPost,
})
