import { definePlay, type Play, type PlayedDevice, type PlayHooks } from '@lamplight/virtual-city'
import { isOnAt } from '../model/periods.ts'
import { polePlays } from './pole.play.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Time zone of the demo city: China. */
const ZONE_MS = 8 * HOUR_MS
/** 1 January 1970 was a Thursday; days count from Monday. */
const FIRST_DAY = 3
const FAMILY = 'onOff'

const hourOf = (at: number): number => ((at + ZONE_MS) % DAY_MS) / HOUR_MS
/** Daylight from 0 (night) to 1 (noon). */
const daylightAt = (at: number): number => Math.max(0, Math.cos(((hourOf(at) - 12.5) * Math.PI) / 13))
/** Air temperature in °C, highest at 15:00. */
const airAt = (at: number): number => 20 + 6 * Math.cos(((hourOf(at) - 15) * Math.PI) / 12)

/** Returns whether the device is on by its strategy; undefined without a strategy. */
const scheduled = ({ params }: PlayedDevice, at: number): boolean | undefined => {
  const periods = String(params[FAMILY]?.periods ?? '')
  const minutes = Math.floor((at + ZONE_MS) / MINUTE_MS)
  const days = Math.floor(minutes / 1440)
  return periods === '' ? undefined : isOnAt(periods, (days + FIRST_DAY) % 7, minutes % 1440)
}

/** Returns whether the device is on: as its strategy says. A switch command is effective until the next switch time of the strategy. */
const onAt = (device: PlayedDevice, at: number): boolean => {
  const now = device.values.on === 1
  const meant = scheduled(device, at)
  if (meant === undefined || (device.held.has('on') && scheduled(device, device.steppedAt) === meant)) return now
  return meant
}

const screen: PlayHooks = {
  start: ({ random }) => ({ on: 1, brightness: 60 + random.below(30), volume: 20, resolution: '1920x1080', version: 'screen-2.4' }),
  step: (device, at) => {
    const { random, values } = device
    const on = onAt(device, at)
    const brightness = Number(values.brightness)
    return {
      on: Number(on),
      brightness,
      volume: values.volume,
      ambientLight: 20 + daylightAt(at) * 40_000 * random.between(0.8, 1),
      power: on ? 40 + brightness * 4.5 + random.between(-5, 5) : 6,
      temperature: airAt(at) + (on ? 12 : 2) + random.between(-0.5, 0.5),
    }
  },
}

const broadcast: PlayHooks = {
  start: ({ random }) => ({ on: 1, volume: 40 + random.below(30), version: 'speaker-1.8' }),
  step: (device, at) => {
    const { random, values } = device
    const on = onAt(device, at)
    return {
      on: Number(on),
      volume: values.volume,
      power: on ? 8 + Number(values.volume) * 0.5 + random.between(-1, 1) : 2,
      temperature: airAt(at) + (on ? 5 : 1) + random.between(-0.5, 0.5),
    }
  },
}

/** Behaviour of media devices in the virtual city. Screens and broadcast units follow the on/off strategy that was sent to them. */
export const mediaPlays: readonly Play[] = [definePlay('infoScreen', screen), definePlay('boxBroadcast', broadcast), ...polePlays]
