import { familiesOf } from '@lamplight/control/server'
import { devicesOf, onDevice } from '@lamplight/devices/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { families } from '../model/families.ts'
import { kinds, lora, loraErrors, loraGateway, loraGatewayType, loraMenu } from '../model/index.ts'
import { removeWithGateway, whiteListServer } from './white-list.server.ts'

const devices = devicesOf(kinds)
const params = familiesOf(families)
const gateways = onDevice(loraGateway, loraGatewayType, { beforeRemove: removeWithGateway })

export const loraServer: ServerSlice = {
  domain: lora,
  errors: loraErrors.catalogue,
  families,
  ...devices,
  menu: [...loraMenu, ...devices.menu],
  resources: [...devices.resources.map((one) => (one.resource === loraGateway ? gateways : one)), whiteListServer, ...params.resources],
  routes: params.routes,
}
