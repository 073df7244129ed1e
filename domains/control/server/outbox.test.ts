import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'
import { NOW, openWorld, type World } from './test-world.ts'
import { writerPort } from './writer-ports.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  await world.addGateway('GA')
})
afterEach(() => world.stop())

test('one process claims the work of a gateway that is back; a second process with the same event does not claim it', async () => {
  const [lamp] = await world.addLamps('GA', 1)
  const writer = world.platform.port(writerPort)
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

test('after its broker is back a process claims its own and unowned work again, but not that of another process', async () => {
  await world.addGateway('GB')
  await world.addGateway('GC')
  const lamps = (await Promise.all(['GA', 'GB', 'GC'].map((gateway) => world.addLamps(gateway, 1)))).flat()
  const writer = world.platform.port(writerPort)
  const outboxOf = (owner: string) => createOutbox({ platform: world.platform, writer, owner })
  const [one, other] = [outboxOf('one'), outboxOf('other')]
  await world.order({ selector: { controllerIds: lamps.map(({ id }) => id) } })
  const [mine, theirs] = [await one.open(1, true, 'oldest'), await other.open(1, true, 'oldest')]
  // A claim whose process has ended; its lease has expired.
  const [left] = (await outboxOf('gone').open(1, true, 'oldest')).claims
  await world.query('update control_work set busy_until = $2 where gateway_sn = $1', [left?.gatewaySn, new Date(NOW - 1)])
  world.clock.forward(100)
  expect(await one.wake(null)).toBe(true)
  const taken = await one.claim(10)
  expect(taken.map(({ gatewaySn }) => gatewaySn).sort()).toEqual([mine.claims[0]?.gatewaySn, left?.gatewaySn].sort())
  const rows = await world.query<{ busy: boolean }>('select busy_until > $2 as busy from control_work where gateway_sn = $1', [
    theirs.claims[0]?.gatewaySn,
    new Date(world.clock.now()),
  ])
  expect(rows).toEqual([{ busy: true }])
})

test('work opened while gateways are being woken is not woken, because its batch is not locked', async () => {
  const [first, second] = await world.addLamps('GA', 2)
  const writer = world.platform.port(writerPort)
  const one = createOutbox({ platform: world.platform, writer, owner: 'one' })
  if (!first || !second) throw new Error('nothing to work with')
  const early = await world.order({ selector: { controllerIds: [first.id] } })
  await one.open(10, true, 'oldest')
  world.clock.forward(100)
  const { system } = world.platform
  const openBetween = async <T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]> => {
    const rows = await system.query<T>(sql, params)
    await world.order({ selector: { controllerIds: [second.id] } })
    expect((await one.open(10, true, 'newest')).claims).toHaveLength(1)
    return rows
  }
  const slow = createOutbox({ platform: { ...world.platform, system: { ...system, query: openBetween } }, writer, owner: 'slow' })
  expect(await slow.wake(['GA'])).toBe(true)
  const free = await world.query<{ id: string }>('select batch_id::text as id from control_work where busy_until is null')
  expect(free.map(({ id }) => id)).toEqual([early.batchId])
})
