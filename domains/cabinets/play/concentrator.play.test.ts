import { createRandom } from '@lamplight/town'
import type { PlayedDevice } from '@lamplight/virtual-city'
import { expect, test } from 'vitest'
import { concentratorType } from '../model/index.ts'
import { concentratorPlay } from './concentrator.play.ts'

const NIGHT = Date.parse('2026-06-21T23:00:00+08:00')

/** A concentrator at night, on which hooks are called as the virtual city calls them. */
const played = () => {
  const device = {
    sn: 'CONC-1',
    type: concentratorType,
    values: {},
    held: new Set<string>(),
    steppedAt: NIGHT,
    params: { loopConfig: { list: '1:A/DO1/DI3/0' } },
    random: createRandom(1, 'concentrator'),
    load: () => undefined,
  } as unknown as PlayedDevice & { values: Record<string, unknown>; steppedAt: number }
  const apply = (values: object | undefined, at: number): void => {
    device.values = { ...device.values, ...values }
    device.steppedAt = at
  }
  apply(concentratorPlay.start?.(device), NIGHT)
  return {
    value: (name: string) => device.values[name],
    step: (at: number) => apply(concentratorPlay.step?.(device, at), at),
    output: (args: object, at: number) => apply(concentratorPlay.command?.(device, 'output', args as never, at), at),
  }
}

test('an output that was switched for a time returns by itself, and the input of its loop follows', () => {
  const { value, step, output } = played()
  step(NIGHT)
  expect([value('do1'), value('di3')]).toEqual([1, 1])
  output({ do1: 0, duration: 60 }, NIGHT)
  expect([value('do1'), value('di3')]).toEqual([0, 0])
  step(NIGHT + 59_000)
  expect(value('do1')).toBe(0)
  step(NIGHT + 60_000)
  expect([value('do1'), value('di3')]).toEqual([1, 1])
})

test('an open output lowers the current of its phase and the power; the energy grows', () => {
  const { value, step, output } = played()
  step(NIGHT)
  const [current, power, energy] = ['currentA', 'power', 'energy'].map((name) => Number(value(name)))
  output({ do1: 0, do4: 0 }, NIGHT)
  step(NIGHT + 3_600_000)
  expect(value('currentA')).toBe(0)
  expect(current).toBeGreaterThan(5)
  expect(Number(value('power'))).toBeLessThan(power as number)
  expect(Number(value('energy'))).toBeGreaterThan(energy as number)
})
