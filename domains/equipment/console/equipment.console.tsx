import { defineConsole, definePage } from '@lamplight/console-kit'
import { onDeviceConsole } from '@lamplight/control/console'
import { lazy } from 'react'
import { equipment } from '../domain.ts'
import { apType } from '../model/ap.device.ts'
import { ap } from '../model/ap.resource.ts'
import { M } from './equipment.messages.ts'
import { placePages } from './places.ts'

const ApTraffic = lazy(async () => ({ default: (await import('./ap-traffic.tsx')).ApTraffic }))

export const equipmentConsole = defineConsole({
  domain: equipment,
  pages: [
    definePage({
      path: '/visual/equipmentMana/smartPole/index',
      label: M.poles,
      permission: 'lamp_post_view',
      load: async () => (await import('./smart-pole.page.tsx')).SmartPolePage,
    }),
    definePage({
      path: '/equipmentMana/childDevice',
      label: M.children,
      permission: 'gateway_view',
      load: async () => (await import('./child-device.page.tsx')).ChildDevicePage,
    }),
    definePage({
      path: '/visual/equipmentMana/meter/index',
      label: M.meters,
      permission: 'meter_view',
      load: async () => (await import('./meter.page.tsx')).MeterPage,
    }),
    definePage({
      path: '/ai/device/table',
      label: M.ai,
      permission: 'ai_device_view',
      load: async () => (await import('./ai-device.page.tsx')).AiDevicePage,
    }),
    ...placePages,
  ],
  resources: [onDeviceConsole(ap, apType, { slots: { detailTabs: { traffic: { label: M.traffic, body: ApTraffic } } } })],
})
