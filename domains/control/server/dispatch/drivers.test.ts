import type { DeviceDriver, Platform } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { createDrivers } from './drivers.port.ts'

const driver = (name: string, atOnce: number): DeviceDriver => ({
  name,
  atOnce,
  proves: 'received',
  dedupes: true,
  start: async () => ({ send: async () => undefined, stop: async () => undefined }),
})
const drivers = async () => {
  const port = () => ({ slices: [{ drivers: [driver('lora', 2), driver('onvif', 1)] }] })
  const made = createDrivers({ port, config: { number: () => 0 } } as unknown as Platform)
  return made
}
const [A, B, C, D] = ['lora:1/a', 'lora:1/b', 'lora:1/c', 'onvif:1/d']

test('a driver handles up to its declared number of routes at a time, one request per route, independently of other drivers', async () => {
  const made = await drivers()
  const all = [A, B, C, D, 'ocpp:1/e', 'GW-1'] as string[]
  expect(made.free(all)).toEqual([])
  await made.start()
  expect(made.free(all)).toEqual([A, B, D])
  let end = (): void => undefined
  const sending = made.occupy(A as string, () => new Promise<void>((done) => (end = done)))
  expect(made.free(all)).toEqual([B, D])
  end()
  await sending
  await expect(made.occupy('ocpp:1/e', async () => undefined)).rejects.toThrow('ocpp:1/e')
  await expect(made.occupy(C as string, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(made.free(all)).toEqual([A, B, D])
  await made.stop()
  expect(made.free(all)).toEqual([])
})
