import { seedRows } from '@lamplight/devices/server'
import type { Platform } from '@lamplight/server-kit'
import { customBattery } from '../model/custom-battery.resource.ts'

const NAME = ['磷酸铁锂 100 Ah', 'LiFePO4 100 Ah'] as const

/** In a demo: a battery with a curve of its own. */
export const seedBatteries = (platform: Platform): Promise<void> =>
  seedRows(platform, customBattery, () => [
    {
      name: NAME[0],
      capacityAh: 100,
      ratedV: 12.8,
      chargeLimitV: 14.4,
      dischargeLimitV: 10.5,
      curve: '10.5:0,12.8:50,13.2:80,14.4:100',
    },
  ])
