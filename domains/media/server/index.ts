import { deliveriesOf } from '@lamplight/control/server'
import { devicesOf } from '@lamplight/devices/server'
import type { ServerSlice } from '@lamplight/server-kit'
import {
  broadcast,
  broadcastType,
  infoScreen,
  infoScreenType,
  media,
  mediaErrors,
  mediaMenu,
  onOffDelivery,
  onOffFamily,
} from '../model/index.ts'
import { onOffStrategyServer } from './on-off-strategy.server.ts'

const devices = devicesOf([
  [infoScreen, infoScreenType],
  [broadcast, broadcastType],
])
const deliveries = deliveriesOf([onOffDelivery])

export const mediaServer: ServerSlice = {
  domain: media,
  menu: mediaMenu,
  errors: mediaErrors.catalogue,
  families: [onOffFamily],
  ...devices,
  ...deliveries,
  resources: [...devices.resources, onOffStrategyServer, ...deliveries.resources],
}
