import { deliveriesOf } from '@lamplight/control/server'
import { commandsPort } from '@lamplight/devices/model'
import { devicesOf } from '@lamplight/devices/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { families } from '../model/families.ts'
import { kinds, media, mediaErrors, mediaMenu, onOffDelivery } from '../model/index.ts'
import { cameraSyncRoute } from './camera-sync.handler.ts'
import { seedOnOff } from './demo.ts'
import { onOffStrategyServer } from './on-off-strategy.server.ts'

const devices = devicesOf(kinds)
const deliveries = deliveriesOf([onOffDelivery])

export const mediaServer: ServerSlice = {
  domain: media,
  errors: mediaErrors.catalogue,
  families,
  ...devices,
  ...deliveries,
  menu: [...mediaMenu],
  resources: [...devices.resources, onOffStrategyServer, ...deliveries.resources],
  routes: [cameraSyncRoute],
  seed: async (platform, at) => {
    await devices.seed(platform, at)
    await seedOnOff(platform)
  },
  needs: [commandsPort],
}
