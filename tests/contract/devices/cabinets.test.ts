import type { MovePlan, SupplyNode, SupplyPlace } from '@lamplight/cabinets/model'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followDevices } from '../../../apps/server/placed-devices.ts'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly [field: string]: unknown
}
let product: TestPlatform
let admin: ApiClient
let city: City
let unfollow: (() => void) | undefined
let box: Row
let loops: readonly Row[]

const rows = async (path: string, query: Record<string, string>): Promise<readonly Row[]> => {
  const { data, msg } = await admin.get<{ records: Row[] }>(`/api/blade-city/${path}`, { ...query, size: '200' })
  expect(data.records, msg).toBeDefined()
  return data.records
}
const loopsOfBox = async (): Promise<readonly Row[]> =>
  (await rows('loop/page', { switchboxId: box.id })).toSorted((a, b) => Number(a.no) - Number(b.no))
const place = async (kind: string, id: string): Promise<SupplyPlace> =>
  (await admin.get<SupplyPlace>('/api/blade-city/supply/tree', { kind, id })).data
const switchAll = async (on: number): Promise<void> => {
  const switches = await rows('airswitch/list/loop', { loopId: loops[0]!.id })
  const sent = await admin.post<{ batchId: string }>(`/api/blade-city/switchbox/${box.id}/airswitch/batch/manual/switch`, {
    ids: switches.map(({ id }) => id),
    on,
  })
  expect(sent.code, sent.msg).toBe(200)
  const ended = await eventually(async () => {
    const { data } = await admin.get<{ total: number; ended: number; verified: number }>('/api/blade-city/commandrecord/detail', {
      id: sent.data.batchId,
    })
    return data.ended === data.total ? data : null
  })
  expect(ended.verified).toBe(switches.length)
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '90', DEMO_DEVICES: '2' } })
  admin = await product.signIn()
  const inventory = await inventoryOf(product.running, '000000')
  city = createCity({
    inventory,
    seed: 3,
    faults: {},
    latency: 10,
    loss: 0,
    reportInterval: 20,
    ...plays,
  })
  city.start()
  unfollow = followDevices(product.running, inventory, city.place)
  box = (await rows('switchbox/page', {}))[0]!
  loops = await eventually(async () => {
    const found = await loopsOfBox()
    return found.length === 3 && found.every(({ supply, lampsOffline }) => supply === 1 && lampsOffline === 0) ? found : null
  })
})
afterAll(async () => {
  unfollow?.()
  await city?.stop()
  await product?.stop()
})

test('an open air switch darkens the lamps of its loop, the supply shows cause and effect, and closing brings the lamps back', async () => {
  const [first, second] = loops as [Row, Row]
  const { ids } = (await admin.get<{ ids: string[] }>('/api/blade-city/lamp/target', { loopId: first.id })).data
  expect(ids.length).toBe(first.lamps)
  expect((await admin.get<{ ids: string[] }>('/api/blade-city/lamp/target', { switchboxId: box.id })).data.ids.length).toBe(
    loops.reduce((sum, { lamps }) => sum + Number(lamps), 0),
  )
  await switchAll(0)
  await eventually(async () => (await loopsOfBox())[0]?.lampsOffline === first.lamps, 30_000)
  expect(await loopsOfBox()).toMatchObject([{ supply: 0 }, { id: second.id, supply: 1, lampsOffline: 0 }, { supply: 1 }])
  expect((await rows('switchbox/page', {})).find(({ id }) => id === box.id)).toMatchObject({ loops: 3, openSwitches: 1 })

  const cause = await place('controller', ids[0]!)
  expect(cause.node).toMatchObject({ kind: 'controller', state: 'unfed' })
  expect(cause.above.map(({ kind, state }) => [kind, state])).toEqual([
    ['gateway', 'online'],
    ['concentrator', 'online'],
    ['switchbox', 'open'],
    ['loop', 'open'],
    ['airSwitch', 'open'],
    ['lamp', 'unfed'],
  ])
  const opened = cause.above.find(({ kind }) => kind === 'airSwitch') as SupplyNode
  const effect = await place('airSwitch', opened.id)
  expect(effect.node).toMatchObject({ lamps: first.lamps, offline: first.lamps })
  expect(effect.below.every(({ kind, state }) => kind === 'lamp' && state === 'unfed')).toBe(true)
  const sn = String(await controllerSn(ids[0]!))
  // Lamps of the virtual city fade for some seconds.
  await eventually(() => city.lamp(sn).power === 0, 10_000)

  await switchAll(1)
  await eventually(async () => (await loopsOfBox())[0]?.lampsOffline === 0, 30_000)
  expect((await place('airSwitch', opened.id)).node).toMatchObject({ state: 'closed', offline: 0 })
})

test('an open output of the concentrator darkens the lamps of its loop, the supply names it, and closing lights them again', async () => {
  const second = loops[1]!
  const { ids } = (await admin.get<{ ids: string[] }>('/api/blade-city/lamp/target', { loopId: second.id })).data
  const sn = String(await controllerSn(ids[0]!))
  const output = async (on: boolean): Promise<void> => {
    const sent = await admin.post<{ batchId: string }>('/api/blade-city/concentrator/manualctr/do', {
      concentratorId: second.concentratorId,
      no: second.doNo,
      on,
    })
    expect(sent.code, sent.msg).toBe(200)
  }
  expect(second).toMatchObject({ doNo: 2, supply: 1 })
  await output(false)
  await eventually(async () => (await loopsOfBox())[1]?.lampsOffline === second.lamps, 30_000)
  expect(await loopsOfBox()).toMatchObject([{ supply: 1, lampsOffline: 0 }, { supply: 0 }, { supply: 1, lampsOffline: 0 }])
  await eventually(() => city.lamp(sn).power === 0, 10_000)
  const { node, above } = await place('controller', ids[0]!)
  expect(node.state).toBe('unfed')
  expect(above.find(({ kind }) => kind === 'loop')).toMatchObject({ state: 'open', output: 2, contact: 0 })
  expect(above.find(({ kind }) => kind === 'airSwitch')).toMatchObject({ state: 'closed' })
  await output(true)
  await eventually(async () => (await loopsOfBox())[1]?.lampsOffline === 0, 30_000)
  expect((await place('loop', second.id)).node).toMatchObject({ state: 'closed', output: 2, contact: 1 })
})

test('an air switch that is added, moved and removed while the city runs is played at once', async () => {
  const third = loops[2]!
  const lampsOf = async (loop: Row): Promise<string> =>
    String(await controllerSn((await admin.get<{ ids: string[] }>('/api/blade-city/lamp/target', { loopId: loop.id })).data.ids[0]!))
  const lampSn = await lampsOf(third)
  const added = await admin.post<{ id: string }>('/api/blade-city/airswitch/submit', {
    sn: 'QF-LATE',
    name: '后装',
    gatewayId: box.gatewayId,
    switchboxId: box.id,
    loopId: third.id,
  })
  expect(added.code, added.msg).toBe(200)
  await eventually(() => city.device('QF-LATE').values.contact === 1, 20_000)
  const open = async (on: number): Promise<void> => {
    await admin.post('/api/blade-city/airswitch/switch', { ids: added.data.id, on })
  }
  await open(0)
  await eventually(async () => (await loopsOfBox())[2]?.lampsOffline === third.lamps, 30_000)
  // The open switch now interrupts another loop, and the lamps of the first one return.
  const first = loops[0]!
  await admin.post('/api/blade-city/airswitch/submit', { id: added.data.id, loopId: first.id })
  await eventually(async () => {
    const [one, , three] = await loopsOfBox()
    return one?.lampsOffline === first.lamps && three?.lampsOffline === 0
  })
  expect(city.lamp(lampSn).power).toBeGreaterThan(0)
  expect(await admin.post('/api/blade-city/airswitch/remove', { ids: added.data.id })).toMatchObject({ code: 200 })
  await eventually(async () => (await loopsOfBox())[0]?.lampsOffline === 0, 30_000)
  expect(() => city.device('QF-LATE')).toThrow('QF-LATE')
})

const controllerSn = async (id: string): Promise<unknown> => (await admin.get<Row>(`/api/blade-city/controller/${id}`)).data.sn

test('the supply can be walked from the gateway to the controller and back', async () => {
  const below = async (kind: string, id: string, wanted: string): Promise<SupplyNode> => {
    const found = (await place(kind, id)).below.find((node) => node.kind === wanted)
    expect(found, `${wanted} below ${kind}`).toBeDefined()
    return found as SupplyNode
  }
  const chain = async (first: 'concentrator' | 'switchbox'): Promise<readonly SupplyNode[]> => {
    const path: SupplyNode[] = [await below('gateway', String(box.gatewayId), first)]
    for (const next of ['loop', 'airSwitch', 'lamp', 'controller']) path.push(await below(path.at(-1)!.kind, path.at(-1)!.id, next))
    const { above, below: end } = await place('controller', path.at(-1)!.id)
    expect(end).toEqual([])
    expect(above.slice(1).filter(({ kind }) => !['concentrator', 'switchbox'].includes(kind) || kind === first)).toEqual(path.slice(0, -1))
    return path
  }
  await chain('switchbox')
  const [, loop] = await chain('concentrator')
  expect(loop).toMatchObject({ output: 1, contact: 1 })
  expect((await place('switchbox', box.id)).below.map(({ kind }) => kind)).toEqual(['meter', 'loop', 'loop', 'loop'])
  expect(await admin.get('/api/blade-city/supply/tree', { kind: 'lamp', id: '1' })).toMatchObject({ code: 400 })
})

test('lamps move between loops, groups feed through a loop, and a loop or box in use is not removed', async () => {
  const [first, second] = loops as [Row, Row]
  const lamp = (await place('airSwitch', (await rows('airswitch/list/loop', { loopId: first.id }))[0]!.id)).below[0]!
  expect(await admin.post('/api/blade-city/loop/lamps/bind', { id: second.id, lampIds: lamp.id })).toMatchObject({ data: { count: 1 } })
  const counts = async (): Promise<unknown[]> => (await loopsOfBox()).map(({ lamps }) => lamps)
  expect(await counts()).toEqual([Number(first.lamps) - 1, Number(second.lamps) + 1, loops[2]!.lamps])
  const { id: groupId } = (await admin.post<{ id: string }>('/api/blade-city/group/submit', { groupName: '回路分组' })).data
  const member = (await admin.get<{ ids: string[] }>('/api/blade-city/lamp/target', { loopId: loops[2]!.id })).data.ids[0]
  expect(await admin.post('/api/blade-city/device_group/copy', { groupId, ids: member })).toMatchObject({ code: 200 })
  expect(await admin.post('/api/blade-city/loop/relevance/lampgroup', { loopId: first.id, lampGroupIds: groupId })).toMatchObject({
    code: 200,
  })
  expect((await admin.get('/api/blade-city/loop/lamp/groups', { loopId: first.id })).data).toEqual([
    { id: groupId, groupName: '回路分组', memberCount: 1 },
  ])
  expect((await loopsOfBox())[0]).toMatchObject({ name: first.name })
  expect((await counts())[0]).toBe(first.lamps)
  expect(await admin.post('/api/blade-city/loop/relevance/lampgroup', { loopId: first.id, lampGroupIds: '' })).toMatchObject({ code: 200 })
  expect(await admin.post('/api/blade-city/loop/lamps/bind', { id: first.id, lampIds: lamp.id })).toMatchObject({ data: { count: 1 } })
  expect(await counts()).toEqual(loops.map(({ lamps }) => lamps))
  expect(await admin.post('/api/blade-city/loop/lamps/bind', { id: first.id, lampIds: '1' })).toMatchObject({ status: 400 })
  expect(await admin.delete('/api/blade-city/loop', { ids: first.id })).toMatchObject({ status: 400 })
  expect(await admin.delete(`/api/blade-city/switchbox/${box.id}`)).toMatchObject({ status: 400 })
})

test('a move says before what changes, and moves lamps to another loop, area, project and gateway', async () => {
  const [first, second] = loops as [Row, Row]
  const lampOf = async (loop: Row): Promise<string> =>
    (await place('airSwitch', (await rows('airswitch/list/loop', { loopId: loop.id }))[0]!.id)).below[0]!.id
  const lampId = await lampOf(first)
  const plan = (to: string, id: string): Promise<MovePlan> =>
    admin.get<MovePlan>('/api/blade-city/lamp/move/plan', { to, id, lampIds: lampId }).then(({ data, msg }) => {
      expect(data, msg).toBeDefined()
      return data
    })
  const move = async (to: string, id: string): Promise<unknown> =>
    (await admin.post('/api/blade-city/lamp/move', { to, id, lampIds: [lampId] })).data
  const one = async (path: string, id: unknown): Promise<Row> => (await admin.get<Row>(path, { id: String(id) })).data

  expect(await plan('loop', second.id)).toMatchObject({ to: second.name, lamps: 1, left: 0, from: [{ name: first.name, lamps: 1 }] })
  expect(await move('loop', second.id)).toMatchObject({ count: 1 })
  expect(await plan('loop', second.id)).toMatchObject({ lamps: 0, from: [] })
  expect(await move('loop', second.id)).toMatchObject({ count: 0 })
  await move('loop', first.id)

  const before = await one('/api/blade-city/lamp/detail', lampId)
  const { id: areaId } = (await admin.post<{ id: string }>('/api/blade-system/area/submit', { areaName: '新区', sort: 9 })).data
  const { id: projectId } = (await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: '新项目', type: 2 })).data
  const other = (await rows('switchbox/page', {})).find(({ id }) => id !== box.id)!
  expect(await plan('area', areaId)).toMatchObject({ to: '新区', lamps: 1, from: [{ lamps: 1 }] })
  for (const [to, id] of [
    ['area', areaId],
    ['project', projectId],
    ['gateway', String(other.gatewayId)],
  ] as const)
    expect(await move(to, id)).toMatchObject({ count: 1 })
  expect(await one('/api/blade-city/lamp/detail', lampId)).toMatchObject({ areaId, projectId })
  const controllerOf = async (): Promise<Row> => (await admin.get<Row>(`/api/blade-city/controller/${before.lampControlId}`)).data
  expect(await controllerOf()).toMatchObject({ areaId, projectId, gatewayId: other.gatewayId })
  // The lamps of a moved controller move with it.
  const controllerIds = String(before.lampControlId)
  for (const [to, id] of [
    ['area', before.areaId],
    ['project', before.projectId],
    ['gateway', box.gatewayId],
  ] as const) {
    expect((await admin.get('/api/blade-city/lamp/move/plan', { to, id: String(id), controllerIds })).data).toMatchObject({
      lamps: 1,
      left: 0,
      from: [{ lamps: 1 }],
    })
    const moved = await admin.post('/api/blade-city/lamp/move', { to, id: String(id), controllerIds: [controllerIds] })
    expect(moved, moved.msg).toMatchObject({ data: { count: 1 } })
  }
  expect(await controllerOf()).toMatchObject({ areaId: before.areaId, projectId: before.projectId, gatewayId: box.gatewayId })
  expect(await one('/api/blade-city/lamp/detail', lampId)).toMatchObject({ areaId: before.areaId, projectId: before.projectId })
  expect(await admin.post('/api/blade-city/lamp/move', { to: 'loop', id: '1', lampIds: [lampId] })).toMatchObject({ status: 400 })
  expect(await admin.post('/api/blade-city/lamp/move', { to: 'loop', id: first.id })).toMatchObject({ status: 400 })
  expect(await admin.get('/api/blade-city/lamp/move/plan', { to: 'loop', id: first.id, lampIds: '1' })).toMatchObject({ status: 400 })
})

test('the bindings list lamps and groups of loops, and lamps and loops of concentrators', async () => {
  const bindings = async (type: number, sn = ''): Promise<readonly Row[]> => rows('bindInformation/page', { type: String(type), sn })
  const [first] = loops as [Row]
  const lamp = (await place('airSwitch', (await rows('airswitch/list/loop', { loopId: first.id }))[0]!.id)).below[0]!
  await admin.post('/api/blade-city/concentrator/bind/lamps', { concentratorId: first.concentratorId, lampIds: lamp.id })
  expect((await bindings(4)).map(({ childId, parentId }) => [childId, parentId])).toEqual([[lamp.id, first.concentratorId]])
  expect((await bindings(5)).find(({ childId }) => childId === lamp.id)).toMatchObject({ parentName: first.name })
  const { id: groupId } = (await admin.post<{ id: string }>('/api/blade-city/group/submit', { groupName: '绑定分组' })).data
  const [, second] = loops as [Row, Row]
  const both = [first.id, second.id]
  for (const loopId of both) await admin.post('/api/blade-city/loop/relevance/lampgroup', { loopId, lampGroupIds: groupId })
  const ofGroup = await bindings(6)
  expect(ofGroup.map(({ parentId }) => parentId).sort()).toEqual(both.toSorted())
  expect(ofGroup[0]).toMatchObject({ childId: groupId, name: '绑定分组', updateUserName: 'admin' })
  expect(new Set(ofGroup.map(({ id }) => id)).size).toBe(2)
  await admin.post('/api/blade-city/loop/relevance/lampgroup', { loopId: second.id, lampGroupIds: '' })
  await admin.post('/api/blade-city/loop/relevance/lampgroup', { loopId: first.id, lampGroupIds: '' })
  expect((await bindings(7)).find(({ childId }) => childId === first.id)).toMatchObject({ parentId: first.concentratorId })
  expect(await admin.get('/api/blade-city/bindInformation/page', { type: '50' })).toMatchObject({ status: 400 })
})

test('a meter measures the power of the lamps of its box', async () => {
  const { ids } = (await admin.get<{ ids: string[] }>('/api/blade-city/lamp/target', { switchboxId: box.id })).data
  const sns = await Promise.all(ids.map(controllerSn))
  const watts = sns.reduce<number>((sum, sn) => sum + city.lamp(String(sn)).power, 0)
  expect(watts).toBeGreaterThan(0)
  await eventually(async () => Math.abs(Number((await rows('meter/page', { switchboxId: box.id }))[0]?.power) - watts) < watts / 20, 40_000)
})

test('rule.srv.switchbox: name and number of a box are unique, and an edit excludes itself', async () => {
  const validate = async (field: string, query: Record<string, string>): Promise<unknown> =>
    (await admin.get(`/api/blade-city/switchbox/validate_${field}`, query)).data
  for (const field of ['name', 'sn'] as const) {
    const value = String(box[field])
    expect(await validate(field, { [field]: value })).toBe(false)
    expect(await validate(field, { [field]: value, id: box.id })).toBe(true)
    const taken = await admin.post('/api/blade-city/switchbox', { name: '新箱', sn: 'NEW-1', [field]: value })
    expect(taken).toMatchObject({ status: 400, body: { field }, msg: field === 'name' ? '配电箱名称已存在' : '配电箱编号已存在' })
  }
  const inEnglish = await product.signIn({ lang: 'en-US' })
  const taken = await inEnglish.post('/api/blade-city/switchbox', { name: box.name, sn: 'NEW-1' })
  expect(taken).toMatchObject({ status: 400, body: { field: 'name' }, msg: 'Box name is already used' })
})
