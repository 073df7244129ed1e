import { createRandom } from '@lamplight/town'
import type { PlayedDevice } from '@lamplight/virtual-city'
import { expect, test } from 'vitest'
import { broadcastType, infoScreenType } from '../model/index.ts'
import { mediaPlays } from './media.play.ts'

const HOUR_MS = 3_600_000
/** Monday, 00:00 in China. */
const MONDAY = Date.UTC(2026, 10, 22, 16)

const deviceOf = (type: PlayedDevice['type'], periods: string) => {
  const random = createRandom(1, 'play', type.name)
  const held = new Set<string>()
  const play = mediaPlays.find(({ typeName }) => typeName === type.name)!
  const device = {
    sn: 'X',
    type,
    held,
    random,
    params: { onOff: { strategy: '策略', periods } },
    values: {},
    load: () => undefined,
    above: () => undefined,
    calendar: () => undefined,
    behind: () => [],
    steppedAt: MONDAY,
  }
  const played = { ...device, values: play.start!(device) as PlayedDevice['values'] }
  return {
    held,
    values: played.values,
    set: (values: PlayedDevice['values']) => Object.assign(played, { values: { ...played.values, ...values } }),
    isOnAt: (hours: number): unknown => {
      const at = MONDAY + hours * HOUR_MS
      const next = play.step!(played, at)
      Object.assign(played, { values: { ...played.values, ...next }, steppedAt: at })
      return next.on === 1
    },
  }
}

test.each([[infoScreenType], [broadcastType]])('$name follows its stored periods in its local time', (type) => {
  const device = deviceOf(type, '12345 08:00-22:00')
  expect([7, 8, 21, 22, 32].map(device.isOnAt)).toEqual([false, true, true, false, true])
  // Saturday
  expect(device.isOnAt(5 * 24 + 12)).toBe(false)
})

test('a switch command holds until the next switch of the strategy, or for ever without a strategy', () => {
  const device = deviceOf(infoScreenType, '1234567 08:00-22:00')
  expect(device.isOnAt(9)).toBe(true)
  device.set({ on: 0 })
  device.held.add('on')
  expect([10, 21, 23, 33].map(device.isOnAt)).toEqual([false, false, false, true])
  const free = deviceOf(infoScreenType, '')
  expect([1, 12, 30].map(free.isOnAt)).toEqual([true, true, true])
})
