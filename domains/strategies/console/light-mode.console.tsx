import { onConsole } from '@lamplight/console-kit/resource'
import { lightMode } from '../model/light-mode.resource.ts'
import { AffectedByMode } from './affected-by.tsx'

export const lightModeConsole = onConsole(lightMode, {
  link: '/city/strategyCenter/lightMode/index',
  state: 'status',
  affected: { enable: AffectedByMode, disable: AffectedByMode },
})
