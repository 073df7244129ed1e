import { familiesOf } from '@lamplight/control/server'
import { pastPort } from '@lamplight/devices/model'
import { devicesOf } from '@lamplight/devices/server'
import { seedSolarPresets } from '@lamplight/lighting/server'
import type { ServerSlice } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { families } from '../model/families.ts'
import { solar, solarMenu } from '../model/index.ts'
import { kinds } from '../model/kinds.ts'
import { solarParams } from '../model/params.ts'
import { solarErrors } from '../model/solar.errors.ts'
import { customBatteryServer } from './custom-battery.server.ts'
import { seedBatteries } from './demo-batteries.ts'
import { pastOfInstitutes, seedInstitutes } from './institute.ts'
import { solarPoints } from './map.handler.ts'
import { publicLamp } from './public.handler.ts'
import { solarLampServer } from './solar-lamp.server.ts'
import { hiddenPages, sunFunctionServer } from './sun-function.server.ts'
import { pastOfVillages, seedVillages } from './village.ts'

const devices = devicesOf(kinds)
const params = familiesOf(families)

export const solarServer: ServerSlice = {
  ...devices,
  domain: solar,
  params: solarParams,
  families,
  errors: solarErrors.catalogue,
  menu: [...solarMenu, ...params.menu],
  resources: [solarLampServer, sunFunctionServer, customBatteryServer, ...params.resources],
  routes: [publicLamp, solarPoints, hiddenPages, ...params.routes],
  needs: [paramsPort, pastPort],
  seed: async (platform, at) => {
    await seedVillages(platform, at)
    await seedInstitutes(platform, at)
    await seedSolarPresets(platform)
    await seedBatteries(platform)
  },
  past: async (platform, span) => [...(await pastOfVillages(platform, span)), ...(await pastOfInstitutes(platform, span))],
}
