import { onConsole } from '@lamplight/console-kit/resource'
import { lightMode } from '../model/light-mode.resource.ts'
import { lightModes } from '../model/pages.ts'
import { AffectedByMode } from './publish/affected-by.tsx'

export const lightModeConsole = onConsole(lightMode, {
  link: lightModes.path,
  state: 'status',
  affected: { enable: AffectedByMode, disable: AffectedByMode },
})
