import { deviceTypesPort } from '@lamplight/devices/model'
import { devicesOf } from '@lamplight/devices/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { equipment, equipmentMenu, kinds } from '../model/index.ts'
import { apPlay } from '../play/ap.play.ts'
import { aiDeviceServer } from './ai-device.server.ts'
import { apDataRoute } from './ap-data.handler.ts'
import { mountDemo } from './demo.ts'
import { meterServers } from './meter.server.ts'
import { smartPoleServer } from './smart-pole.server.ts'

const devices = devicesOf(kinds, [apPlay])

export const equipmentServer: ServerSlice = {
  domain: equipment,
  ...devices,
  menu: equipmentMenu,
  routes: [apDataRoute],
  listings: [aiDeviceServer, smartPoleServer, ...meterServers],
  seed: async (platform, at) => {
    await devices.seed(platform, at)
    await mountDemo(platform)
  },
  needs: [deviceTypesPort],
}
