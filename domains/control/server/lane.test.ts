import { eventually } from '@lamplight/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { targetsPort } from '../model/ports.ts'
import { writeBatch } from './create-batch.ts'
import { startDispatcher } from './dispatch.task.ts'
import { createAllowance, LANE } from './lane.ts'
import { createOutbox } from './outbox.ts'
import { miscounted, openWorld, type World, type WorldLamp } from './test-world.ts'
import { writerPort } from './writer-ports.ts'

let world: World
let stopDispatcher = async (): Promise<void> => undefined
beforeEach(async () => {
  world = await openWorld({ COMMAND_RESEND_SECONDS: '60', COMMAND_READS_PER_SECOND: '10' })
})
afterEach(async () => {
  await stopDispatcher()
  stopDispatcher = async () => undefined
  await world.stop()
})

const gateways = async (count: number): Promise<WorldLamp[]> => {
  const lamps: WorldLamp[] = []
  for (let n = 0; n < count; n++) {
    await world.addGateway(`G${n}`)
    lamps.push(...(await world.addLamps(`G${n}`, 1)))
  }
  return lamps
}
/** A read of parameters, as the calls of a family write it. */
const read = (lamps: readonly WorldLamp[]) =>
  writeBatch(
    world.ctx(),
    {
      targets: world.platform.port(targetsPort).select(world.ctx(), { controllerIds: lamps.map(({ id }) => id) }),
      targetKind: 1,
      nameTarget: async () => null,
      command: 5,
      again: null,
      verb: 'param.get',
      lane: LANE.background,
      level: null,
      expectedLevel: null,
      lampSelect: null,
      duration: null,
      until: null,
      device: { type: 4, cmd: 'get', args: { family: 'any' }, words: ['读取', 'Read'] },
    },
    null,
  )

test('reads are opened and claimed in their own lane', async () => {
  const lamps = await gateways(3)
  const outbox = createOutbox({ platform: world.platform, writer: world.platform.port(writerPort), owner: 'one' })
  await read(lamps)
  const { batchId } = await world.order({ selector: { controllerIds: lamps.map(({ id }) => id) } })
  expect(await outbox.toDo()).toMatchObject({ fresh: [LANE.operators, LANE.background], due: [] })
  const { claims } = await outbox.open(10, true, 'oldest')
  expect(claims.map(({ order }) => order.id)).toEqual([batchId, batchId, batchId])
  expect((await outbox.open(10, false, 'oldest')).n).toBe(0)
  expect((await outbox.open(10, false, 'oldest', LANE.background)).n).toBe(3)
  expect(await outbox.toDo()).toMatchObject({ fresh: [], due: [LANE.background] })
  expect(await outbox.claim(10)).toEqual([])
  expect(await outbox.claim(2, LANE.background)).toHaveLength(2)
})

test('reads are sent at a limited rate, and a command does not wait for them', async () => {
  const lamps = await gateways(60)
  world.clock.real()
  const { batchId } = await read(lamps)
  const began = Date.now()
  stopDispatcher = startDispatcher(world.platform)
  const reads = () => world.published.filter(({ message }) => message.cmd === 'get').length
  await eventually(() => reads() >= 10)
  const order = await world.order({ selector: { controllerIds: lamps.map(({ id }) => id) } })
  await eventually(() => world.published.filter(({ message }) => message.id === order.batchId).length === 60)
  expect(reads()).toBeLessThan(45)
  await eventually(() => reads() === 60, 20_000)
  // The first second is allowed at once.
  expect(Date.now() - began).toBeGreaterThan(4500)
  await eventually(async () => {
    const [row] = await world.query<{ n: number }>('select reached_sent as n from control_batch where id = $1', [batchId])
    return row?.n === 60
  })
  expect(await miscounted(world.query)).toEqual([])
})

test('a steady flow of commands does not hold reads back for ever, and many small reads are opened together', async () => {
  const lamps = await gateways(4)
  const [first] = lamps as [WorldLamp]
  const order = () => world.order({ selector: { controllerIds: [first.id] } })
  const commands = () => world.published.filter(({ message }) => message.cmd !== 'get').length
  const reads = () => world.published.filter(({ message }) => message.cmd === 'get').length
  // Each command that was sent is followed by two more, so that one always waits to be opened.
  let flows = true
  world.onPublish = async ({ message }) => {
    world.clock.forward(100)
    if (flows && message.cmd !== 'get') await Promise.all([order(), order()])
    if (commands() >= 60) flows = false
  }
  await Promise.all(Array.from({ length: 20 }, order))
  for (const lamp of lamps) await read([lamp])
  stopDispatcher = startDispatcher(world.platform)
  await eventually(() => reads() > 0 || !flows)
  expect(commands()).toBeLessThan(60)
  flows = false
  await eventually(() => reads() === lamps.length)
})

test('an allowance refills with time, and holds at most one second', () => {
  let now = 0
  const allowance = createAllowance(100, () => now)
  expect(allowance.left()).toBe(100)
  allowance.take(100)
  expect(allowance.left()).toBe(0)
  now = 250
  expect(allowance.left()).toBe(25)
  now = 10_000
  expect(allowance.left()).toBe(100)
})
