import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const TENANT = '100001'
const DATA = '/api/blade-sun/serverlinkinfodata'
const WANTED = { host: 'a.example', port: 1883, protocol: 3, heartbeat: 60 }
const HELD = { ...WANTED, port: 50 }

let product: TestPlatform
let operator: ApiClient
const ids: Record<string, string> = {}
let projectId: string
let areaId: string

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const { newId, system } = product.platform
  const [gatewayId, wantedId, heldId] = [newId(), newId(), newId()]
  projectId = newId()
  areaId = newId()
  await system.query("insert into places_project (id, tenant_id, name) values ($1, $2, 'Harbour')", [projectId, TENANT])
  await system.query("insert into places_area (id, tenant_id, area_name) values ($1, $2, 'Quay')", [areaId, TENANT])
  await system.query("insert into devices_gateway (id, tenant_id, sn, name, status) values ($1, $2, 'GW-DATA', '北箱', 1)", [
    gatewayId,
    TENANT,
  ])
  for (const sn of ['D-SAME', 'D-OTHER', 'D-WANTED', 'D-NEW']) {
    const place = sn === 'D-OTHER' ? { projectId, areaId } : {}
    ids[sn] = (await operator.post<{ id: string }>('/api/blade-city/controller', { sn, name: `灯 ${sn}`, gatewayId, ...place })).data.id
  }
  for (const [id, value] of [
    [wantedId, WANTED],
    [heldId, HELD],
  ] as const)
    await system.query(
      "insert into control_value (id, tenant_id, family, hash, value) values ($1, $2, 'serverLink', md5($3::text), $3::jsonb)",
      [id, TENANT, JSON.stringify(value)],
    )
  for (const [sn, reportedId, status] of [
    ['D-SAME', wantedId, 2],
    ['D-OTHER', heldId, 6],
    ['D-WANTED', null, 1],
  ] as const)
    await system.query(
      `insert into control_param (device_id, family, tenant_id, wanted_id, wanted_at, reported_id, reported_at, status, drift)
       values ($1, 'serverLink', $2, $3, now(), $4, case when $4::bigint is not null then now() end, $5::smallint, $5::smallint = 6)`,
      [ids[sn], TENANT, wantedId, reportedId, status],
    )
})
afterAll(() => product?.stop())

const rows = async (filter: Record<string, unknown>) =>
  (await operator.get<{ records: Record<string, unknown>[] }>(`${DATA}/page`, filter)).data.records
const names = async (filter: Record<string, unknown>) => (await rows(filter)).map(({ sn }) => sn).sort()

test('the list has each device that reported the family: its fields, the wanted value, whether they differ, gateway and area', async () => {
  expect(await names({})).toEqual(['D-OTHER', 'D-SAME'])
  const device = {
    deviceId: ids['D-OTHER'],
    name: '灯 D-OTHER',
    deviceType: 4,
    typeName: '单灯控制器',
    gatewayName: '北箱',
    areaName: 'Quay',
  }
  expect(await rows({ keyword: 'd-other' })).toMatchObject([
    { ...device, ...HELD, reported: HELD, wanted: WANTED, drift: 1, status: 6, statusName: '偏离' },
  ])
  expect(await rows({ deviceId: ids['D-SAME'] })).toMatchObject([{ ...WANTED, drift: 0, statusName: '一致', areaName: '' }])
})

test('the list is filtered by name, project, area and difference; a wrong filter is named', async () => {
  for (const filter of [{ drift: 1 }, { projectId }, { areaId }, { projectId, areaId, keyword: '灯' }])
    expect(await names(filter)).toEqual(['D-OTHER'])
  expect(await names({ projectId: product.platform.newId() })).toEqual([])
  for (const field of ['projectId', 'areaId', 'drift'])
    expect(await operator.get(`${DATA}/page`, { [field]: 'x' })).toMatchObject({ code: 400, body: { field } })
})

test('the detail of a device that never reported the family has the device, and what is wanted of it', async () => {
  const detail = async (sn: string) => (await operator.get(`${DATA}/detail`, { id: ids[sn] })).data
  expect(await detail('D-SAME')).toMatchObject({ sn: 'D-SAME', reported: WANTED, drift: 0 })
  expect(await detail('D-WANTED')).toMatchObject({ sn: 'D-WANTED', reported: null, wanted: WANTED, status: 1, reportedAt: '' })
  expect(await detail('D-NEW')).toMatchObject({ sn: 'D-NEW', reported: null, wanted: null, status: null, reportedAt: '' })
  expect((await operator.get(`${DATA}/detail`, { id: product.platform.newId() })).code).toBe(400)
})
