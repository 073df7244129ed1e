import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'
import { NOW, openWorld, type World } from './test-world.ts'
import type { Writer } from './writer.port.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  await world.addGateway('GA')
})
afterEach(() => world.stop())

test('what one process took in hand after a gateway was back is left to it by another that is told later', async () => {
  const [lamp] = await world.addLamps('GA', 1)
  const writer = world.platform.port<Writer>('control.writer')
  const [one, other] = ['one', 'other'].map((owner) => createOutbox({ platform: world.platform, writer, owner }))
  if (!lamp || !one || !other) throw new Error('nothing to work with')
  await world.order({ selector: { controllerIds: [lamp.id] } })
  expect((await one.open(10, true, 'oldest')).claims).toHaveLength(1)
  expect(await other.claim(10)).toEqual([])
  world.clock.forward(100)
  expect(await one.wake(['GA'], NOW + 50)).toBe(true)
  expect(await one.claim(10)).toHaveLength(1)
  expect(await other.wake(['GA'], NOW + 50)).toBe(false)
  expect(await other.claim(10)).toEqual([])
  expect(await other.wake(['GA'], NOW + 100)).toBe(true)
  expect(await other.claim(10)).toHaveLength(1)
})
