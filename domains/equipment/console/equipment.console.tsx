import { defineConsole, menuPage } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { onDeviceConsole } from '@lamplight/control/console'
import { lazy } from 'react'
import { equipment } from '../domain.ts'
import { aiDevice } from '../model/ai-device.listing.ts'
import { apType } from '../model/ap.device.ts'
import { ap } from '../model/ap.resource.ts'
import { childDevices, poleMeters, smartPoles } from '../model/pages.ts'
import { M } from './equipment.messages.ts'
import { placePages } from './places.ts'

const ApTraffic = lazy(async () => ({ default: (await import('./ap-traffic.tsx')).ApTraffic }))

export const equipmentConsole = defineConsole({
  domain: equipment,
  pages: [
    menuPage(smartPoles, { load: async () => (await import('./smart-pole.page.tsx')).SmartPolePage }),
    menuPage(childDevices, { load: async () => (await import('./child-device.page.tsx')).ChildDevicePage }),
    menuPage(poleMeters, { load: async () => (await import('./meter.page.tsx')).MeterPage }),
    ...placePages,
  ],
  resources: [
    onConsole(aiDevice, { empty: M.noAi, emptyElse: M.noAi, refresh: { seconds: 30 } }),
    onDeviceConsole(ap, apType, { slots: { detailTabs: { traffic: { label: M.traffic, body: ApTraffic } } } }),
  ],
})
