import { defineConsole } from '@lamplight/console-kit'
import { onDeviceConsole } from '@lamplight/control/console'
import { solar } from '../domain.ts'
import { solarLampType } from '../model/solar-lamp.device.ts'
import { solarLamp } from '../model/solar-lamp.resource.ts'

export const solarConsole = defineConsole({
  domain: solar,
  pages: [],
  resources: [onDeviceConsole(solarLamp, solarLampType)],
})
