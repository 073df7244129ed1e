import { devicesOf } from '@lamplight/devices/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { solar, solarMenu } from '../model/index.ts'
import { kinds } from '../model/kinds.ts'
import { solarPoints } from './map.handler.ts'
import { publicLamp } from './public.handler.ts'
import { solarLampServer } from './solar-lamp.server.ts'
import { seedVillages } from './village.ts'

const devices = devicesOf(kinds)

export const solarServer: ServerSlice = {
  ...devices,
  domain: solar,
  menu: [...solarMenu, ...devices.menu],
  resources: [solarLampServer],
  routes: [publicLamp, solarPoints],
  seed: seedVillages,
}
