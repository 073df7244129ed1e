import { definePort } from '@lamplight/kit'
import { expect, test } from 'vitest'
import type { Platform } from './platform-types.ts'
import { createPorts, provide } from './ports.ts'
import type { ServerSlice } from './slice-types.ts'

interface Counter {
  readonly next: () => number
}
const counterPort = definePort<Counter>('low.counter')
const slice = (name: string, options: Partial<ServerSlice>): ServerSlice => ({
  domain: { name, label: [name, name], level: 0, dependsOn: [] },
  ...options,
})
const platform = () => ({}) as Platform
const createCounter = (): Counter => {
  let n = 0
  return { next: () => ++n }
}

test('a service is created once, at its first use', () => {
  let made = 0
  const make = (): Counter => {
    made += 1
    return createCounter()
  }
  const port = createPorts([slice('low', { ports: [provide(counterPort, make)] })], [], platform)
  expect(made).toBe(0)
  expect([port(counterPort).next(), port(counterPort).next(), made]).toEqual([1, 2, 1])
})

test('the server does not start if a port has no provider or two', () => {
  const low = slice('low', { ports: [provide(counterPort, createCounter)] })
  const high = slice('high', { needs: [counterPort] })
  expect(() => createPorts([high], [], platform)).toThrow('the slice high needs the port low.counter, and no slice provides it')
  expect(() => createPorts([low, { ...low }], [], platform)).toThrow('two slices provide the port low.counter')
  expect(() => createPorts([low, high], [], platform)).not.toThrow()
})

test('two keys with the same name are different', () => {
  const port = createPorts([slice('low', { ports: [provide(counterPort, createCounter)] })], [], platform)
  expect(() => port(definePort<Counter>('low.counter'))).toThrow('no slice provides the port low.counter')
})
