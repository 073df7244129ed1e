import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelOf, titleName } from '@lamplight/fields/model'
import { inspectInventory } from '@lamplight/inventory'
import type { Field, ResourceDefinition } from '@lamplight/kit'
import { titleField, writableFields } from '@lamplight/server-kit'
import { type ApiClient, addUser, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { resourcesOfRun } from '../api/kinds.ts'
import { knownRows } from '../api/known-rows.ts'
import { createSamples, type Samples } from '../api/samples.ts'
import { exported } from './exported.ts'

const all = slices.flatMap((slice) => slice.resources ?? []).map(({ resource }): ResourceDefinition => resource)
const listing = all.filter(({ api }) => api.verbs.some((verb) => verb === 'list' || verb === 'page'))
/** The resources that this run tries. */
const tried = resourcesOfRun(listing, import.meta.url)
/** Resources whose rows may belong to any tenant, but only platform administrators manage them (decisions.md B5). */
const PLATFORMS = new Set([
  'identity.tenant',
  'system.oss',
  'system.sms',
  'system.smsMessage',
  'system.datasource',
  'system.code',
  'system.backup',
  'devices.esimCard',
])
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
let product: TestPlatform
let admin: ApiClient
let english: ApiClient
let guest: ApiClient
let chief: ApiClient
let samples: Samples

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '40' } })
  admin = await product.signIn()
  english = await product.signIn({ lang: 'en-US' })
  guest = await product.signIn({ tenantId: '100001', account: 'guest' })
  chief = await addUser(product, { tenantId: '100001', account: 'export_chief' })
  samples = createSamples(admin, product.registry.resources)
  const lamps = await admin.get<{ records: { id: string }[] }>('/api/blade-city/lamp/list', { size: 3 })
  const ids = lamps.data.records.map(({ id }) => id)
  expect((await admin.post('/api/blade-city/lamp/dim', { ids, level: 40, duration: 60 })).code).toBe(200)
  const unadded = listing.filter((resource) => !adds(resource)).map(({ name }) => name)
  await knownRows(product, '000000', admin, unadded)
})
afterAll(() => product?.stop())

type Row = Record<string, unknown> & { id: string; children?: Row[] }
const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])])
/** Returns the rows of a list as the console shows it; a tree is flattened. */
const listed = async (resource: ResourceDefinition, query: Record<string, string> = {}): Promise<Row[]> => {
  const verb = resource.list?.tree || !resource.api.verbs.includes('page') ? 'list' : 'page'
  const { data, code, msg } = await admin.get<Row[] | { records: Row[] }>(`/api/${resource.api.base}/${verb}`, { size: -1, ...query })
  expect(code, msg).toBe(200)
  return flat(Array.isArray(data) ? data : data.records)
}
/** Reads a list and its export again until no row was added between them; logs grow during the test. */
const atOneMoment = async (
  resource: ResourceDefinition,
  query: Record<string, string>,
  take: () => Promise<string[][]>,
): Promise<[Row[], string[][]]> => {
  let before = await listed(resource, query)
  for (let tries = 0; ; tries += 1) {
    const [, ...lines] = await take()
    const after = await listed(resource, query)
    if (tries === 9 || before.map(({ id }) => id).join() === after.map(({ id }) => id).join()) return [after, lines]
    before = after
  }
}
const wireOf = (resource: ResourceDefinition, name: string): string => {
  const field = resource.fields[name] as Field
  return modelOf(field).wireNames(name, field.options)[0] as string
}
/** The name under which a row has the text of a field that the sheet shows: the title of a reference, else the value. */
const shownAs = (resource: ResourceDefinition, name: string): string => {
  const { kind, options } = resource.fields[name] as Field
  return kind === 'ref' ? titleName(name, options) : wireOf(resource, name)
}
const references = (resource: ResourceDefinition): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => (field.kind === 'ref' && !field.options.from ? [name] : []))
const texts = (resource: ResourceDefinition): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => (field.kind === 'text' && !field.options.from ? [name] : []))
const adds = (resource: ResourceDefinition): boolean => samples.addPath(resource) !== null

test('every resource with a list has an export, and a button with its right', async () => {
  expect(listing.filter(({ io }) => !io?.export).map(({ name }) => name)).toEqual([])
  const buttons = JSON.stringify((await admin.get('/api/blade-system/menu/buttons')).data)
  expect(listing.filter(({ code }) => !buttons.includes(`"${code}_export"`)).map(({ name }) => name)).toEqual([])
})

describe.each(tried.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test('exports the rows of its list in the same order', async () => {
    if (adds(resource)) for (let n = 0; n < 3; n += 1) await samples.create(resource)
    const title = titleField(resource)
    const sorts: Record<string, string>[] = [{}, { descs: wireOf(resource, title) }, { ascs: 'createTime' }]
    for (const sort of sorts) {
      const [rows, lines] = await atOneMoment(resource, sort, () =>
        exported(admin, resource, { ...sort, columns: [title, ...texts(resource), 'createTime'].join(',') }),
      )
      expect(rows.length).toBeGreaterThan(0)
      const parent = resource.list?.tree ? 1 : 0
      const wanted = rows.map((row) => [String(row[shownAs(resource, title)]), row.createTime])
      expect(lines.map((line) => [line[0], line.at(-1)])).toEqual(wanted)
      if (parent) {
        const names = new Map(rows.map((row) => [row.id, row[wireOf(resource, title)]]))
        expect(lines.map((line) => line[1])).toEqual(rows.map((row) => names.get(String(row.parentId)) ?? ''))
      }
    }
  })

  test('applies the filter and the chosen rows', async () => {
    const rows = await listed(resource)
    const chosen = rows.slice(0, 2).map(({ id }) => id)
    const some = await exported(admin, resource, { ids: chosen.join(',') })
    expect(some).toHaveLength(1 + chosen.length)
    const searched = [...texts(resource), ...references(resource)].find(
      (name) => resource.fields[name]?.options.search && rows.some((row) => row[wireOf(resource, name)]),
    )
    if (!searched) throw new Error('it has no text to search by')
    const wire = wireOf(resource, searched)
    const value = String(rows.map((row) => row[wire]).findLast(Boolean))
    const matching = await listed(resource, { [`${wire}_equal`]: value })
    const [, ...lines] = await exported(admin, resource, { [`${wire}_equal`]: value, columns: searched })
    expect(matching.length).toBeGreaterThan(0)
    expect(lines).toHaveLength(matching.length)
    const shown = matching[0]?.[shownAs(resource, searched)]
    expect(lines.every((line) => line[0] === shown)).toBe(true)
    const unknown = resource.fields[searched]?.kind === 'ref' ? '1' : 'there is no such value'
    expect(await exported(admin, resource, { [`${wire}_equal`]: unknown })).toHaveLength(1)
  })

  test('has column titles in the requested language, never a secret', async () => {
    const [zh = []] = await exported(admin, resource)
    const [en = []] = await exported(english, resource)
    expect(en.join()).not.toMatch(/[\u4e00-\u9fff]/)
    const fields = Object.values(resource.fields).filter(({ kind, options }) => kind !== 'secret' && !options.hidden)
    expect(zh).toHaveLength(fields.length + fields.filter(({ kind }) => kind === 'geo').length)
    const secrets = Object.entries(resource.fields).filter(([, { kind }]) => kind === 'secret')
    for (const [name, { options }] of secrets) {
      expect([...zh, ...en]).not.toContain(options.label[0])
      expect([...zh, ...en]).not.toContain(options.label[1])
      expect((await exported(admin, resource, { columns: name }))[0]).toEqual(zh)
    }
  })

  test('is refused without the right, and contains no rows of another tenant', async () => {
    const refused = await guest.get(`/api/${resource.api.base}/export`)
    expect([refused.status, refused.msg]).toEqual([400, '没有该操作的权限'])
    expect((await product.anonymous.get(`/api/${resource.api.base}/export`)).status).toBe(401)
    if (resource.scope === 'global' || PLATFORMS.has(resource.name)) {
      expect((await chief.get(`/api/${resource.api.base}/export`)).msg).toBe('没有该操作的权限')
      return
    }
    const table = resource.name.replace('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const rows = await listed(resource)
    const foreign = rows.find(({ tenantId }) => tenantId === '000000')
    if (!foreign) throw new Error('tenant 000000 has no row')
    const own = await product.platform.system.query(`select 1 from ${table} where tenant_id = '100001' and not is_deleted`)
    expect(await exported(chief, resource)).toHaveLength(1 + own.length)
    expect(await exported(chief, resource, { ids: foreign.id })).toHaveLength(1)
  })

  test('refuses an invalid filter before the first byte is sent', async () => {
    const answer = await admin.get(`/api/${resource.api.base}/export`, { ids: 'x' })
    expect([answer.status, answer.msg.includes('ids')]).toEqual([400, true])
  })
})

test.each(tried.map((resource) => [resource.name, resource] as const))(
  '%s: a text that looks like a formula is exported as text',
  async (_name, resource) => {
    const formula = '=HYPERLINK("http://x")'
    const loose = writableFields(resource).find(
      ([, field]) =>
        field.kind === 'text' &&
        !field.options.unique &&
        !field.options.hidden &&
        !field.options.when &&
        modelOf(field).check(formula, field.options) === null,
    )
    if (!loose || !adds(resource)) return
    const [name] = loose
    const made = await admin.post<{ id: string }>(samples.addPath(resource) as string, {
      ...(await samples.body(resource)),
      [wireOf(resource, name)]: formula,
    })
    expect(made.code, made.msg).toBe(200)
    const [, ...lines] = await exported(admin, resource, { ids: made.data.id, columns: name })
    expect(lines.map((line) => line[0])).toEqual([`'${formula}`])
  },
)

test('a workbook has the same rows, numbers as numbers, units, coordinates and the gateway; the file name describes the content', async () => {
  const columns = 'name,power,location,controllerId.gatewayId,postId.streetId'
  const query = new URLSearchParams({ columns, kind: '2', format: 'xlsx' })
  const response = await english.call('GET', `/api/blade-city/lamp/export?${query}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, XLSX_TYPE])
  const path = join(await mkdtemp(join(tmpdir(), 'export-')), 'lamps.xlsx')
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  const sheet = await inspectInventory(path)
  if ('refusal' in sheet) throw new Error(sheet.refusal[1])
  expect(sheet.columns.map(({ name }) => name)).toEqual([
    'Name',
    'Nominal power (W)',
    'Location longitude (WGS-84)',
    'Location latitude (WGS-84)',
    'Gateway',
    'Street',
  ])
  const lamp = all.find(({ name }) => name === 'lighting.lamp') as ResourceDefinition
  const [head, ...lines] = await exported(english, lamp, { columns, kind: '2' })
  expect(head).toEqual(sheet.columns.map(({ name }) => name))
  expect(sheet.rows.count).toBe(lines.length)
  expect(sheet.sample.slice(0, 5).map(({ cells }) => cells)).toEqual(lines.slice(0, 5))
  expect(sheet.columns.map(({ type }) => type)).toEqual(['text', 'number', 'number', 'number', 'text', 'text'])
  expect(lines[0]?.[4]).toMatch(/^GW/)
  const name = decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '')
  expect(name).toMatch(new RegExp(`^Lamp_Mains_${lines.length} rows_\\d{4}-\\d\\d-\\d\\d\\.xlsx$`))
  expect((await admin.get('/api/blade-city/lamp/export', { format: 'pdf' })).status).toBe(400)
})

test('states, flags and dictionary keys are exported as text', async () => {
  const lamp = all.find(({ name }) => name === 'lighting.lamp') as ResourceDefinition
  const made = await samples.create(lamp)
  const columns = 'kind,lampType,currentControllerStatus,location'
  expect((await exported(admin, lamp, { ids: made, columns }))[1]).toEqual(['智慧灯', '智慧路灯', '离线', '112.9388', '28.2282'])
  expect((await exported(english, lamp, { ids: made, columns }))[1]).toEqual(['Smart', 'Smart', 'Offline', '112.9388', '28.2282'])
  const controller = all.find(({ name }) => name === 'lighting.controller') as ResourceDefinition
  const other = await samples.create(controller)
  expect((await exported(english, controller, { ids: other, columns: 'twoWay,online,activated' }))[1]).toEqual([
    'Yes',
    'Offline',
    'Activated',
  ])
})

test('a tenant with rights of the platform still cannot change shared rows, and the error says so', async () => {
  await product.platform.system.query(
    `insert into identity_role_menu (role_id, menu_code, tenant_id)
     select r.id, code, '100001' from identity_role r, unnest($1::text[]) code where r.tenant_id = '100001' and r.role_alias = 'admin'`,
    [
      [
        'param_view',
        'param_add',
        'param_edit',
        'param_delete',
        'menu_view',
        'menu_edit',
        'menu_delete',
        'dict_view',
        'dict_edit',
        'dict_delete',
      ],
    ],
  )
  const again = await product.signIn({ tenantId: '100001', account: 'export_chief', password: 'Contract-1' })
  for (const resource of tried.filter(({ scope }) => scope === 'global')) {
    if (adds(resource)) await samples.create(resource)
    const row = (await listed(resource)).find(({ children }) => !children) as Row
    const before = JSON.stringify(await listed(resource))
    const removed = await again.post(`/api/${resource.api.base}/remove`, undefined, { ids: row.id })
    expect([resource.name, removed.status, removed.msg]).toEqual([resource.name, 400, '没有该操作的权限'])
    const changed = await again.post(`/api/${resource.api.base}/submit`, row)
    expect([resource.name, changed.status, changed.msg]).toEqual([resource.name, 400, '没有该操作的权限'])
    expect(JSON.stringify(await listed(resource))).toBe(before)
  }
})
