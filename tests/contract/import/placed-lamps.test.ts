import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followDevices } from '../../../apps/server/placed-devices.ts'
import { slices } from '../../../apps/server/slices.ts'
import { inventoryOf } from '../../../apps/server/virtual-city.ts'
import { plays } from '../../../apps/simulator/plays.ts'

interface Row {
  readonly id: string
  readonly sn: string
  readonly [field: string]: unknown
}
let product: TestPlatform
let folder: string
let admin: ApiClient
let city: City
let unfollow: (() => void) | undefined
let gateways: readonly Row[]

const made = async (path: string, body: Record<string, unknown>): Promise<string> => {
  const { code, msg, data } = await admin.post<{ id: string } | string>(`/api/${path}`, body)
  expect(code, msg).toBe(200)
  return typeof data === 'string' ? data : data.id
}
const one = async (path: string, query: Record<string, string>): Promise<Row | undefined> =>
  (await admin.get<{ records: Row[] }>(`/api/blade-city/${path}`, { ...query, size: '5' })).data.records[0]
const played = (sn: string) => {
  try {
    return city.lamp(sn)
  } catch {
    return null
  }
}
/** Waits until the platform has a report of the controller. */
const online = (sn: string): Promise<Row> =>
  eventually(async () => {
    const row = await one('controller/page', { sn })
    return row?.currentControllerStatus === 1 || row?.currentControllerStatus === 2 ? row : null
  })
const dim = async (lampIds: readonly string[], level: number): Promise<{ id: string; total: number; verified: number }> => {
  const sent = await admin.post<{ batchId: string }>('/api/blade-city/controller/batch/command', {
    command: 'dim',
    level,
    duration: 3600,
    selector: { lampIds },
  })
  expect(sent.code, sent.msg).toBe(200)
  return eventually(async () => {
    const { data } = await admin.get<{ id: string; total: number; ended: number; verified: number }>(
      '/api/blade-city/commandrecord/detail',
      {
        id: sent.data.batchId,
      },
    )
    return data.ended === data.total ? { ...data, id: sent.data.batchId } : null
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-placed-'))
  product = await testPlatform({
    slices,
    config: { DATA_DIR: folder, DEMO_LAMPS: '90', DEMO_DEVICES: '1', COMMAND_EXPIRE_SECONDS: '30', COMMAND_VERIFY_SECONDS: '20' },
  })
  admin = await product.signIn()
  const inventory = await inventoryOf(product.running, '000000')
  city = createCity({ inventory, seed: 3, faults: {}, latency: 10, loss: 0, reportInterval: 20, ...plays })
  city.start()
  unfollow = followDevices(product.running, inventory, city.place)
  gateways = (await admin.get<{ records: Row[] }>('/api/blade-device/gateway/page', { size: '50' })).data.records.filter(({ sn }) =>
    inventory.gateways.some((known) => known.sn === sn),
  )
  expect(gateways.length).toBeGreaterThan(1)
})
afterAll(async () => {
  unfollow?.()
  await city?.stop()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('lamps that are imported behind a gateway of the virtual city are played at once, and a dim command is verified', async () => {
  const [gateway] = gateways as [Row]
  const projectId = String(gateway.projectId)
  const lines = Array.from(
    { length: 4 },
    (_, at) => `LATE-${at},后装路 ${at} 号,${112.94 + at / 5000},28.23,${60 + at},${gateway.sn},LATE-C-${at}`,
  )
  const form = new FormData()
  form.append('file', new Blob([['编号,名称,经度,纬度,功率,控制箱,控制器序列号', ...lines].join('\n')]), 'late.csv')
  const sent = (await (await admin.call('POST', `/api/blade-city/lamp/import?projectId=${projectId}`, { body: form })).json()) as {
    msg: string
    data: { uploadId?: string }
  }
  const { uploadId = '' } = sent.data
  expect(uploadId, sent.msg).not.toBe('')
  await eventually(async () => {
    const { data } = await admin.get<{ status: number; added: number }>('/api/blade-city/lamp/import/status', {
      uploadId: sent.data.uploadId,
    })
    return data.status >= 2 ? data : null
  }, 30_000).then((data) => expect(data).toMatchObject({ status: 2, added: 4 }))
  const lamps = await Promise.all(
    lines.map(async (_, at) => {
      await online(`LATE-C-${at}`)
      return (await one('lamp/list', { sn: `LATE-${at}` })) as Row
    }),
  )
  expect(lamps[0]).toMatchObject({ lampControlSn: 'LATE-C-0' })
  expect(city.lamp('LATE-C-1')).toMatchObject({ gatewaySn: gateway.sn, nominal: { power: 61 } })
  const done = await dim(
    lamps.map(({ id }) => id),
    40,
  )
  expect(done).toMatchObject({ total: 4, verified: 4 })
  expect([...city.effects(done.id).values()]).toEqual([1, 1, 1, 1])
})

test('a lamp and its controller that are added by hand are played, follow to another gateway, and leave', async () => {
  const [first, second] = gateways as [Row, Row]
  const place = { projectId: first.projectId, areaId: first.areaId }
  const controllerId = await made('blade-city/controller', { sn: 'HAND-C', name: '手工', gatewayId: first.id, ...place })
  await eventually(() => played('HAND-C'), 20_000)
  const lampId = await made('blade-city/lamp/submit', { sn: 'HAND-L', name: '手工灯', power: 75, lampControlId: controllerId, ...place })
  await eventually(() => played('HAND-C')?.nominal.power === 75, 20_000)
  await online('HAND-C')
  expect(await dim([lampId], 50)).toMatchObject({ total: 1, verified: 1 })

  const moved = await admin.post('/api/blade-city/lamp/move', { to: 'gateway', id: second.id, lampIds: [lampId] })
  expect(moved, moved.msg).toMatchObject({ data: { count: 1 } })
  await eventually(() => played('HAND-C')?.gatewaySn === second.sn, 20_000)
  expect(played('HAND-C')?.state).toMatchObject({ dim: 50, reason: 'override' })
  const again = await dim([lampId], 70)
  expect(again).toMatchObject({ total: 1, verified: 1 })
  expect([...city.effects(again.id)]).toEqual([['HAND-C', 1]])

  expect(await admin.post('/api/blade-city/lamp/remove', { ids: lampId })).toMatchObject({ code: 200 })
  expect(await admin.delete('/api/blade-city/controller', { ids: controllerId })).toMatchObject({ code: 200 })
  await eventually(() => played('HAND-C') === null, 20_000)
})

test('lamps behind a gateway that is not of the virtual city are not played', async () => {
  const gatewayId = await made('blade-device/gateway/submit', { sn: 'REAL-GW', name: '真实网关', lng: 112.94, lat: 28.23 })
  await made('blade-city/controller', { sn: 'REAL-C', gatewayId })
  const [first] = gateways as [Row]
  // The city was told of a later change, and so also had the chance to be told of this one.
  await made('blade-city/controller', { sn: 'NEXT-C', gatewayId: first.id })
  await eventually(() => played('NEXT-C'), 20_000)
  expect(played('REAL-C')).toBeNull()
})
