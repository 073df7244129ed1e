import { defineConsole } from '@lamplight/console-kit'
import { laterPages, onConsole } from '@lamplight/console-kit/resource'
import { strategies } from '../domain.ts'
import { sunMode } from '../model/sun-mode.resource.ts'
import { timedRecord } from '../model/timed-record.resource.ts'
import { timedSwitch } from '../model/timed-switch.resource.ts'
import { trashStrategy } from '../model/trash-strategy.resource.ts'

export const strategiesConsole = defineConsole({
  domain: strategies,
  pages: laterPages({
    code: 'lightmode',
    link: '/city/strategyCenter/lightMode/index',
    label: ['亮灯模式', 'Light modes'],
    load: async () => (await import('./light-mode.console.tsx')).lightModeConsole,
  }),
  resources: [
    onConsole(timedSwitch, {
      find: ['name'],
      labels: false,
      state: 'enable',
      empty: ['新增定时：时间、动作，以及分组或设备', 'Add a timed switch: time, action, and a group or devices'],
    }),
    onConsole(timedRecord, { labels: false, state: 'state' }),
    onConsole(trashStrategy, {
      find: ['name'],
      labels: false,
      empty: ['新增策略，再下发到分组的垃圾桶', 'Add a strategy, then send it to the bins of its group'],
    }),
    onConsole(sunMode, { find: ['name'], labels: false, empty: ['新增模式，再下发到太阳能灯', 'Add a mode, then send it to solar lamps'] }),
  ],
})
