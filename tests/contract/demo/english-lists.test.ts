import { titleName } from '@lamplight/fields/model'
import type { ResourceDefinition } from '@lamplight/kit'
import { type ApiClient, insertRow, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { followAlarms } from '../../../domains/diagnosis/server/alarms.ts'

/*
 * Lists that tell evidence, reasons, kinds or causes answer an English page without Chinese characters. Names and texts of users stay in the language
 * of the tenant: titles of references, the fields of `NAMES`, and those that a list names.
 */

const TENANT = '000000'
const HAN = /\p{Script=Han}/u
/** Fields with the name of a device, a place or a person in every list. */
const NAMES = ['name', 'account', 'areaName', 'createUserName'] as const

interface List {
  readonly path: string
  readonly query?: Readonly<Record<string, string | number>>
  /** Fields with texts of users. */
  readonly texts?: readonly string[]
  /** The list may be empty on the first day. */
  readonly mayBeEmpty?: true
}
const LISTS: readonly List[] = [
  { path: 'blade-alarm/alarm/page', texts: ['remark'] },
  // The name of an incident is that of its box, loop, gateway or area.
  { path: 'blade-alarm/incident/page', texts: ['rivalName', 'remark'] },
  { path: 'blade-alarm/abnormalDiagnoseRecord/page', texts: ['remark'] },
  { path: 'blade-alarm/faultinfo/list', texts: ['title', 'cause', 'handling'] },
  { path: 'blade-alarm/faultServiceRecord/page', texts: ['content', 'parts'] },
  { path: 'blade-alarm/warningTransitInfo/page', texts: ['targetName'] },
  { path: 'blade-device/facilityfault/page', texts: ['remark'], mayBeEmpty: true },
  { path: 'blade-device/device/log/page', texts: ['before', 'after'], mayBeEmpty: true },
  { path: 'blade-report/errorDatapackage/page', texts: ['payload'], mayBeEmpty: true },
  // The target of a command has the names of its lamps, streets or group.
  { path: 'blade-city/commandrecord/page', texts: ['targetText', 'targetTextEn', 'reason'] },
  { path: 'blade-city/issuecommand/pageList', mayBeEmpty: true },
  { path: 'blade-city/issuecommandfail/pageListFail', mayBeEmpty: true },
  { path: 'blade-city/controller/approval/page', texts: ['targetText', 'targetTextEn', 'reason', 'note'], mayBeEmpty: true },
  { path: 'blade-city/param/drift', mayBeEmpty: true },
  { path: 'blade-strategy/linkage/record/page', texts: ['source'] },
  { path: 'blade-strategy/timedSwitchLight/record/page', mayBeEmpty: true },
  { path: 'blade-strategy/workstrategy/night/page', mayBeEmpty: true },
  { path: 'blade-strategy/workstrategy/deviation/page', mayBeEmpty: true },
  {
    path: 'blade-strategy/workstrategy/publication/page',
    texts: ['strategyName', 'targetText', 'targetTextEn', 'reason', 'note'],
  },
  // The title of a job names the targets of its command.
  { path: 'blade-system/jobs/page', texts: ['title'], mayBeEmpty: true },
  // The console tells what an entry changed: `target` and `detail` hold names and values of fields (audit-detail.test.ts).
  { path: 'blade-log/audit/list', texts: ['target', 'detail'] },
]

let product: TestPlatform
let english: ApiClient
let foundAlarm = ''
/** Names of strategies, which users give. The texts of commands contain them. */
let given: readonly string[] = []

const resources = slices.flatMap((slice) => slice.resources ?? []).map(({ resource }): ResourceDefinition => resource)
/** Names on the wire of the titles of the references of a list's rows. */
const titlesOf = (path: string): string[] => {
  const base = path.slice(0, path.lastIndexOf('/'))
  const { fields = {} } = resources.find(({ api }) => api.base === base) ?? {}
  return Object.entries(fields).flatMap(([name, { kind, options }]) =>
    kind === 'ref' || kind === 'refs' ? [titleName(name, options)] : [],
  )
}
/** Returns the Chinese texts in a value, each with the name of its field. Skips fields named in `users`, also in nested objects. */
const chineseIn = (value: unknown, users: ReadonlySet<string>, name = ''): string[] => {
  if (users.has(name)) return []
  if (typeof value === 'string') return HAN.test(given.reduce((text, one) => text.replaceAll(one, ''), value)) ? [`${name}: ${value}`] : []
  if (Array.isArray(value)) return value.flatMap((one) => chineseIn(one, users, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => chineseIn(one, users, key))
}
const must = async <T>(path: string, body: object): Promise<T> => {
  const { code, msg, data } = await english.post<T>(`/api/${path}`, body)
  expect(code, `${path}: ${msg}`).toBe(200)
  return data
}

beforeAll(async () => {
  product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '60', DEMO_DEVICES: '20', DEMO_NIGHTS: '2', DEMO_STRATEGIES: '1', DEMO_ROWS: '1' },
  })
  english = await product.signIn({ lang: 'en-US' })
  const { system } = product.platform
  const [lamp] = await system.query<{ id: string; sn: string }>(
    `select r.device_id::text as id, r.sn from devices_registered r where r.tenant_id = $1 and r.type = 4
       and not exists (select from devices_fault f where f.device_id = r.device_id) order by r.sn limit 1`,
    [TENANT],
  )
  // A finding of the nightly run, and the alarm that follows from it.
  const finding = await insertRow(product, TENANT, 'diagnosis_record', {
    kind: 1,
    status: 1,
    sn: lamp?.sn,
    name: '路灯',
    device_id: lamp?.id,
    device_type: 4,
    nights: 2,
    proof: 1,
    clean: 0,
    test_state: 0,
    correction: 0,
    first_day: '2026-01-01',
    last_day: '2026-01-02',
    value: 0.005,
    threshold: 0.3,
    evidence: '夜间功率为同组的 0.5 %',
    evidence_en: 'Power by night is 0.5 % of its group',
    found_at: new Date(),
  })
  await followAlarms(product.platform)
  // An incident of a carrier, which has ended.
  await insertRow(product, TENANT, 'alarms_incident', {
    state: 2,
    cause: 1,
    severity: 1,
    name: '中国移动 / China Mobile 12 / 40',
    began_at: new Date(Date.now() - 7_200_000),
    ended_at: new Date(Date.now() - 3_600_000),
    lost: 12,
    total: 40,
    confidence: 90,
    evidence: 'sessions',
  })
  const [record] = await system.query<{ alarm: string | null }>('select alarm_id::text as alarm from diagnosis_record where id = $1', [
    finding,
  ])
  foundAlarm = record?.alarm ?? ''
  // A transmission that cannot be sent: there is no configuration for text messages.
  const target = await must<{ id: string }>('blade-alarm/forwardTarget/submit', {
    name: '值班手机',
    kind: 2,
    phones: '13800000001',
    severity: 2,
    alarmType: 100,
    hourly: 2,
    enable: 1,
  })
  expect(await must('blade-alarm/forwardTarget/test', { ids: target.id })).toEqual({
    ok: false,
    code: null,
    reason: 'no SMS configuration in use',
  })
  const named = await product.platform.system.query<{ name: string }>('select name from media_on_off_strategy')
  given = named.map(({ name }) => name)
})
afterAll(() => product?.stop())

test.each(LISTS)('$path answers in English', async ({ path, query = {}, texts = [], mayBeEmpty }) => {
  const { code, msg, data } = await english.get<{ records: unknown[] } | unknown[]>(`/api/${path}`, { size: 100, ...query })
  expect(code, msg).toBe(200)
  const rows = Array.isArray(data) ? data : data.records
  if (!mayBeEmpty) expect(rows.length).toBeGreaterThan(0)
  const users = new Set<string>([...NAMES, ...titlesOf(path), ...texts])
  expect([...new Set(rows.flatMap((row) => chineseIn(row, users)))]).toEqual([])
})

test('the alarm of a finding has its evidence in the language of the page', async () => {
  const chinese = await product.signIn()
  const evidenceIn = async (client: ApiClient) =>
    (await client.get<{ value: string }>('/api/blade-alarm/alarm/detail', { id: foundAlarm })).data.value
  expect(await evidenceIn(english)).toBe('Power by night is 0.5 % of its group')
  expect(await evidenceIn(chinese)).toBe('夜间功率为同组的 0.5 %')
})

test('the incident of a carrier has its name in the language of the page', async () => {
  const chinese = await product.signIn()
  const namesIn = async (client: ApiClient) =>
    (await client.get<{ records: { name: string }[] }>('/api/blade-alarm/incident/page', { state: 2, size: 100 })).data.records.map(
      ({ name }) => name,
    )
  expect(await namesIn(english)).toContain('China Mobile 12 / 40')
  expect(await namesIn(chinese)).toContain('中国移动 12 / 40')
})

test('a transmission has its content and reason in the language of the page', async () => {
  const chinese = await product.signIn()
  const logged = async (client: ApiClient) =>
    (await client.get<{ records: object[] }>('/api/blade-alarm/warningTransitInfo/page', { targetName: '值班手机' })).data.records[0]
  expect(await logged(english)).toMatchObject({ content: 'Forwarding test', reason: 'no SMS configuration in use' })
  expect(await logged(chinese)).toMatchObject({ content: '转发测试', reason: '没有启用的短信配置' })
})
