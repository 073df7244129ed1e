import { eventually } from '@lamplight/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { miscounted, openWorld, type Published, type World, type WorldLamp } from '../../testing/test-world.ts'
import { createAckSink } from '../ledger/acks.port.ts'
import { startDispatcher } from './dispatch.task.ts'

let world: World
let stopDispatcher: () => Promise<void>
const start = async (config: Record<string, string> = {}): Promise<void> => {
  world = await openWorld({ COMMAND_RESEND_SECONDS: '0.4', COMMAND_VERIFY_SECONDS: '1.5', ...config })
  world.clock.real()
  stopDispatcher = startDispatcher(world.platform)
}
beforeEach(() => start())
afterEach(async () => {
  await stopDispatcher()
  await world.stop()
})
const restart = async (config: Record<string, string>): Promise<void> => {
  await stopDispatcher()
  await world.stop()
  await start(config)
}

const answer = (published: Published, sns = published.message.sns): Promise<void> =>
  createAckSink(world.platform).acked(
    sns.map((sn) => ({
      id: published.message.id,
      sns: [sn],
      gateway: published.gateway,
      ok: true,
      code: 'ok' as const,
      at: Date.now(),
      receivedAt: Date.now(),
      p: { on: true, dim: Number(published.message.args.level), reason: 'override' as const },
    })),
  )
const orderFor = (lamps: readonly WorldLamp[], more = {}) =>
  world.order({ selector: { controllerIds: lamps.map((lamp) => lamp.id) }, ...more })
const batch = async (id: string): Promise<Record<string, number>> =>
  (await world.query<Record<string, number>>('select * from control_batch where id = $1', [id]))[0]!
const commands = (): Published[] => world.published.filter(({ message }) => message.cmd !== 'read')
const commandsTo = (gateway: string): Published[] => commands().filter((one) => one.gateway === gateway)

test('each gateway gets one message for up to a thousand lamps, with level, end and expiry', async () => {
  await restart({ COMMAND_RESEND_SECONDS: '60' })
  await world.addGateway('GA')
  await world.addGateway('GB')
  const lamps = [...(await world.addLamps('GA', 1500)), ...(await world.addLamps('GB', 3))]
  const { batchId } = await orderFor(lamps, { duration: 600 })
  await eventually(async () => (await batch(batchId)).sent === 1503)
  expect(commandsTo('GA').map(({ message }) => message.sns.length)).toEqual([1000, 500])
  const [message] = commandsTo('GB').map((one) => one.message)
  expect(message).toMatchObject({ id: batchId, cmd: 'dim', sns: lamps.slice(1500).map((lamp) => lamp.sn) })
  const row = (
    await world.query<{ until: Date; expire_at: Date }>('select until, expire_at from control_batch where id = $1', [batchId])
  )[0]!
  expect(message).toMatchObject({ args: { level: 30, until: row.until.getTime() }, expiresAt: row.expire_at.getTime() })
  expect(await miscounted(world.query)).toEqual([])
})

test.each([
  ['on', { cmd: 'switch', args: { on: true, head: 1 } }],
  ['off', { cmd: 'switch', args: { on: false, head: 1 } }],
  ['release', { cmd: 'release', args: {} }],
] as const)('%s on the wire', async (command, message) => {
  await world.addGateway('GA')
  await orderFor(await world.addLamps('GA', 1), { command, level: null, lampSelect: 0 })
  await eventually(() => commands().length > 0)
  expect(commands()[0]?.message).toMatchObject(message)
})

test('unanswered lamps are sent the command again with the same id; answered lamps are not', async () => {
  await world.addGateway('GA')
  const lamps = await world.addLamps('GA', 3)
  world.onPublish = (one) => (one.message.cmd === 'dim' && commands().length === 1 ? answer(one, [lamps[0]!.sn]) : Promise.resolve())
  const { batchId } = await orderFor(lamps)
  await eventually(() => commands().length === 2)
  expect(commands()[1]?.message).toMatchObject({ id: batchId, sns: [lamps[1]!.sn, lamps[2]!.sn] })
  await eventually(
    async () => (await world.query('select 1 from control_ledger where batch_id = $1 and attempts = 2', [batchId])).length === 2,
  )
})

test('lamps of an offline gateway are queued and sent when it reconnects', async () => {
  await world.addGateway('GA', false)
  const lamps = await world.addLamps('GA', 2)
  world.onPublish = (one) => answer(one)
  const { batchId } = await orderFor(lamps)
  await eventually(async () => (await world.query('select 1 from control_work where batch_id = $1 and not fresh', [batchId])).length === 1)
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(world.published).toEqual([])
  expect(await batch(batchId)).toMatchObject({ status: 0, queued: 2 })
  await world.setOnline('GA', true)
  await eventually(async () => (await batch(batchId)).applied === 2)
})

test('lamps of an offline gateway and lamps that do not answer end as timed out with different reasons', async () => {
  await restart({ COMMAND_EXPIRE_SECONDS: '1' })
  await world.addGateway('DEAD', false)
  await world.addGateway('DEAF')
  await world.addGateway('MUTE')
  world.onPublish = (one) => (one.gateway === 'DEAF' ? Promise.reject(new Error('no PUBACK')) : Promise.resolve())
  const lamps = [...(await world.addLamps('DEAD', 2)), ...(await world.addLamps('DEAF', 1)), ...(await world.addLamps('MUTE', 1))]
  const { batchId } = await orderFor(lamps)
  await eventually(async () => (await batch(batchId)).status === 5)
  const ends = await world.query(
    'select gateway_sn, status, code, count(*)::int as n from control_ledger where batch_id = $1 group by 1, 2, 3 order by 1',
    [batchId],
  )
  expect(ends).toEqual([
    { gateway_sn: 'DEAD', status: 5, code: 'gatewayOffline', n: 2 },
    { gateway_sn: 'DEAF', status: 5, code: 'gatewayOffline', n: 1 },
    { gateway_sn: 'MUTE', status: 5, code: 'noAnswer', n: 1 },
  ])
  expect(await world.query('select 1 from control_work')).toEqual([])
  expect(await miscounted(world.query)).toEqual([])
})

test('the meter is read before a lamp ends; a stuck relay ends applied, not verified', async () => {
  await world.addGateway('GA')
  const [well, stuck] = await world.addLamps('GA', 2)
  world.onPublish = async (one) => {
    if (one.message.cmd === 'dim') return answer(one)
    await world.report(
      { lamp: well!, at: Date.now(), reported: { on: true, dim: 30, power: 34 } },
      { lamp: stuck!, at: Date.now(), reported: { on: true, dim: 30, power: 100 } },
    )
  }
  const { batchId } = await orderFor([well!, stuck!])
  await eventually(async () => (await batch(batchId)).status === 3)
  const reads = world.published.filter(({ message }) => message.cmd === 'read')
  expect(reads[0]?.message.sns).toEqual([well!.sn, stuck!.sn])
  expect(reads.at(-1)?.message.sns).toEqual([stuck!.sn])
  expect(new Set(reads.map(({ message }) => message.id)).size).toBe(reads.length)
  expect(
    await world.query('select device_id::text as id, rung, status, code from control_ledger where batch_id = $1 order by rung', [batchId]),
  ).toEqual([
    { id: stuck!.id, rung: 3, status: 4, code: 'notVerified' },
    { id: well!.id, rung: 4, status: 2, code: null },
  ])
  expect(await world.query('select 1 from control_work')).toEqual([])
})

test('a gateway gets one message at a time, and the newest command of a lamp is sent last', async () => {
  await world.addGateway('GA')
  const lamps = await world.addLamps('GA', 2)
  const running = new Set<Published>()
  const overlaps: string[][] = []
  world.onPublish = async (one) => {
    // A read of a meter does not depend on the order of commands and is sent beside them.
    if (one.message.cmd === 'read') return
    running.add(one)
    if (running.size > 1) overlaps.push([...running].map(({ message }) => `${message.cmd} ${message.id}`))
    await new Promise((resolve) => setTimeout(resolve, 30))
    running.delete(one)
  }
  const first = await orderFor([lamps[0]!], { level: 10 })
  const second = await orderFor([lamps[1]!], { level: 20 })
  const third = await orderFor([lamps[0]!], { level: 40 })
  const ids = (): string[] => commands().map(({ message }) => message.id)
  // The dispatcher opens batches from both ends, so the batch to the other lamp may be sent before or after the newest one.
  await eventually(() => ids().includes(second.batchId) && ids().includes(third.batchId))
  expect(overlaps).toEqual([])
  expect(ids().filter((id) => id === first.batchId).length).toBeLessThanOrEqual(1)
  expect(ids().indexOf(first.batchId)).toBeLessThan(ids().indexOf(third.batchId))
})

test('claims of a killed process are taken over when the lease expires, or at once when the gateway reconnects', async () => {
  await restart({ COMMAND_RESEND_SECONDS: '60' })
  await world.addGateway('GA', false)
  const { batchId } = await orderFor(await world.addLamps('GA', 1))
  await eventually(async () => (await world.query('select 1 from control_work where batch_id = $1 and not fresh', [batchId])).length === 1)
  const died = async (busyMs: number, dueMs: number) =>
    world.query('update control_work set owner = $1, busy_until = $2, send_at = $3', [
      'killed',
      new Date(Date.now() + busyMs),
      new Date(Date.now() + dueMs),
    ])
  await died(60_000, 60_000)
  await world.setOnline('GA', true)
  await eventually(() => commands().length === 1, 2000)
  await died(700, -1)
  await eventually(() => commands().length === 2, 3000)
  expect(new Set(commands().map(({ message }) => message.id))).toEqual(new Set([batchId]))
})

test('a second dispatcher takes over unsent commands, and two dispatchers send none twice', async () => {
  for (let n = 0; n < 10; n++) await world.addGateway(`G${n}`)
  const lamps = (await Promise.all(Array.from({ length: 10 }, (_, n) => world.addLamps(`G${n}`, 5)))).flat()
  const stopSecond = startDispatcher(world.platform)
  world.onPublish = (one) => answer(one)
  const { batchId } = await orderFor(lamps)
  await eventually(async () => (await batch(batchId)).applied === 50)
  await stopSecond()
  expect(commands().length).toBe(10)
})
