import type { PlayedDevice } from '@lamplight/virtual-city'
import { expect, test } from 'vitest'
import { sprayType } from '../model/spray.device.ts'
import { sprayPlay } from './spray.play.ts'

const HOUR = 3_600_000
const BEGIN = Date.UTC(2026, 5, 21)

test('a spray device sprays while its calendar is above 0; a command wins for its minutes', () => {
  let planned: number | undefined
  const device = {
    sn: 'SP-1',
    type: sprayType,
    values: {} as Record<string, number>,
    steppedAt: BEGIN,
    params: {},
    held: new Set<string>(),
    calendar: () => planned,
  }
  const to = (hours: number) => {
    const set = sprayPlay.step?.(device as unknown as PlayedDevice, BEGIN + hours * HOUR) as Record<string, number>
    device.values = { ...device.values, ...set }
    device.steppedAt = BEGIN + hours * HOUR
    return device.values
  }
  expect(to(1)).toMatchObject({ on: 0, level: 0, water: 0 })
  planned = 50
  expect(to(2)).toMatchObject({ on: 1, level: 50, flow: 21 })
  expect(to(3)).toMatchObject({ level: 50, water: 21 * 60 })
  device.values = {
    ...device.values,
    ...(sprayPlay.command?.(device as unknown as PlayedDevice, 'spray', { level: 100, minutes: 90 }, BEGIN + 3 * HOUR) as object),
  }
  expect(to(4)).toMatchObject({ level: 100, water: 21 * 60 + 42 * 60 })
  planned = 0
  expect(to(5)).toMatchObject({ on: 0, level: 0, water: 21 * 60 + 42 * 90 })
})
