import { defineConsole } from '@lamplight/console-kit'
import { laterPages, onConsole } from '@lamplight/console-kit/resource'
import { onDeviceConsole } from '@lamplight/control/console'
import { cabinets } from '../domain.ts'
import { airSwitchType } from '../model/air-switch.device.ts'
import { airSwitch } from '../model/air-switch.resource.ts'
import { loop } from '../model/loop.resource.ts'
import { meterType } from '../model/meter.device.ts'
import { meter } from '../model/meter.resource.ts'
import { poleSwitchboxes } from '../model/pages.ts'
import { switchbox } from '../model/switchbox.resource.ts'
import { concentratorConsoles, concentratorPages } from './concentrator.console.tsx'
import { OF_POLES } from './pole-system.ts'
import { supplyTab } from './supply-parts.ts'

const boxes = onConsole(switchbox, { find: ['name', 'sn'], slots: { detailTabs: supplyTab('Switchbox') } })

export const cabinetsConsole = defineConsole({
  domain: cabinets,
  // The pages below 智慧灯杆 show the boxes of smart poles.
  pages: [
    ...laterPages({
      code: boxes.code,
      link: poleSwitchboxes.path,
      label: switchbox.label,
      load: async () => boxes,
      only: OF_POLES,
    }),
    ...concentratorPages,
  ],
  resources: [
    boxes,
    onConsole(loop, { find: ['name'], slots: { detailTabs: supplyTab('Loop') } }),
    onDeviceConsole(airSwitch, airSwitchType, { slots: { detailTabs: supplyTab('AirSwitch') } }),
    onDeviceConsole(meter, meterType, { slots: { detailTabs: supplyTab('Meter') } }),
    ...concentratorConsoles,
  ],
})
