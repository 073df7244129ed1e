import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gatewaysPort } from '@lamplight/devices/model'
import { inspectInventory } from '@lamplight/inventory'
import type { Running } from '@lamplight/server-kit'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { type City, createCity } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import { inventoryOf } from '../../apps/server/virtual-city.ts'
import { plays } from '../../apps/simulator/plays.ts'

const TENANT = '100001'
const GATEWAY = 'GW-MATRIX'
const CITY = '/api/blade-city'

let product: TestPlatform
let operator: ApiClient
let city: City
const ids: Record<string, string> = {}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const { platform } = product
  const gatewayId = platform.newId()
  await platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children, lng, lat) values ($1, $2, $3, 1, false, 3, 112.9, 28.2)',
    [gatewayId, TENANT, GATEWAY],
  )
  await platform.port(gatewaysPort).issueSecret(GATEWAY, { virtual: true })
  for (const sn of ['P-1', 'P-2', 'P-SOLO'])
    ids[sn] = (await operator.post<{ id: string }>(`${CITY}/controller`, { sn, name: sn, gatewayId })).data.id
  city = createCity({ inventory: await inventoryOf(product.running as Running), latency: 20, ...plays })
  await city.start()
  await eventually(() => city.isOnline(GATEWAY))
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
})

const set = (sns: readonly string[], value: object) =>
  operator.post(`${CITY}/controller/batch/set/timeoffset`, { controllerIds: sns.map((sn) => ids[sn]), ...value })
const stands = (sn: string, as: object): Promise<unknown> =>
  eventually(async () => {
    const { data } = await operator.get<{ records: object[] }>(`${CITY}/param/list`, { deviceId: ids[sn], family: 'timeOffset' })
    expect(data.records[0]).toMatchObject(as)
    return true
  })

test('the page of parameters shows values, values and affected devices of a choice, and sends to them', async () => {
  await set(['P-1', 'P-2'], { onOffset: 21, offOffset: 0 })
  for (const sn of ['P-1', 'P-2']) await stands(sn, { status: 2, reported: { onOffset: 21, offOffset: 0 } })
  const family = 'timeOffset'
  const sheet = { family, sns: ['P-1', 'P-2', 'P-SOLO', 'UNKNOWN'] }
  interface Found {
    readonly total: number
    readonly records: readonly Record<string, unknown>[]
  }
  const matrix = async (chosen: object) => (await operator.post<Found>(`${CITY}/param/matrix`, chosen)).data
  const all = await matrix({ ...sheet, size: 1000 })
  expect(all.records.map(({ sn }) => sn)).toEqual(['P-1', 'P-2', 'P-SOLO'])
  expect(all).toMatchObject({ total: 3 })
  expect(all.records[0]).toMatchObject({ gatewayOnline: 1, wanted: { onOffset: 21, offOffset: 0 }, status: 2, drift: 0 })
  expect((await matrix({ family: 'lampBarAngle', ids: ids['P-SOLO'] })).records).toMatchObject([{ status: null, reported: null }])
  interface Spread {
    readonly values: readonly { readonly reportedId: string; readonly value: object; readonly devices: number }[]
  }
  const { data: spread } = await operator.post<Spread>(`${CITY}/param/spread`, sheet)
  expect(spread).toMatchObject({ devices: 3, gateways: 1, offline: 0, noGateway: 0, notActivated: 0, missing: 1, missingSns: ['UNKNOWN'] })
  const [most] = spread.values
  expect(most).toMatchObject({ value: { onOffset: 21, offOffset: 0 }, devices: 2 })
  expect((await matrix({ ...sheet, reportedId: most?.reportedId })).total).toBe(2)
  const made = await operator.post<{ batchId: string; total: number }>(`${CITY}/param/send`, {
    ...sheet,
    reportedId: most?.reportedId,
    op: 'set',
    value: { onOffset: 22, offOffset: 0 },
  })
  expect(made.data.total).toBe(2)
  for (const sn of ['P-1', 'P-2']) await stands(sn, { status: 2, reported: { onOffset: 22, offOffset: 0 } })
  expect((await operator.post<{ total: number }>(`${CITY}/param/send`, { family, keyword: 'P-1', op: 'get' })).data.total).toBe(1)
  for (const [body, field] of [
    [{ family: 'none', op: 'get' }, 'family'],
    [{ family, op: 'calibrate' }, 'op'],
    [{ family, sns: [], op: 'get' }, 'sns'],
    [{ family, ids: '', op: 'get' }, 'ids'],
    [{ family, groupId: null, op: 'get' }, 'groupId'],
    [{ family, keyword: 'P-1', op: 'set', value: { onOffset: 500, offOffset: 0 } }, 'onOffset'],
  ] as const)
    expect((await operator.post(`${CITY}/param/send`, body)).body, field).toMatchObject({ code: 400, field })
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  expect(
    (await guest.post(`${CITY}/param/send`, { family, keyword: 'P-1', op: 'set', value: { onOffset: 9, offOffset: 0 } })).code,
  ).not.toBe(200)
  const admin = await product.signIn()
  expect((await admin.post<Found>(`${CITY}/param/matrix`, { family, ids: [ids['P-1'], ids['P-2']] })).data.total).toBe(0)
})

test('the table of parameters is exported as a workbook and as CSV: wanted, reported and drift of each field, formulas as text', async () => {
  await set(['P-1'], { onOffset: 30, offOffset: 0 })
  await stands('P-1', { status: 2, reported: { onOffset: 30, offOffset: 0 } })
  city.setParamFault('P-2', 'ignore')
  await set(['P-2'], { onOffset: 31, offOffset: 0 })
  await stands('P-2', { drift: 1, wanted: { onOffset: 31, offOffset: 0 } })
  city.setParamFault('P-2', 'none')
  const { platform } = product
  await platform.system.query(`update devices_registry set name = '=1+1' where device_id = $1`, [ids['P-SOLO']])
  const chosen = { family: 'timeOffset', sns: ['P-1', 'P-2', 'P-SOLO'] }
  const file = async (body: object): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json', 'Blade-Auth': `bearer ${operator.token}`, 'Accept-Language': 'en-US' }
    return fetch(`${product.url}${CITY}/param/matrix/export`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const path = join(await mkdtemp(join(tmpdir(), 'params-')), 'parameters.xlsx')
  await writeFile(path, Buffer.from(await (await file(chosen)).arrayBuffer()))
  const sheet = await inspectInventory(path)
  if ('refusal' in sheet) throw new Error(sheet.refusal[1])
  const heads = sheet.columns.map(({ name }) => name)
  const cell = (sn: string, head: string) => sheet.sample.find(({ cells }) => cells[0] === sn)?.cells[heads.indexOf(head)]
  expect(sheet.rows.count).toBe(3)
  expect(['wanted', 'reported', 'differs'].map((side) => cell('P-1', `Switch-on offset (min) · ${side}`))).toEqual(['30', '30', 'no'])
  expect([cell('P-2', 'Switch-on offset (min) · wanted'), cell('P-2', 'Switch-on offset (min) · differs')]).toEqual(['31', 'yes'])
  expect(cell('P-SOLO', 'Name')).toBe("'=1+1")
  expect(await (await file({ ...chosen, format: 'csv' })).text()).toMatch(/^.?Serial number,/)
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  expect((await guest.get(`${CITY}/param/matrix/export`, { family: 'timeOffset' })).code).toBe(400)
  await set(['P-2'], { onOffset: 30, offOffset: 0 })
})

test('a group is set; a retry by againCommandRecordId sends only to the devices that failed', async () => {
  const members = ['P-1', 'P-2', 'P-SOLO']
  const { data: group } = await operator.post<{ id: string }>(`${CITY}/group/submit`, { groupName: 'RETRY' })
  await operator.post(`${CITY}/device_group/copy`, {}, { groupId: group.id, ids: members.map((sn) => ids[sn]).join() })
  city.setParamFault('P-2', 'refuse')
  const value = { onOffset: 41, offOffset: 1 }
  const sent = await operator.post<{ batchId: string; total: number }>(`${CITY}/controller/group/set/timeoffset`, {
    groupId: group.id,
    ...value,
  })
  expect(sent.data.total, sent.msg).toBe(3)
  for (const sn of ['P-1', 'P-SOLO']) await stands(sn, { status: 2, reported: value })
  await stands('P-2', { status: 5 })
  city.setParamFault('P-2', 'none')
  const again = await operator.post<{ batchId: string; total: number }>(`${CITY}/controller/batch/set/timeoffset`, {
    againCommandRecordId: sent.data.batchId,
  })
  expect(again.data.total, again.msg).toBe(1)
  await stands('P-2', { status: 2, wanted: value, reported: value })
  expect([...city.effects(again.data.batchId).keys()]).toEqual(['P-2'])
})

test('a replaced device with another serial number shows its old value as drift, and a set repairs it', async () => {
  await set(['P-1'], { onOffset: 15, offOffset: 0 })
  await set(['P-SOLO'], { onOffset: 45, offOffset: 0 })
  await stands('P-1', { status: 2 })
  await stands('P-SOLO', { status: 2 })
  // The device P-1 was replaced by P-SOLO, which holds the value of its former place.
  expect((await operator.delete(`${CITY}/controller`, { ids: ids['P-SOLO'] })).code).toBe(200)
  const renamed = await operator.put(`${CITY}/controller/${ids['P-1']}`, { sn: 'P-SOLO', name: 'P-1' })
  expect(renamed.code, renamed.msg).toBe(200)
  const read = await operator.get(`${CITY}/controller/batch/get/timeoffset`, { controllerIds: ids['P-1'] })
  expect(read.code, read.msg).toBe(200)
  await stands('P-1', { sn: 'P-SOLO', drift: 1, wanted: { onOffset: 15, offOffset: 0 }, reported: { onOffset: 45, offOffset: 0 } })
  await set(['P-1'], { onOffset: 15, offOffset: 0 })
  await stands('P-1', { status: 2, drift: 0, reported: { onOffset: 15, offOffset: 0 } })
  expect(city.params('P-SOLO').timeOffset).toEqual({ onOffset: 15, offOffset: 0 })
})

test('a change of one field keeps the other fields of each device, in one batch for each value; unread devices and strange fields are refused', async () => {
  await set(['P-1'], { onOffset: 21, offOffset: 4 })
  await set(['P-2'], { onOffset: 22, offOffset: 9 })
  for (const sn of ['P-1', 'P-2']) await stands(sn, { status: 2 })
  const extra = await operator.post<{ id: string }>(`${CITY}/controller`, { sn: 'P-UNREAD', name: 'P-UNREAD' })
  const send = (more: object) =>
    operator.post<{ total: number; batches: { total: number }[] }>(`${CITY}/param/send`, { family: 'timeOffset', op: 'set', ...more })
  const both = [ids['P-1'], ids['P-2']]
  expect((await send({ ids: both, changes: {} })).body).toMatchObject({ code: 400, field: 'changes' })
  expect((await send({ ids: both, changes: { nothing: 1 } })).body).toMatchObject({ code: 400, field: 'nothing' })
  expect((await send({ ids: both, changes: { onOffset: 9999 } })).body).toMatchObject({ code: 400, field: 'onOffset' })
  expect((await send({ ids: both, changes: { onOffset: 1 }, value: { onOffset: 1 } })).body).toMatchObject({ code: 400, field: 'changes' })
  expect((await send({ ids: [...both, extra.data.id], changes: { onOffset: 1 } })).body).toMatchObject({ code: 400, field: 'changes' })
  for (const [sn, offOffset] of [
    ['P-1', 4],
    ['P-2', 9],
  ] as const)
    await stands(sn, { wanted: { offOffset } })
  const made = await send({ ids: both, changes: { onOffset: 30 } })
  expect(made.body).toMatchObject({ code: 200, data: { total: 2, batches: [{ total: 1 }, { total: 1 }] } })
  await stands('P-1', { status: 2, reported: { onOffset: 30, offOffset: 4 } })
  await stands('P-2', { status: 2, reported: { onOffset: 30, offOffset: 9 } })
})
