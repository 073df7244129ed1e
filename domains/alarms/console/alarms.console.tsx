import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { alarms } from '../domain.ts'
import { alarm } from '../model/alarm.resource.ts'

export const alarmsConsole = defineConsole({
  domain: alarms,
  pages: [],
  resources: [
    onConsole(alarm, {
      find: ['sn', 'name'],
      labels: false,
      state: 'dispose',
      empty: ['没有告警。设备上报故障或离线时会出现在这里', 'No alarms. Faults and lost devices appear here'],
    }),
  ],
})
