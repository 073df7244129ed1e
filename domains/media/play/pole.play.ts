import type { AI_EVENTS } from '@lamplight/devices/model'
import { definePlay, type Play, type PlayedDevice } from '@lamplight/virtual-city'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Time zone of the demo city: China. */
const ZONE_MS = 8 * HOUR_MS
/** Events of a camera in an hour by day; at night a fifth of it. */
const EVENTS_PER_HOUR = 0.8
/** Mean time between two calls for help at one machine, and time until a call ends by itself. */
const CALL_ENDS_MS = 15 * MINUTE_MS
/** Mean time between two visits of maintenance staff with a card, and time until the door is locked again. */
const VISITS_MS = 10 * DAY_MS
const VISIT_ENDS_MS = 20 * MINUTE_MS

const hourOf = (at: number): number => ((at + ZONE_MS) % DAY_MS) / HOUR_MS
const dayOf = (at: number): number => Math.floor((at + ZONE_MS) / DAY_MS)
const isDay = (at: number): boolean => hourOf(at) >= 7 && hourOf(at) < 22
const elapsed = ({ steppedAt }: PlayedDevice, at: number): number => Math.max(0, at - steppedAt)
const happens = (device: PlayedDevice, at: number, mean: number): boolean => device.random.next() < elapsed(device, at) / mean
/** Temperature of a housing in the open, °C, highest at 15:00. */
const warmAt = (at: number, { random }: PlayedDevice): number =>
  24 + 6 * Math.cos(((hourOf(at) - 15) * Math.PI) / 12) + random.between(-0.5, 0.5)

/** Event that each algorithm recognises. */
const EVENT_OF: Readonly<Record<number, keyof typeof AI_EVENTS>> = { 1: 'crowd', 2: 'intrusion', 3: 'parking', 4: 'vending' }

/** A camera: without an algorithm it recognises nothing; its counter of the day starts again at midnight. */
const camera = definePlay('camera', {
  start: ({ random, steppedAt }) => {
    const algorithm = random.below(5)
    const event = EVENT_OF[algorithm]
    return {
      stream: 1,
      algorithm,
      eventsToday: event ? random.below(6) : 0,
      people: 0,
      channels: 1,
      lastEventAt: steppedAt - random.below(HOUR_MS),
      lastEvent: event ?? 'crowd',
      resolution: '2560x1440',
      version: 'cam-3.1.4',
    }
  },
  step: (device, at) => {
    const { values, random, steppedAt } = device
    const event = EVENT_OF[Number(values.algorithm)]
    const before = dayOf(at) === dayOf(steppedAt) ? Number(values.eventsToday) : 0
    const isSeen = event !== undefined && values.stream === 1 && happens(device, at, HOUR_MS / (EVENTS_PER_HOUR * (isDay(at) ? 1 : 0.2)))
    return {
      stream: values.stream,
      algorithm: values.algorithm,
      channels: values.channels,
      eventsToday: before + Number(isSeen),
      lastEvent: isSeen ? event : values.lastEvent,
      lastEventAt: isSeen ? at : values.lastEventAt,
      people: isDay(at) ? random.below(25) : random.below(4),
      temperature: warmAt(at, device) + 8,
    }
  },
})

/** An alarm machine. Its button is never pressed at random, because a call opens a notice in every console. A test call works like a press. A call ends after a while, or by the reset command. */
const alarmMachine = definePlay('alarmMachine', {
  start: ({ random, steppedAt }) => ({
    sos: 0,
    calls: random.below(12),
    speakerVolume: 70,
    micVolume: 60,
    lastCallAt: steppedAt - HOUR_MS - random.below(20 * DAY_MS),
    version: 'sos-1.3',
  }),
  step: (device, at) => {
    const { values } = device
    const isCalling = values.sos === 1
    const ends = isCalling && at - Number(values.lastCallAt) > CALL_ENDS_MS
    return {
      speakerVolume: values.speakerVolume,
      micVolume: values.micVolume,
      sos: Number(isCalling && !ends),
      calls: values.calls,
      lastCallAt: values.lastCallAt,
      temperature: warmAt(at, device),
    }
  },
  command: ({ values }, cmd, _args, at) => {
    if (cmd === 'testCall') return { sos: 1, calls: Number(values.calls) + 1, lastCallAt: at }
    return cmd === 'reset' ? { sos: 0 } : undefined
  },
})

/** A smart lock: it opens by command or card; a lock that a command has opened stays open until a command locks it. */
const smartLock = definePlay('smartLock', {
  start: ({ random, steppedAt }) => ({
    open: 0,
    door: 0,
    battery: 60 + random.below(40),
    openings: random.below(200),
    openedBy: 'card',
    openedAt: steppedAt - random.below(10 * DAY_MS),
    version: 'lock-2.0',
  }),
  step: (device, at) => {
    const { values, random } = device
    const isOpen = values.open === 1
    const isVisited = !isOpen && happens(device, at, VISITS_MS)
    const isLeft = isOpen && !device.held.has('open') && at - Number(values.openedAt) > VISIT_ENDS_MS
    const open = Number((isOpen && !isLeft) || isVisited)
    const battery = Number(values.battery)
    return {
      open,
      door: open === 1 && random.next() < 0.5 ? 1 : 0,
      battery: battery < 10 ? 100 : battery - (random.next() < elapsed(device, at) / (2 * DAY_MS) ? 1 : 0),
      openings: Number(values.openings) + Number(isVisited),
      openedAt: isVisited ? at : values.openedAt,
      openedBy: isVisited ? 'card' : values.openedBy,
    }
  },
  command: ({ values }, cmd, { open }, at) => {
    if (cmd !== 'lock') return undefined
    if (Number(open) !== 1) return { open: 0, door: 0 }
    return { open: 1, openings: Number(values.openings) + Number(values.open !== 1), openedAt: at, openedBy: 'remote' }
  },
})

/** Behaviour of cameras, alarm machines and locks in the virtual city. */
export const polePlays: readonly Play[] = [camera, alarmMachine, smartLock]
