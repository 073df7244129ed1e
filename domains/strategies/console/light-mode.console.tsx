import { onConsole } from '@lamplight/console-kit/resource'
import { lightMode } from '../model/light-mode.resource.ts'
import { ModeReach } from './send-reach.tsx'

export const lightModeConsole = onConsole(lightMode, {
  link: '/city/strategyCenter/lightMode/index',
  state: 'status',
  affected: { enable: ModeReach, disable: ModeReach },
})
