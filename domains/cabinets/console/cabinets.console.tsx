import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { onDeviceConsole } from '@lamplight/control/console'
import { cabinets } from '../domain.ts'
import { airSwitchType } from '../model/air-switch.device.ts'
import { airSwitch } from '../model/air-switch.resource.ts'
import { loop } from '../model/loop.resource.ts'
import { meterType } from '../model/meter.device.ts'
import { meter } from '../model/meter.resource.ts'
import { switchbox } from '../model/switchbox.resource.ts'
import { supplyTab } from './supply-parts.ts'

export const cabinetsConsole = defineConsole({
  domain: cabinets,
  pages: [],
  resources: [
    onConsole(switchbox, { find: ['name', 'sn'], slots: { detailTabs: supplyTab('Switchbox') } }),
    onConsole(loop, { find: ['name'], slots: { detailTabs: supplyTab('Loop') } }),
    onDeviceConsole(airSwitch, airSwitchType, { slots: { detailTabs: supplyTab('AirSwitch') } }),
    onDeviceConsole(meter, meterType, { slots: { detailTabs: supplyTab('Meter') } }),
  ],
})
