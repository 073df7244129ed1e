import { commandsPort } from '@lamplight/devices/model'
import { devicesOf } from '@lamplight/devices/server'
import { type ServerSlice, withPlain } from '@lamplight/server-kit'
import { directoryPort } from '@lamplight/system/model'
import { families } from '../model/families.ts'
import { cabinets, kinds, plain } from '../model/index.ts'
import { concentrators } from './concentrators.ts'

const devices = devicesOf(kinds)

export const cabinetsServer: ServerSlice = withPlain(plain, {
  domain: cabinets,
  families,
  routes: concentrators.routes,
  deviceTypes: [...devices.deviceTypes, ...concentrators.deviceTypes],
  menu: [...devices.menu, ...concentrators.menu],
  resources: [...devices.resources, ...concentrators.resources],
  live: { ...devices.live, ...concentrators.live },
  seed: async (platform) => {
    await concentrators.seed(platform)
    await devices.seed(platform)
  },
  needs: [commandsPort, directoryPort],
})
