import { eventually } from '@lamplight/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAckSink } from './acks.port.ts'
import { createCheck } from './check.ts'
import { openWorld, type World } from './test-world.ts'
import { writerPort } from './writer-ports.ts'

const GATEWAYS = 150
const AT_ONCE = 64
let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.stop())

/** Creates lamps, each behind its own online gateway, whose meters have reported nothing yet. */
const unproven = async (): Promise<void> => {
  const names = Array.from({ length: GATEWAYS }, (_, n) => `G${n}`)
  for (const name of names) await world.addGateway(name)
  const lamps = (await Promise.all(names.map((name) => world.addLamps(name, 1)))).flat()
  const { batchId: id } = await world.order({ selector: { controllerIds: lamps.map((lamp) => lamp.id) } })
  await world.open()
  const at = world.clock.now()
  const p = { on: true, dim: 30, reason: 'override' as const }
  await createAckSink(world.platform).acked(
    lamps.map(({ sn, gateway }) => ({ id, sns: [sn], gateway: gateway ?? '', ok: true, code: 'ok' as const, at, receivedAt: at, p })),
  )
  world.clock.forward(11_000)
}

test('meter reads are sent to a limited number of gateways at a time, once to each, and none is sent after idle()', async () => {
  await unproven()
  const check = createCheck({ platform: world.platform, writer: world.platform.port(writerPort) })
  let release: (() => void)[] = []
  world.onPublish = () => new Promise((resolve) => release.push(resolve))
  await check.look()
  await eventually(() => release.length === AT_ONCE)
  expect(world.published).toHaveLength(AT_ONCE)
  const answered = release
  release = []
  for (const done of answered) done()
  await eventually(() => release.length === AT_ONCE)
  expect(new Set(world.published.map(({ gateway }) => gateway)).size).toBe(2 * AT_ONCE)
  const idle = check.idle()
  for (const done of release) done()
  await idle
  expect(world.published).toHaveLength(2 * AT_ONCE)
})
