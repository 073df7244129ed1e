import { onConsole } from '@lamplight/console-kit/resource'
import { lightMode } from '../model/light-mode.resource.ts'

export const lightModeConsole = onConsole(lightMode, { link: '/city/strategyCenter/lightMode/index', state: 'status' })
