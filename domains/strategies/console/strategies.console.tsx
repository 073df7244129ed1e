import { defineConsole } from '@lamplight/console-kit'
import { laterPages } from '@lamplight/console-kit/resource'
import { strategies } from '../domain.ts'

export const strategiesConsole = defineConsole({
  domain: strategies,
  pages: laterPages({
    code: 'lightmode',
    link: '/city/strategyCenter/lightMode/index',
    label: ['亮灯模式', 'Light modes'],
    load: async () => (await import('./light-mode.console.tsx')).lightModeConsole,
  }),
  resources: [],
})
