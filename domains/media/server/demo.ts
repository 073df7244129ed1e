import { seedRows } from '@lamplight/devices/server'
import type { Platform } from '@lamplight/server-kit'
import { onOffStrategy } from '../model/index.ts'

const NAMES = { screens: ['信息屏作息', 'Hours of screens'], speakers: ['广播音柱作息', 'Hours of broadcast units'] } as const
const EVERY_DAY = 127
const SCREENS = 1
const SPEAKERS = 2

/** In a demo: drafts of on/off strategies for screens and broadcast units. */
export const seedOnOff = (platform: Platform): Promise<void> =>
  seedRows(platform, onOffStrategy, () => [
    { name: NAMES.screens[0], type: SCREENS, periods: [{ days: EVERY_DAY, on: '06:30', off: '22:30' }] },
    { name: NAMES.speakers[0], type: SPEAKERS, periods: [{ days: EVERY_DAY, on: '07:00', off: '21:00' }] },
  ])
