import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { imeiOf } from '@lamplight/kit'
import { isSigned, type PushKey, signedHeaders } from '@lamplight/server-kit/signed-push'
import { type ApiAnswer, type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { createOperator, type Operator } from '@lamplight/virtual-city'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const REG = '/api/blade-device/iot/registration'
const OC = '/api/blade-device/iot/oc'
const THING = '/api/blade-device/gc-web/thing'
const TENANT = '100001'
const DESCRIPTOR = {
  driver: 'operator',
  properties: {
    level: { label: ['液位', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, history: true },
    interval: { label: ['上报间隔', 'Report interval'], unit: 'min', min: 1, max: 1440, decimals: 0 },
  },
  commands: {
    interval: {
      label: ['设置上报间隔', 'Set the report interval'],
      input: { minutes: { kind: 'int', label: ['间隔', 'Interval'], min: 1, max: 1440, required: true } },
      proves: { interval: 'minutes' },
    },
  },
}
const KEY: PushKey = { appId: 'city-app', secret: 'Platform-secret-7781' }
const TOKEN = 'Platform-token-3392'
const imei = (n: number): string => imeiOf(`86000000${String(n).padStart(6, '0')}`)

/** Opens a platform that refuses devices until `accepts`, and keeps the requests that it received. */
const openPlatform = async () => {
  const calls: { readonly path: string; readonly body: Record<string, unknown>; readonly signed: boolean; readonly token: string }[] = []
  let accepts = false
  const server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const signed = isSigned(KEY, request.headers, text, Date.now())
      calls.push({ path: request.url ?? '', body: JSON.parse(text), signed, token: String(request.headers.authorization ?? '') })
      response.writeHead(accepts ? 200 : 403).end(JSON.stringify(accepts ? {} : { reason: 'quota exceeded' }))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    calls,
    accept: (): void => {
      accepts = true
    },
    close: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}

let product: TestPlatform
let admin: ApiClient
let operator: ApiClient
let foreign: ApiClient
let vendor: Awaited<ReturnType<typeof openPlatform>>
let city: Operator
let typeId = ''
let ocId = ''
type Row = Record<string, unknown> & { readonly id: string }

const good = <T>(answer: ApiAnswer<T>): T => {
  expect(answer.body).toMatchObject({ code: 200 })
  return answer.data
}
const rowOf = async (number: string): Promise<Row | undefined> =>
  (await operator.get<{ records: Row[] }>(`${REG}/list`, { imei_equal: number })).data.records[0]
const add = async (n: number, more: object = {}): Promise<string> =>
  good(await operator.post<{ id: string }>(`${REG}/submit`, { imei: imei(n), name: `液位计 ${n}`, typeId, ocId, ...more })).id
const push = async (body: object, { key = KEY, to = ocId, at = Date.now(), text = JSON.stringify(body), headers = {} } = {}) => {
  const answer = await fetch(`${product.url}/api/blade-device/iot/push/${to}`, {
    method: 'POST',
    headers: { ...signedHeaders(key, JSON.stringify(body), at), ...headers },
    body: text,
  })
  return { status: answer.status, text: await answer.text() }
}
const valuesOf = async (deviceId: unknown) => {
  const { data } = await operator.get<{ records: { properties: { name: string; value: string }[] }[] }>(`${THING}/info`, { id: deviceId })
  return Object.fromEntries((data.records[0]?.properties ?? []).map(({ name, value }) => [name, value]))
}

beforeAll(async () => {
  vendor = await openPlatform()
  product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '20', OUTBOUND_PRIVATE: '1', COMMAND_RESEND_SECONDS: '0.5', COMMAND_VERIFY_SECONDS: '10' },
  })
  foreign = await product.signIn()
  const [role] = await product.platform.system.query<{ id: string }>(
    `select id from identity_role where tenant_id = $1 and role_alias = 'admin' and not is_deleted`,
    [TENANT],
  )
  const chief = { tenantId: TENANT, account: 'iot_chief', password: 'Contract-1', realName: '物联', roleId: role?.id }
  good(await foreign.post('/api/blade-user/submit', chief))
  admin = await product.signIn({ tenantId: TENANT, account: 'iot_chief', password: 'Contract-1' })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const type = { unitProductCode: 'NB-1', name: '液位计', descriptor: JSON.stringify(DESCRIPTOR) }
  typeId = good(await operator.post<{ id: string }>('/api/blade-device/type/submit', type)).id
  ocId = good(await admin.post<{ id: string }>(`${OC}/save`, { name: '平台一', kind: 3, baseUrl: vendor.url, ...KEY, token: TOKEN })).id
})
afterAll(async () => {
  await city?.stop()
  await product?.stop()
  vendor?.close()
})

test('iot.oc: platforms are listed, changed and deleted; secrets are sealed and in no answer', async () => {
  const { data } = await operator.get<{ records: Row[] }>(`${OC}/list`)
  expect(data.records[0]).toMatchObject({ name: '平台一', appId: KEY.appId, secret: '', pushPath: `/api/blade-device/iot/push/${ocId}` })
  good(await admin.post(`${OC}/update`, { id: ocId, name: '平台甲', secret: '' }))
  const answers = [
    await operator.get(`${OC}/list`),
    await operator.get(`${OC}/detail`, { id: ocId }),
    await operator.get('/api/blade-system/audit/list', { size: 200 }),
    await admin.post(`${OC}/update`, { id: ocId, token: TOKEN }),
  ]
  const exported = await (await admin.call('GET', `${OC}/export`)).text()
  const [stored] = await product.platform.system.query('select secret, token from iot_oc where id = $1', [ocId])
  for (const text of [JSON.stringify(answers), exported, JSON.stringify(stored)]) {
    expect(text).not.toContain(KEY.secret)
    expect(text).not.toContain(TOKEN)
  }
  expect((await admin.post(`${OC}/save`, { name: 'x', baseUrl: vendor.url, appId: 'a' })).body).toMatchObject({
    code: 400,
    field: 'secret',
  })
  expect((await operator.post(`${OC}/save`, { name: 'x', baseUrl: vendor.url, ...KEY })).code).toBe(400)
  const spare = good(await admin.post<{ id: string }>(`${OC}/save`, { name: '备用', baseUrl: vendor.url, ...KEY })).id
  good(await admin.post(`${OC}/delete`, { ids: spare }))
  expect((await operator.get<{ total: number }>(`${OC}/list`)).data.total).toBe(1)
})

test('a registration needs an IMEI with its check digit, a product type with access by platforms, and a platform', async () => {
  const wrong = `${imei(1).slice(0, 14)}${(Number(imei(1)[14]) + 1) % 10}`
  for (const [body, field] of [
    [{ imei: wrong }, 'imei'],
    [{ imei: '123' }, 'imei'],
    [{ imei: imei(1), typeId: ocId }, 'typeId'],
    [{ imei: imei(1), typeId, ocId: '1' }, 'ocId'],
  ] as const)
    expect((await operator.post(`${REG}/submit`, body)).body).toMatchObject({ code: 400, field })
  expect(await rowOf(imei(1))).toBeUndefined()
  // Without a type and a platform in the call, the server takes the only ones that exist.
  const id = good(await operator.post<{ id: string }>(`${REG}/submit`, { imei: imei(1), name: '液位计 1' })).id
  expect(good(await operator.get<Row>(`${REG}/detail`, { id }))).toMatchObject({ imei: imei(1), typeId, ocId, deviceState: 5 })
  expect((await operator.post(`${REG}/submit`, { id, imei: imei(2) })).body).toMatchObject({ code: 400, field: 'imei' })
  expect((await operator.post(`${REG}/submit`, { imei: imei(1) })).body).toMatchObject({ code: 400, field: 'imei' })
  expect((await admin.post(`${OC}/delete`, { ids: ocId })).body).toMatchObject({ code: 400, field: 'ids' })
})

test('a platform that refuses a device is tried again until it accepts; the reason is shown', async () => {
  const failed = await eventually(async () => {
    const row = await rowOf(imei(1))
    return row?.registerStatus === 2 ? row : undefined
  }, 10_000)
  expect(failed).toMatchObject({ registerReason: 'HTTP 403: quota exceeded', registerTries: 1 })
  vendor.accept()
  good(await operator.post(`${REG}/register`, { ids: [failed.id] }))
  const row = await eventually(async () => {
    const now = await rowOf(imei(1))
    return now?.registerStatus === 1 ? now : undefined
  }, 10_000)
  expect(row).toMatchObject({ registerReason: '', registerTries: 1 })
  expect(vendor.calls.every(({ signed, token, path }) => signed && token === `Bearer ${TOKEN}` && path === '/api/devices')).toBe(true)
  expect(vendor.calls.at(-1)?.body).toMatchObject({ imei: imei(1), product: 'NB-1', model: { properties: { level: { unit: '%' } } } })
})

test('a signed push becomes reports of the devices; a second time it changes nothing', async () => {
  const row = await rowOf(imei(1))
  const at = Date.now()
  const body = { reports: [{ imei: imei(1), at, p: { level: 42, interval: 5 } }] }
  const headers = signedHeaders(KEY, JSON.stringify(body), at)
  for (const _ of [1, 2]) expect(await push(body, { headers })).toMatchObject({ status: 200 })
  expect(await valuesOf(row?.deviceId)).toEqual({ level: '42', interval: '5' })
  const history = await product.platform.system.query('select 1 from devices_series_rows where device_id = $1', [row?.deviceId])
  expect(history).toHaveLength(1)
  expect(await rowOf(imei(1))).toMatchObject({ deviceState: 1 })
  expect((await operator.get<{ records: Row[] }>(`${OC}/list`)).data.records[0]?.pushedAt).not.toBe('')
})

test('a wrong signature, an unknown platform, a late or altered message and a wrong app id get the same answer and change nothing', async () => {
  const row = await rowOf(imei(1))
  const body = { reports: [{ imei: imei(1), at: Date.now() + 1000, p: { level: 99 } }] }
  const answers = [
    await push(body, { key: { ...KEY, secret: 'guess' } }),
    await push(body, { key: { ...KEY, appId: 'other' } }),
    await push(body, { to: '1000000000000000001' }),
    await push(body, { at: Date.now() - 301_000 }),
    await push(body, { at: Date.now() + 301_000 }),
    await push(body, { text: JSON.stringify({ reports: [{ imei: imei(1), at: Date.now(), p: { level: 98 } }] }) }),
    await push(body, { headers: { 'x-signature': '' } }),
  ]
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]?.status).toBe(401)
  expect((await push({ reports: [], pad: 'x'.repeat(300_000) })).status).toBe(413)
  expect((await push({ reports: [{ imei: 'x' }] })).status).toBe(400)
  expect(await push(body, { to: 'nobody' })).toMatchObject({ status: 400, text: expect.stringContaining('id') })
  expect(await valuesOf(row?.deviceId)).toMatchObject({ level: '42' })
})

test('a platform cannot report for devices of another platform or tenant', async () => {
  const row = await rowOf(imei(1))
  const other: PushKey = { appId: 'other', secret: 'Other-secret-1' }
  const own = good(await admin.post<{ id: string }>(`${OC}/save`, { name: '平台二', baseUrl: vendor.url, ...other })).id
  const far = good(await foreign.post<{ id: string }>(`${OC}/save`, { name: '外部', baseUrl: vendor.url, ...other })).id
  for (const to of [own, far])
    expect((await push({ reports: [{ imei: imei(1), at: Date.now() + 2000, p: { level: 77 } }] }, { key: other, to })).status).toBe(200)
  expect(await valuesOf(row?.deviceId)).toMatchObject({ level: '42' })
  expect((await foreign.get<{ total: number }>(`${REG}/list`)).data.total).toBe(0)
  expect((await foreign.get(`${REG}/detail`, { id: row?.id })).code).toBe(400)
})

test('a command goes to the platform of the operator and ends with the rungs of the ledger', async () => {
  const key = { appId: 'virtual', secret: 'Virtual-secret-1' }
  const oc = good(await admin.post<{ id: string }>(`${OC}/save`, { name: '虚拟平台', baseUrl: vendor.url, ...key })).id
  city = createOperator({ ...key, pushUrl: `${product.url}/api/blade-device/iot/push/${oc}`, latency: 50, reportInterval: 2 })
  good(await admin.post(`${OC}/update`, { id: oc, baseUrl: await city.start(), secret: key.secret }))
  await add(2, { ocId: oc })
  const row = await eventually(async () => {
    const now = await rowOf(imei(2))
    return now?.registerStatus === 1 && now.deviceState === 1 ? now : undefined
  }, 15_000)
  expect(city.registered()).toEqual([imei(2)])
  const sent = good(
    await operator.post<{ batchId: string }>('/api/blade-device/typed/send', {
      ids: [row.deviceId],
      cmd: 'interval',
      args: '{"minutes":17}',
    }),
  )
  const items = await eventually(async () => {
    const { data } = await operator.get<{ records: Row[] }>('/api/blade-city/commandrecord/executeStatus', {
      commandRecordId: sent.batchId,
    })
    return data.records[0]?.state === 2 ? data.records : undefined
  }, 15_000)
  expect(items).toMatchObject([{ sn: imei(2), rung: 4, state: 2, gatewaySn: `operator:${TENANT}/${oc}` }])
  expect(await valuesOf(row.deviceId)).toMatchObject({ interval: '17' })
  // The platform does not know a device that is registered at another platform.
  const stranger = await rowOf(imei(1))
  good(await operator.post(`${REG}/submit`, { id: stranger?.id, ocId: oc }))
  const refused = good(
    await operator.post<{ batchId: string }>('/api/blade-device/typed/send', {
      ids: [stranger?.deviceId],
      cmd: 'interval',
      args: '{"minutes":3}',
    }),
  )
  await eventually(async () => {
    const { data } = await operator.get<{ records: Row[] }>('/api/blade-city/commandrecord/executeStatus', {
      commandRecordId: refused.batchId,
    })
    return ['refused', 'answered', 'confirmed'].includes(String(data.records[0]?.code)) || Number(data.records[0]?.state) >= 2
  }, 15_000)
  good(await operator.post(`${REG}/submit`, { id: stranger?.id, ocId }))
})

const send = async (path: string, content: string): Promise<{ uploadId: string }> => {
  const form = new FormData()
  form.append('file', new Blob([content]), 'iot.csv')
  return ((await (await operator.call('POST', path, { body: form })).json()) as { data: { uploadId: string } }).data
}
test('rt.iot.index iot.registration: a sheet is imported; deleting the import leaves the device that has reported and says why', async () => {
  const lines = [10, 11, 12].map((n) => `${imei(n)},导入 ${n},NB-1,平台甲`)
  const { uploadId } = await send(
    `${REG}/import`,
    ['IMEI *,名称,设备类型,OC平台', ...lines, `${'1'.repeat(15)},错误,NB-1,平台甲`].join('\n'),
  )
  await eventually(async () => {
    const { data } = await operator.get(`${REG}/import/status`, { uploadId })
    return data.phase === 'ended'
  })
  expect((await operator.get(`${REG}/import/status`, { uploadId })).data).toMatchObject({ status: 3, added: 3, failNum: 1 })
  const at = Date.now()
  expect((await push({ reports: [{ imei: imei(11), at, p: { level: 1 } }] })).status).toBe(200)
  expect((await operator.post(`${REG}/delete-by-import`, {})).code).toBe(400)
  expect((await foreign.post(`${REG}/delete-by-import`, { uploadId })).code).toBe(400)
  const answer = good(await operator.post(`${REG}/delete-by-import`, { uploadId }))
  expect(answer).toEqual({ count: 2, stayed: 1, kept: [{ imei: imei(11), reason: 'activated' }] })
  expect(await rowOf(imei(10))).toBeUndefined()
  const left = await product.platform.system.query<{ sn: string }>('select sn from devices_registered where sn = any($1)', [
    [10, 11, 12].map(imei),
  ])
  expect(left).toEqual([{ sn: imei(11) }])
  await add(13)
  const named = good(await operator.post(`${REG}/delete-by-import`, { imeis: [imei(13), imei(11), imei(99)] }))
  expect(named).toEqual({
    count: 1,
    stayed: 2,
    kept: [
      { imei: imei(11), reason: 'activated' },
      { imei: imei(99), reason: 'missing' },
    ],
  })
  good(await operator.post(`${REG}/remove`, { ids: (await rowOf(imei(11)))?.id }))
  expect(await rowOf(imei(11))).toBeUndefined()
})

test('eq.thing: things are listed with their values, counted by type, changed and downloaded', async () => {
  const row = await rowOf(imei(1))
  const things = good(await operator.get<{ records: Row[]; total: number }>(`${THING}/info`, { keyword: '液位计', deviceState: 1 }))
  expect(things.total).toBe(2)
  expect(things.records.find(({ sn }) => sn === imei(1))).toMatchObject({ typeName: '液位计', unitProductCode: 'NB-1', online: 1 })
  expect(good(await operator.get(`${THING}/type`))).toMatchObject([{ unitProductCode: 'NB-1', total: 2, online: 2 }])
  expect(good(await operator.get(`${THING}/count`))).toMatchObject({ total: 2, online: 2, offline: 0, inactive: 0 })
  good(
    await operator.post(`${THING}/edit`, {
      id: row?.deviceId,
      name: '=东门',
      remark: '桥下',
      longitude: '112.9',
      latitude: '28.2',
      sn: 'X',
    }),
  )
  const detail = good(await operator.get<Row>('/api/blade-device/typed/detail', { id: row?.deviceId }))
  expect(detail).toMatchObject({ sn: imei(1), name: '=东门', remark: '桥下', longitude: '112.9', latitude: '28.2' })
  expect(await rowOf(imei(1))).toMatchObject({ name: '=东门' })
  expect((await operator.post(`${THING}/edit`, { id: row?.deviceId, longitude: '999', latitude: '1' })).body).toMatchObject({ code: 400 })
  expect((await foreign.post(`${THING}/edit`, { id: row?.deviceId, name: 'x' })).code).toBe(400)
  const file = await operator.call('GET', `${THING}/download?keyword=86000000`)
  expect(file.headers.get('content-type')).toContain('spreadsheetml')
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})
