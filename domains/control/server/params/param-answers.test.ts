import type { ParamOp } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PARAM_STATUS } from '../../model/index.ts'
import { FLOWS, flowFamily, valveType } from '../../testing/ladder-wishes.ts'
import { openWorld, type World, type WorldLamp } from '../../testing/test-world.ts'
import { createAckSink } from '../ledger/acks.port.ts'
import { sendParam } from './param-send.ts'

const { refused, inSync, drifted, waiting } = PARAM_STATUS
const { slow, fast } = FLOWS
let world: World
let valve: WorldLamp

beforeAll(async () => {
  world = await openWorld({}, [valveType], [flowFamily])
  await world.addGateway('GA')
})
afterAll(() => world.stop())
beforeEach(async () => {
  ;[valve] = (await world.addDevices(valveType.code, 'GA', 1)) as [WorldLamp]
})

const send = async (op: ParamOp, value: ParamValue = {}): Promise<string> => {
  const { batchId } = await sendParam(world.ctx(), { family: flowFamily, op, value, again: null }, [valve.id], null)
  await world.open()
  return batchId
}
/** An answer of the valve; without a value it refuses. `at`: seconds of its clock. */
const answer = (id: string, at: number, flow?: ParamValue) => ({
  id,
  sns: [valve.sn],
  gateway: 'GA',
  ok: flow !== undefined,
  code: flow ? ('ok' as const) : ('invalidArgs' as const),
  at: world.clock.now() + at * 1000,
  receivedAt: world.clock.now(),
  ...(flow && { p: {}, params: { [flowFamily.name]: flow } }),
})
const acked = (...answers: readonly ReturnType<typeof answer>[]): Promise<void> => createAckSink(world.platform).acked(answers)
const stands = async () => {
  const [row] = await world.query<Record<string, unknown>>(
    `select p.status, p.code, p.drift, t.value as reported from control_param p left join control_value t on t.id = p.reported_id where p.device_id = $1`,
    [valve.id],
  )
  return row
}

test('a read that was under way says what the device holds; the refused value stays refused until the device holds it', async () => {
  const [before, refusing, reading] = [await send('set', slow), await send('set', fast), await send('get')]
  await acked(answer(before, 0, slow))
  await acked(answer(refusing, 1))
  expect(await stands()).toEqual({ status: refused, code: 'invalidArgs', drift: true, reported: slow })
  await acked(answer(reading, 2, slow))
  expect(await stands()).toEqual({ status: refused, code: 'invalidArgs', drift: true, reported: slow })
  await acked(answer(await send('get'), 3, fast))
  expect(await stands()).toEqual({ status: inSync, code: null, drift: false, reported: fast })
  await acked(answer(await send('get'), 4, slow))
  expect(await stands()).toEqual({ status: drifted, code: null, drift: true, reported: slow })
})

test('a late answer to an earlier value neither hides the answer to the present one nor replaces what was reported after it', async () => {
  const [first, second] = [await send('set', slow), await send('set', fast)]
  await acked(answer(second, 2, fast), answer(first, 1, slow))
  expect(await stands()).toEqual({ status: inSync, code: null, drift: false, reported: fast })
  await acked(answer(first, 1, slow))
  expect(await stands()).toEqual({ status: inSync, code: null, drift: false, reported: fast })
})

test('answers to a set and to a read that come together count in the order in which they came', async () => {
  await acked(answer(await send('set', slow), 0, slow))
  const [reading, setting] = [await send('get'), await send('set', fast)]
  await acked(answer(reading, 1, slow), answer(setting, 1, fast))
  expect(await stands()).toEqual({ status: inSync, code: null, drift: false, reported: fast })
})

test('an answer to no present batch changes no status: the value waits to be sent', async () => {
  const earlier = await send('set', slow)
  await world.query(`update control_param set batch_id = null, status = ${waiting} where device_id = $1`, [valve.id])
  await acked(answer(earlier, 1, fast))
  expect(await stands()).toEqual({ status: waiting, code: null, drift: false, reported: fast })
})
