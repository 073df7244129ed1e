import { createRandom } from '@lamplight/town'
import type { PlayedDevice } from '@lamplight/virtual-city'
import { expect, test } from 'vitest'
import { alarmMachineType, cameraType, smartLockType } from '../model/index.ts'
import { polePlays } from './pole.play.ts'

const HOUR_MS = 3_600_000
/** Monday, 00:00 in China. */
const MONDAY = Date.UTC(2026, 10, 22, 16)

const deviceOf = (type: PlayedDevice['type'], sn = 'X') => {
  const play = polePlays.find(({ typeName }) => typeName === type.name)!
  const common = {
    load: () => undefined,
    above: () => undefined,
    calendar: () => undefined,
    behind: () => [],
    params: {},
    held: new Set<string>(),
    steppedAt: MONDAY,
  }
  const device: PlayedDevice = { ...common, sn, type, random: createRandom(1, 'play', sn), values: {} }
  const played = Object.assign(device, { values: play.start!(device) as PlayedDevice['values'] })
  const set = (values: object): void => void Object.assign(played, { values: { ...played.values, ...values } })
  return {
    set,
    held: common.held,
    values: () => played.values,
    step: (hours: number) => {
      const at = MONDAY + hours * HOUR_MS
      set(play.step!(played, at))
      Object.assign(played, { steppedAt: at })
      return played.values
    },
    command: (cmd: string, args: Readonly<Record<string, unknown>>) => {
      const values = play.command?.(played, cmd, args, played.steppedAt) ?? {}
      set(values)
      for (const name of Object.keys(values)) common.held.add(name)
      return played.values
    },
  }
}

test('a camera counts what its algorithm recognises, and starts again at midnight', () => {
  const camera = deviceOf(cameraType)
  camera.set({ algorithm: 3, eventsToday: 0 })
  for (let hour = 1; hour < 24; hour++) camera.step(hour)
  expect(camera.values()).toMatchObject({ algorithm: 3, lastEvent: 'parking' })
  expect(Number(camera.values().eventsToday)).toBeGreaterThan(3)
  expect(Number(camera.step(24.01).eventsToday)).toBeLessThan(2)
})

test('a camera without an algorithm recognises nothing', () => {
  const camera = deviceOf(cameraType)
  camera.set({ algorithm: 0, eventsToday: 0 })
  for (let hour = 1; hour < 24; hour++) camera.step(hour)
  expect(camera.values().eventsToday).toBe(0)
})

test('a call for help is counted and ends by itself or by a reset; nobody calls by chance', () => {
  const machine = deviceOf(alarmMachineType)
  const before = Number(machine.values().calls)
  for (let hour = 1; hour < 24 * 60; hour++) expect(machine.step(hour).sos).toBe(0)
  const press = (): void => machine.set(machine.command('testCall', {}))
  press()
  expect(machine.values()).toMatchObject({ sos: 1, calls: before + 1 })
  expect(machine.command('reset', {}).sos).toBe(0)
  press()
  expect(machine.step(24 * 61)).toMatchObject({ sos: 0, calls: before + 2 })
})

test('a lock that a command has opened stays open until a command locks it', () => {
  const lock = deviceOf(smartLockType)
  expect(lock.command('lock', { open: 1 })).toMatchObject({ open: 1, openedBy: 'remote' })
  expect([1, 5, 20].map((hour) => lock.step(hour).open)).toEqual([1, 1, 1])
  expect(lock.command('lock', { open: 0 })).toMatchObject({ open: 0, door: 0 })
})
