import { PARAMS_HELD } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineParamFamily, type ParamFamilyDefinition } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { provide, type ServerSlice } from '@lamplight/server-kit'
import { eventually } from '@lamplight/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PARAM_STATUS } from '../../model/index.ts'
import { attachmentsPort } from '../../model/ports.ts'
import { flowFamily, valveType } from '../../testing/ladder-wishes.ts'
import { openWorld, type Published, type World, type WorldLamp } from '../../testing/test-world.ts'
import { createAckSink } from '../ledger/acks.port.ts'
import { valueHash } from '../params/param-answers.ts'
import { sendParam } from '../params/param-send.ts'
import { paramsTask } from '../params/params.task.ts'
import { startDispatcher } from './dispatch.task.ts'

const planFamily: ParamFamilyDefinition = defineParamFamily({
  name: 'plan',
  label: ['计划', 'Plan'],
  code: 'plan',
  types: [valveType.name],
  fields: { id: f.text({ label: ['编号', 'Id'], max: 20 }), hash: f.text({ label: ['校验', 'Hash'], max: 16 }) },
  reads: { points: f.text({ label: ['时间点', 'Points'], max: 255 }) },
  ops: ['get', 'set'],
  attachment: true,
})
const NONE = { id: '', hash: '' }
const FIRST = { id: '1', hash: '1111111111111111' }
const SECOND = { id: '2', hash: '2222222222222222' }

let world: World
let asked: ParamValue[]
/** Values whose message the slice does not know yet. */
let unknown: Set<string>
let stopDispatcher: () => Promise<void>
let stopParams: () => Promise<void>
let devices: WorldLamp[]

/** Replaces the slice that knows the calendars. */
const planner = (): ServerSlice => ({
  domain: { name: 'planner', label: ['计划', 'Planner'], level: 5, dependsOn: [] },
  ports: [
    provide(attachmentsPort, () => ({
      of: async (family, value) => {
        asked.push(value)
        if (family !== planFamily.name || value.id === '' || unknown.has(String(value.id))) return null
        return { kind: 'calendar', payload: { ...value, program: { zone: 'UTC', entries: [] } } }
      },
    })),
  ],
})
beforeEach(async () => {
  asked = []
  unknown = new Set()
  world = await openWorld({ COMMAND_RESEND_SECONDS: '0.4' }, [valveType], [planFamily, flowFamily], [planner()])
  world.clock.real()
  await world.addGateway('GA')
  await world.addGateway('GB')
  devices = [...(await world.addDevices(valveType.code, 'GA', 2)), ...(await world.addDevices(valveType.code, 'GB', 1))]
  stopDispatcher = startDispatcher(world.platform)
  stopParams = (await paramsTask.start(world.platform)) as () => Promise<void>
})
afterEach(async () => {
  await stopParams()
  await stopDispatcher()
  await world.stop()
})

const set = (value: ParamValue, family = planFamily, to = devices) =>
  sendParam(
    world.ctx(),
    { family, op: 'set', value, again: null },
    to.map(({ id }) => id),
    null,
  )
const answer = ({ message, gateway }: Published, value: ParamValue, sns = message.sns): Promise<void> =>
  createAckSink(world.platform).acked(
    sns.map((sn) => ({
      id: message.id,
      sns: [sn],
      gateway,
      ok: true,
      code: 'ok' as const,
      at: Date.now(),
      receivedAt: Date.now(),
      p: {},
      params: { [planFamily.name]: value },
    })),
  )
const to = (gateway: string): unknown[] =>
  world.published
    .filter((one) => one.gateway === gateway)
    .map(({ kind, message }) => [kind, kind === 'command' ? message.args.value : (message as object)])
const calendar = (value: ParamValue) => ['calendar', { ...value, program: { zone: 'UTC', entries: [] } }]
const command = (value: ParamValue) => ['command', value]
const stands = (device: WorldLamp) =>
  world.query<{ status: number; drift: boolean }>('select status, drift from control_param where device_id = $1 and family = $2', [
    device.id,
    planFamily.name,
  ])

test('each gateway gets the message of a value before the command, again each time that the command is sent again', async () => {
  await set(FIRST)
  await eventually(() => to('GA').length >= 6 && to('GB').length >= 4)
  expect(to('GA').slice(0, 6)).toEqual([1, 2, 3].flatMap(() => [calendar(FIRST), command(FIRST)]))
  expect(to('GB').slice(0, 4)).toEqual([1, 2].flatMap(() => [calendar(FIRST), command(FIRST)]))
  expect(asked.length).toBeLessThanOrEqual(2)
})

test('the messages of two values stay with their commands', async () => {
  world.onPublish = async (one) => (one.kind === 'command' ? answer(one, one.message.args.value as ParamValue) : undefined)
  const [one, other] = devices
  await set(FIRST, planFamily, [one!])
  await set(SECOND, planFamily, [other!])
  await eventually(() => to('GA').length === 4)
  const order = to('GA') as [string, ParamValue][]
  for (const at of [0, 2]) {
    expect([order[at]![0], order[at + 1]![0]]).toEqual(['calendar', 'command'])
    expect(order[at]![1].id).toBe(order[at + 1]![1].id)
  }
})

test('values without a message, and other families, are sent alone; a value whose message appears later gets it', async () => {
  await set(NONE, planFamily, [devices[0]!])
  await set({ rate: 3 }, flowFamily, [devices[1]!])
  unknown.add('2')
  await set(SECOND, planFamily, [devices[2]!])
  await eventually(() => to('GA').length >= 2 && to('GB').length >= 1)
  expect(to('GA').every((one) => (one as string[])[0] === 'command')).toBe(true)
  expect(asked.filter((value) => 'rate' in value)).toEqual([])
  expect(to('GB')[0]).toEqual(command(SECOND))
  unknown.delete('2')
  await eventually(() => to('GB').some((one) => (one as string[])[0] === 'calendar'))
})

test('a command is not sent if its message is not accepted', async () => {
  let refuses = true
  world.onPublish = async ({ kind }) => {
    if (kind === 'calendar' && refuses) throw new Error('no PUBACK')
  }
  await set(FIRST, planFamily, [devices[2]!])
  await eventually(() => to('GB').length >= 2)
  expect(to('GB').every((one) => (one as string[])[0] === 'calendar')).toBe(true)
  refuses = false
  await eventually(() => to('GB').some((one) => (one as string[])[0] === 'command'))
})

test('an old hash is drift: in the answer of a device that kept its calendar, and in a later hello', async () => {
  const [stale, lost] = devices as [WorldLamp, WorldLamp]
  world.onPublish = async (one) => {
    if (one.kind !== 'command') return
    if (one.message.sns.includes(stale.sn)) await answer(one, { ...FIRST, points: ['sunset=100'] }, [stale.sn])
    if (one.message.sns.includes(lost.sn)) await answer(one, { ...SECOND, points: ['sunset=50', '23:00=20'] }, [lost.sn])
  }
  await set(SECOND, planFamily, [stale, lost])
  await eventually(async () => (await stands(stale))[0]?.status === PARAM_STATUS.clamped)
  expect(await stands(stale)).toEqual([{ status: PARAM_STATUS.clamped, drift: true }])
  await eventually(async () => (await stands(lost))[0]?.status === PARAM_STATUS.inSync)
  expect(await stands(lost)).toEqual([{ status: PARAM_STATUS.inSync, drift: false }])
  const hello = (value: ParamValue) =>
    world.platform.bus.emit(PARAMS_HELD, {
      tenantId: '000000',
      gatewaySn: 'GA',
      held: [{ sn: lost.sn, family: planFamily.name, hash: valueHash(value) }],
    })
  hello(SECOND)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await stands(lost)).toEqual([{ status: PARAM_STATUS.inSync, drift: false }])
  hello(FIRST)
  await eventually(async () => (await stands(lost))[0]?.drift)
  // The right value is sent again by itself, after its calendar.
  const before = world.published.length
  await eventually(async () => (await stands(lost))[0]?.status === PARAM_STATUS.inSync, 30_000)
  expect(world.published.slice(before).map(({ kind }) => kind)).toEqual(['calendar', 'command'])
})
