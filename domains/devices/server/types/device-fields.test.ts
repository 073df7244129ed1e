import { identityServer } from '@lamplight/identity/server'
import { defineDeviceType } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { EVENT_TYPES } from '@lamplight/protocol'
import { ddlOf } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, queryOnce, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineDeviceResource } from '../../model/index.ts'
import { gatewaysPort } from '../../model/ports.ts'
import { devicesOf, devicesServer } from '../index.ts'

// Every property of a device type is a column, a filter and a cell of the export, whatever its type.
const GATEWAY = 'GW-FIELDS'
const BASE = '/api/blade-device/well'
const label = ['井盖', 'Well'] as const
const wellType = defineDeviceType({
  name: 'well',
  code: 19,
  label,
  properties: {
    depth: { slot: 1, label: ['水深', 'Depth'], unit: 'm', min: 0, max: 9 },
    version: { label: ['版本', 'Version'], type: 'text' },
    mode: { label: ['模式', 'Mode'], type: 'text', words: { day: ['昼', 'Day'], night: ['夜', 'Night'] } },
    opened: { label: ['开盖时间', 'Opened at'], type: 'time' },
    tags: { label: ['标签', 'Tags'], type: 'list' },
    marks: { label: ['标记', 'Marks'], type: 'list', words: { '"a", [b]': ['甲', 'A'], c: ['丙', 'C'] } },
    signs: { label: ['标志', 'Signs'], type: 'list', words: { wet: ['潮湿', 'Wet'], torn: ['破损', 'Torn'] } },
    faults: { label: ['故障', 'Faults'], type: 'list', words: EVENT_TYPES },
    former: { label, type: 'text', retired: true },
  },
  commands: {},
  events: ['impactDetected'],
})
const well = defineDeviceResource(wellType, {
  name: 'wells.well',
  code: 'well',
  api: { base: 'blade-device/well', verbs: ['list', 'detail', 'submit', 'remove'] },
})
let product: TestPlatform
let admin: ApiClient
let client: MqttClient
const OPENED = Date.UTC(2026, 10, 22, 4, 0, 0)

beforeAll(async () => {
  product = await testPlatform({
    slices: [
      systemServer,
      identityServer,
      placesServer,
      devicesServer,
      {
        domain: { name: 'wells', label, level: 3, dependsOn: ['devices'] },
        ...devicesOf([{ resource: well, type: wellType }]),
        menu: [{ code: 'well', label, path: '/well', icon: 'hdd', sort: 1, resource: well.name }],
      },
    ],
  })
  await queryOnce(product.databaseUrl, ddlOf(well))
  admin = await product.signIn()
  const { query } = product.platform.system
  const gatewayId = product.platform.newId()
  await query(`insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, '000000', $2, 1, false, 2)`, [
    gatewayId,
    GATEWAY,
  ])
  for (const sn of ['W-1', 'W-2', 'W-3']) expect((await admin.post(`${BASE}/submit`, { sn, gatewayId })).code).toBe(200)
  const secret = await product.platform.port(gatewaysPort).issueSecret(GATEWAY)
  client = await connectAsync(product.broker.url, { clientId: GATEWAY, username: GATEWAY, password: secret, reconnectPeriod: 0 })
  const send = (kind: string, ...entries: object[]) =>
    client.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
  const at = Date.now() - 60_000
  await send(
    'report',
    {
      sn: 'W-1',
      at,
      p: {
        version: '2.1%',
        mode: 'night',
        opened: OPENED,
        tags: ['a', 'b'],
        marks: ['"a", [b]', 'c'],
        signs: ['wet', 'torn'],
        faults: ['leakageDetected'],
      },
    },
    {
      sn: 'W-2',
      at,
      p: { version: '3.0', mode: 'day', opened: OPENED + 86_400_000, tags: ['c'], marks: ['c'], signs: ['wet'], faults: [] },
    },
  )
  await send('event', { sn: 'W-2', at: at + 1, type: 'impactDetected', on: true })
})
afterAll(async () => {
  client?.end(true)
  await product?.stop()
})

const found = async (query: Record<string, string>): Promise<string> => {
  const { body } = await admin.get<{ records: { sn: string }[] }>(`${BASE}/list`, { ascs: 'sn', ...query })
  const { code, data } = body as { code: number; data: { records: { sn: string }[] } }
  return code === 200 ? data.records.map(({ sn }) => sn).join(' ') : String(code)
}

test('rows have the latest value of each property in the form of its field', async () => {
  const { data } = await admin.get<{ records: object[] }>(`${BASE}/list`, { ascs: 'sn' })
  expect(data.records).toMatchObject([
    { version: '2.1%', mode: 'night', opened: '2026-11-22 12:00:00', tags: 'a, b', signs: 'wet,torn', faults: 'leakageDetected' },
    { version: '3.0', mode: 'day', opened: '2026-11-23 12:00:00', tags: 'c', signs: 'wet', faults: 'impactDetected' },
    { version: '', mode: '', opened: '', tags: '', signs: '', faults: '' },
  ])
  expect(data.records[0]).not.toHaveProperty('former')
})

test('each is a filter: a part of a text, a span of time, one of some terms', async () => {
  for (const [query, sns] of [
    [{ version: '.1' }, 'W-1'],
    [{ version: '1%' }, 'W-1'],
    [{ version_equal: '3.0' }, 'W-2'],
    [{ version_null: '1' }, 'W-3'],
    [{ tags: 'b' }, 'W-1'],
    [{ mode: 'night' }, 'W-1'],
    [{ mode: 'night,day' }, 'W-1 W-2'],
    [{ mode: 'dusk' }, '400'],
    [{ mode_ge: 'day' }, '400'],
    [{ opened_datege: '2026-11-23 00:00:00' }, 'W-2'],
    [{ opened_datege: '2026-11-22 00:00:00', opened_datele: '2026-11-22 23:00:00' }, 'W-1'],
    [{ opened_datege: 'soon' }, '400'],
    [{ signs: 'wet' }, 'W-1 W-2'],
    [{ signs: 'torn' }, 'W-1'],
    [{ marks: 'c' }, 'W-1 W-2'],
    [{ signs_notequal: 'torn' }, 'W-2 W-3'],
    [{ faults: 'leakageDetected,supplyLoss' }, 'W-1'],
    [{ faults: 'impactDetected' }, 'W-2'],
    [{ faults_notequal: 'impactDetected' }, 'W-1 W-3'],
    [{ faults: 'x' }, '400'],
    [{ ascs: '', descs: 'opened' }, 'W-2 W-1 W-3'],
  ] as const)
    expect(await found(query as Record<string, string>), JSON.stringify(query)).toBe(sns)
})

test('the export has them in words', async () => {
  const response = await admin.call('GET', `${BASE}/export?signs=torn`)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  const [heads = '', row = ''] = text.replace('\uFEFF', '').split('\r\n')
  for (const head of ['版本', '模式', '开盖时间', '标签', '标志', '故障']) expect(heads).toContain(head)
  for (const cell of ['2.1%', '夜', '2026-11-22 12:00:00', '潮湿、破损', '漏电']) expect(row).toContain(cell)
  expect(text).not.toContain('3.0')
})

test('a value that an earlier version of the type stored in another form fails no list', async () => {
  await product.platform.system.query(
    `update devices_latest set texts = '{"mode": ["x"], "opened": "late", "tags": "t", "signs": 5, "marks": []}' where device_id = (select device_id from devices_registry where sn = 'W-2')`,
  )
  const { data } = await admin.get<{ records: object[] }>(`${BASE}/list`, { sn: 'W-2' })
  expect(data.records).toMatchObject([{ mode: 'x', opened: '', tags: '', signs: '5', marks: '' }])
})
