import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import {
  ACK_CODES,
  calendarPoints,
  canonicalJson,
  check,
  type DownKind,
  EVENT_TYPE_NAMES,
  LIMITS,
  type MessageKind,
  type Messages,
  SCHEMAS,
  switchEventOf,
} from '@lamplight/protocol'
import { provide } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEVICE_NEWS, type DeviceNews } from '../../model/events.ts'
import { type AckRow, acksPort } from '../../model/ports.ts'
import { claimCodeOf } from '../gateways/claim-code.ts'
import { devicesServer } from '../index.ts'

const docs = new URL('../../../../docs/', import.meta.url)
const TENANT = '100001'
/** Time of writing of the examples in the document, epoch ms. */
const WRITTEN = 1_767_225_600_000

let product: TestPlatform
let operator: ApiClient
let page: string
const clients: MqttClient[] = []
const acked: AckRow[] = []

beforeAll(async () => {
  page = await readFile(new URL('devices.md', docs), 'utf8')
  product = await testPlatform({
    slices: [
      systemServer,
      identityServer,
      placesServer,
      devicesServer,
      {
        domain: { name: 'ledger', label: ['台账', 'Ledger'], level: 2, dependsOn: [] },
        ports: [provide(acksPort, () => ({ acked: async (rows) => void acked.push(...rows) }))],
      },
    ],
    config: { REPORT_SECONDS: '2' },
  })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
})
afterAll(async () => {
  for (const client of clients) client.end(true)
  await product?.stop()
})

const examples = (): { kind: string; direction: string; text: string }[] =>
  [...page.matchAll(/```json (\S+)[^\n]*\n(.*?)```/gs)].flatMap(([, topic = '', text = '']) => {
    const [direction = '', kind = ''] = topic.split('/')
    // Examples of other device types need the slices that declare these: tests/contract/devices/device-types-doc.test.ts sends them.
    return direction === 'type' ? [] : [{ direction, kind, text }]
  })
const calendarOf = (): Messages['calendar'] => JSON.parse(examples().find(({ kind }) => kind === 'calendar')?.text ?? '{}')
const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16)
/** Moves the times in an example so that they lie around now. */
const today = (text: string): string => text.replaceAll(/\b176\d{10}\b/g, (time) => String(Number(time) - WRITTEN + Date.now() - 1000))

const connect = async (sn: string, secret: string, will?: string): Promise<MqttClient> => {
  const client = await connectAsync(product.broker.url, {
    clientId: sn,
    username: sn,
    password: secret,
    reconnectPeriod: 0,
    protocolVersion: 4,
    ...(will && { will: { topic: `ll/1/${sn}/up/event`, payload: Buffer.from(will), qos: 1, retain: false } }),
  })
  client.on('error', () => undefined)
  clients.push(client)
  return client
}
const registered = async (gatewayId: string, gateway: string, sns: readonly string[]): Promise<void> => {
  await product.platform.system.query(
    `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn) select sn, nextval('kit_id'), $2, $3, $4 from unnest($1::text[]) sn`,
    [sns, TENANT, gatewayId, gateway],
  )
}
const onlineOf = async (sn: string): Promise<boolean | undefined> =>
  (await product.platform.system.query<{ online: boolean }>('select online from devices_gateway where sn = $1', [sn]))[0]?.online

test('the page names every message, code and event, the limits in force, and the schemas of the server', async () => {
  expect(JSON.parse(await readFile(new URL('devices.schema.json', docs), 'utf8')).$defs).toEqual(SCHEMAS)
  for (const code of ACK_CODES) expect(page).toContain(`\`${code}\``)
  for (const name of EVENT_TYPE_NAMES) expect(page).toMatch(new RegExp(`[\`\\s]${name}[\`\\s]`))
  for (const key of Object.keys(SCHEMAS.report.items?.properties?.p?.properties ?? {})) expect(page).toContain(`\`${key}\``)
  const kinds = new Set(examples().map(({ kind }) => kind))
  for (const kind of ['hello', 'report', 'ack', 'event', 'command', 'calendar']) expect(kinds).toContain(kind)
  expect(page).toContain(`${LIMITS.payloadBytes / 1024} KiB`)
  const commands = examples().flatMap(({ kind, text }) => (kind === 'command' ? [JSON.parse(text).cmd] : []))
  expect(new Set(commands)).toEqual(new Set(SCHEMAS.command.allOf?.map((branch) => branch.if.properties?.cmd?.const)))
  const held = { sunset: -15, sunrise: 10 }
  expect(page).toContain(`\`${canonicalJson(held)}\` gives \`${hashOf(held)}\``)
  const { id, hash, program } = calendarOf()
  expect(hash).toBe(hashOf(program))
  const hello = JSON.parse(examples().find(({ kind }) => kind === 'hello')?.text ?? '{}')
  expect(hello.calendars).toEqual({ [id]: hash })
  for (const { kind, text } of examples())
    for (const one of kind === 'ack' ? (JSON.parse(text) as Messages['ack']) : [])
      for (const event of one.p?.events ?? []) expect(switchEventOf(event)).toBeDefined()
})

test('a gateway that follows the page signs in by claim code, its examples are accepted, and errors are answered as documented', async () => {
  const [, sn = '', secret = '', code = ''] = /\| `(GW-0001)` \| `(\w+)` \| `([\w-]+)` \|/.exec(page) ?? []
  expect(claimCodeOf(sn, secret)).toBe(code)
  const calendar = calendarOf()
  const made = await operator.post<{ id: string }>('/api/blade-device/gateway/submit', { sn })
  await registered(made.data.id, sn, ['LC-000001', 'LC-000002'])
  await expect(connect(sn, secret)).rejects.toThrow(/username or password/i)
  expect((await operator.post('/api/blade-device/gateway/claim', {}, { ids: made.data.id, claimCode: code })).code).toBe(200)

  const events: DeviceNews[] = []
  product.platform.bus.on(DEVICE_NEWS, (news) => void events.push(...news))
  const client = await connect(sn, secret, examples().find(({ text }) => text.includes('"at": 0'))?.text)
  const received: string[] = []
  client.on('message', (topic) => received.push(topic))
  expect(await client.subscribeAsync(`ll/1/${sn}/down/+`, { qos: 1 })).toMatchObject([{ qos: 1 }])
  for (const { direction, kind, text } of examples()) {
    if (direction === 'answer') continue
    expect(check(kind as MessageKind, JSON.parse(text)), text).toBeUndefined()
    if (direction === 'up' && !text.includes('"at": 0')) await client.publishAsync(`ll/1/${sn}/up/${kind}`, today(text), { qos: 1 })
    if (direction === 'down') await product.broker.publish(sn, kind as DownKind, today(text))
  }
  expect(received).toHaveLength(examples().filter(({ direction }) => direction === 'down').length)
  expect(acked.map((row) => [row.sns, row.ok, row.code, row.params])).toEqual([
    [['LC-000001'], true, 'ok', undefined],
    [['LC-000002'], false, 'busy', undefined],
    [['LC-000001'], true, 'ok', { timeOffset: { sunset: -15, sunrise: 10 } }],
    [['LC-000002'], true, 'ok', { timeOffset: {} }],
    [['LC-000001'], true, 'ok', { calendar: { id: calendar.id, hash: calendar.hash, points: calendarPoints(calendar.program) } }],
    [['LC-000002'], false, 'invalidArgs', undefined],
    [['LC-000001'], true, 'ok', undefined],
  ])
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['lampFailure', 'cabinetDoorOpen']))
  const { data: state } = await operator.get<{ records: object[] }>('/api/blade-device/gateway/list', { sn })
  expect(state.records).toMatchObject([{ version: '2.4.1', online: 1 }])
  const latest = () => operator.get<Record<string, unknown> | null>('/api/blade-device/gateway/message/latest', { sn })
  expect((await latest()).data).not.toHaveProperty('reason')

  const shown = JSON.parse(examples().find(({ direction }) => direction === 'answer')?.text ?? '{}')
  const bad = `[{ "sn": "LC-000001", "at": ${Date.now()}, "p": { "dim": 40 } }, ${today(shown.payload)}]`
  await client.publishAsync(`ll/1/${sn}/up/report`, bad, { qos: 1 })
  const answer = await eventually(async () => {
    const { data } = await latest()
    return data?.reason ? data : null
  })
  expect(answer).toMatchObject({ sn, kind: shown.kind, reason: shown.reason })
  expect(Object.keys(answer).sort()).toEqual(Object.keys(shown).sort())
  client.stream.destroy()
  await eventually(async () => (await onlineOf(sn)) === false)
})

test('a gateway without a will is offline after three report intervals of silence, and online with its next message', async () => {
  const sn = 'GW-SILENT'
  const secret = 'the-secret-of-a-silent-one'
  const made = await operator.post<{ id: string }>('/api/blade-device/gateway/submit', { sn })
  await registered(made.data.id, sn, ['LC-SILENT'])
  await operator.post('/api/blade-device/gateway/claim', {}, { ids: made.data.id, claimCode: claimCodeOf(sn, secret) })
  const client = await connect(sn, secret)
  const hello = { sn, type: 'gateway', version: '1', children: [], calendars: {}, reportSeconds: 1 }
  await client.publishAsync(`ll/1/${sn}/up/hello`, JSON.stringify(hello), { qos: 1 })
  await eventually(async () => (await onlineOf(sn)) === true)
  const since = Date.now()
  await eventually(async () => (await onlineOf(sn)) === false, 20_000)
  expect(Date.now() - since).toBeGreaterThan(2500)
  expect(client.connected).toBe(true)
  const report = [{ sn: 'LC-SILENT', at: Date.now(), p: { dim: 10 } }]
  await client.publishAsync(`ll/1/${sn}/up/report`, JSON.stringify(report), { qos: 1 })
  await eventually(async () => (await onlineOf(sn)) === true)
})
