import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { strategies } from '../domain.ts'
import { lightMode } from '../model/light-mode.resource.ts'

export const strategiesConsole = defineConsole({
  domain: strategies,
  pages: [],
  resources: [onConsole(lightMode, { link: '/city/strategyCenter/lightMode/index', state: 'status', find: ['name'] })],
})
