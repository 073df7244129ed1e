import { defineConsole, definePage, menuPage } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { onDeviceConsole } from '@lamplight/control/console'
import { solar } from '../domain.ts'
import { customBattery } from '../model/custom-battery.resource.ts'
import { solarMap } from '../model/pages.ts'
import { solarLampType } from '../model/solar-lamp.device.ts'
import { solarLamp } from '../model/solar-lamp.resource.ts'
import { sunFunction } from '../model/sun-function.resource.ts'
import { placePages } from './places.ts'
import { SocCell } from './soc-cell.tsx'

export const solarConsole = defineConsole({
  domain: solar,
  pages: [
    menuPage(solarMap, { keepAlive: true, full: true, load: async () => (await import('./solar-map.page.tsx')).SolarMapPage }),
    definePage({
      path: '/sunDevDetail',
      label: ['太阳能设备', 'Solar lamp'],
      bare: true,
      load: async () => (await import('./scan.page.tsx')).ScanPage,
    }),
    ...placePages,
  ],
  resources: [
    onDeviceConsole(solarLamp, solarLampType, {
      counter: ['盏', 'lamp'],
      columns: { soc: SocCell },
      labels: '/sunDevDetail?sn=',
    }),
    onConsole(sunFunction, {
      empty: [
        '所有项目都显示全部太阳能功能；新增一条，为某个项目隐藏不用的页面',
        'All projects show all solar functions. Add a row to hide pages that a project does not use',
      ],
    }),
    onConsole(customBattery, {}),
  ],
})
