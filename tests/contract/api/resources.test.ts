import { modelOf } from '@lamplight/fields/model'
import type { ResourceDefinition } from '@lamplight/kit'
import { tableOf, writableFields } from '@lamplight/server-kit'
import { type ApiAnswer, type ApiClient, addUser, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { resourcesOfRun } from './kinds.ts'
import { createSamples, type Samples } from './samples.ts'

const all = slices.flatMap((slice) => slice.resources ?? []).map(({ resource }) => resource)
const adding = all.filter(({ api }) => api.verbs.some((verb) => ['submit', 'save', 'create'].includes(verb)))
/** The resources that this run tries. */
const tried = resourcesOfRun<ResourceDefinition>(all, import.meta.url)
const added = tried.filter((resource) => adding.includes(resource))
let product: TestPlatform
let admin: ApiClient
let english: ApiClient
let guest: ApiClient
let stranger: ApiClient
let samples: Samples
let foreign: Samples

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '40' } })
  admin = await product.signIn()
  english = await product.signIn({ lang: 'en-US' })
  guest = await product.signIn({ tenantId: '100001', account: 'guest' })
  stranger = await addUser(product, { tenantId: '100001', account: 'contract_admin' })
  samples = createSamples(admin, product.registry.resources)
  foreign = createSamples(stranger, product.registry.resources)
})
afterAll(() => product?.stop())

const listPath = (resource: ResourceDefinition): string | null => {
  const verb = (['page', 'list'] as const).find((one) => resource.api.verbs.includes(one))
  return verb ? `/api/${resource.api.base}/${verb}` : null
}
const detail = (client: ApiClient, resource: ResourceDefinition, id: string): Promise<ApiAnswer<Record<string, unknown>>> =>
  resource.api.verbs.includes('get')
    ? client.get(`/api/${resource.api.base}/${id}`)
    : client.get(`/api/${resource.api.base}/detail`, { id })
const hasDetail = (resource: ResourceDefinition): boolean => resource.api.verbs.includes('get') || resource.api.verbs.includes('detail')
const change = (client: ApiClient, resource: ResourceDefinition, body: Record<string, unknown>): Promise<ApiAnswer> => {
  const { base, verbs } = resource.api
  if (verbs.includes('submit')) return client.post(`/api/${base}/submit`, body)
  return verbs.includes('update') ? client.post(`/api/${base}/update`, body) : client.put(`/api/${base}`, body)
}
const remove = (client: ApiClient, resource: ResourceDefinition, ids: string): Promise<ApiAnswer> =>
  resource.api.verbs.includes('remove')
    ? client.post(`/api/${resource.api.base}/remove`, undefined, { ids })
    : client.delete(`/api/${resource.api.base}`, { ids })
const removes = (resource: ResourceDefinition): boolean => resource.api.verbs.some((verb) => verb === 'remove' || verb === 'delete')
const living = async (resource: ResourceDefinition): Promise<number> =>
  (await product.platform.system.query<{ n: number }>(`select count(*)::int as n from ${tableOf(resource)} where not is_deleted`))[0]?.n ??
  -1
const rowsOf = (data: unknown): Record<string, unknown>[] =>
  Array.isArray(data) ? data : ((data as { records: Record<string, unknown>[] }).records ?? [])

/** By what the product manages: its resource. Work orders and firmware upgrades have none yet; whoever builds them adds them here. */
const MANAGED = {
  'lamp posts': 'lighting.post',
  controllers: 'lighting.controller',
  gateways: 'devices.gateway',
  'LoRa modules': 'lora.module',
  cameras: 'media.camera',
  'info screens': 'media.infoScreen',
  sensors: 'environment.envSensor',
  'manhole covers': 'environment.well',
  'trash bins': 'environment.trash',
  strategies: 'strategies.strategy',
  alarms: 'alarms.alarm',
} as const
const NOT_BUILT = ['blade-workorder/', 'blade-firmware/'] as const

test('rule.product.manages: who administers a tenant lists each kind of thing and has calls that change it; what is not built is not routed', async () => {
  const { paths } = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> }
  const changing = Object.keys(paths).filter((path) => Object.keys(paths[path] ?? {}).some((method) => method !== 'get'))
  for (const [what, name] of Object.entries(MANAGED)) {
    const resource = all.find((one) => one.name === name) as ResourceDefinition
    expect((await stranger.get(listPath(resource) as string, { current: 1, size: 1 })).code, what).toBe(200)
    expect(
      changing.filter((path) => path.startsWith(`/api/${resource.api.base}/`) || path === `/api/${resource.api.base}`),
      what,
    ).not.toEqual([])
    if (!adding.includes(resource) || !removes(resource)) continue
    const id = await samples.create(resource)
    expect((await detail(admin, resource, id)).code, what).toBe(200)
    const removed = await remove(admin, resource, id)
    expect(removed.code, `${what}: ${removed.msg}`).toBe(200)
    expect((await detail(admin, resource, id)).code, what).not.toBe(200)
  }
  expect(Object.keys(paths).filter((path) => NOT_BUILT.some((base) => path.startsWith(`/api/${base}`)))).toEqual([])
})

describe.each(tried.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test('has texts in both languages', () => {
    for (const text of [resource.label, ...Object.values(resource.fields).map((field) => field.options.label)]) {
      expect(text[0]).not.toBe('')
      expect(text[1]).not.toBe('')
      expect(text[1]).not.toMatch(/[\u4e00-\u9fff]/)
    }
  })

  test('rule.call.list: its list answers with records and an exact total, and refuses an invalid page', async () => {
    const path = listPath(resource)
    if (!path) throw new Error('it has no list')
    const count = async (): Promise<number> => {
      const [row] = await product.platform.system.query<{ n: number }>(
        `select count(*)::int as n from ${tableOf(resource)} where not is_deleted ${['tenant', 'project'].includes(resource.scope) ? "and tenant_id = '000000'" : ''}`,
      )
      return row?.n ?? -1
    }
    // Log rows are added during the request, so the total lies between the counts before and after.
    const before = await count()
    const answer = await admin.get<Record<string, unknown>>(path, { current: 1, size: 200 })
    expect(answer.code, answer.msg).toBe(200)
    if (!Array.isArray(answer.data)) {
      expect(answer.data.total).toBeGreaterThanOrEqual(before)
      expect(answer.data.total).toBeLessThanOrEqual(await count())
    }
    // Lists of trees are complete and have no pages (wire-contract 4).
    if (!resource.list?.tree) {
      expect((await admin.get(path, { current: 'x' })).status).toBe(400)
      expect((await admin.get(path, { size: '1e99' })).status).toBe(400)
    }
    expect((await admin.get(path, { current: 1, size: -1 })).code).toBe(200)
  })

  test('refuses callers without a sign-in or without the right', async () => {
    const path = listPath(resource) as string
    expect((await product.anonymous.get(path)).status).toBe(401)
    for (const verb of resource.api.verbs) {
      if (!['submit', 'save', 'create', 'update', 'put', 'remove', 'delete'].includes(verb)) continue
      const before = await living(resource)
      const address =
        verb === 'create' || verb === 'put' || verb === 'delete' ? `/api/${resource.api.base}` : `/api/${resource.api.base}/${verb}`
      const answer =
        verb === 'put'
          ? await guest.put(address, {})
          : verb === 'delete'
            ? await guest.delete(address, { ids: '1' })
            : await guest.post(address, {}, { ids: '1' })
      expect(answer.code, `${verb}: ${answer.msg}`).toBe(400)
      expect(answer.msg).toBe('没有该操作的权限')
      expect(await living(resource)).toBe(before)
    }
  })
})

describe.each(added.map((resource) => [resource.name, resource] as const))('%s can be written', (_name, resource) => {
  test('rule.call.save rule.call.remove: adds, shows, changes and removes a row', async () => {
    const id = await samples.create(resource)
    if (hasDetail(resource)) {
      const shown = await detail(admin, resource, id)
      expect(shown.code, shown.msg).toBe(200)
      const same = await change(admin, resource, { ...shown.data, $index: 0 })
      expect(same.code, `a row must be accepted as it was returned: ${same.msg}`).toBe(200)
    }
    const path = listPath(resource) as string
    const found = rowsOf((await admin.get(path, { current: 1, size: 10, ids: id })).data)
    expect(found.some((row) => row.id === id)).toBe(true)
    if (!removes(resource)) return
    const gone = await remove(admin, resource, id)
    expect(gone.code, gone.msg).toBe(200)
    if (hasDetail(resource)) expect((await detail(admin, resource, id)).msg).toBe('数据不存在或已被删除')
    expect((await remove(admin, resource, id)).code).toBe(400)
  })

  test('names the field of an invalid value, in both languages, and changes nothing', async () => {
    const path = samples.addPath(resource) as string
    const body = await samples.body(resource)
    const before = await living(resource)
    for (const [name, field] of writableFields(resource)) {
      const wire = modelOf(field).wireNames(name, field.options)[0] as string
      const wrong = { ...body, [wire]: { nested: ['x'] } }
      const zh = await admin.post(path, wrong)
      expect([zh.status, zh.code], `${wire}: ${zh.msg}`).toEqual([400, 400])
      expect(zh.msg.startsWith(`${wire}:`), `${wire}: ${zh.msg}`).toBe(true)
      const en = await english.post(path, wrong)
      expect(en.msg).not.toMatch(/[\u4e00-\u9fff]/)
      if (field.options.required && field.options.otherwise === undefined && field.options.initial === undefined) {
        const { [wire]: _left, ...without } = body
        expect((await admin.post(path, without)).msg.startsWith(`${wire}:`)).toBe(true)
      }
    }
    expect(await living(resource)).toBe(before)
  })

  test('hides rows of one tenant from another', async () => {
    const id = await samples.create(resource)
    const path = listPath(resource) as string
    const before = await living(resource)
    if (resource.scope !== 'global') {
      if (hasDetail(resource)) expect((await detail(stranger, resource, id)).code).toBe(400)
      expect(rowsOf((await stranger.get(path, { current: 1, size: 10, ids: id })).data).some((row) => row.id === id)).toBe(false)
    }
    const shown = hasDetail(resource) ? (await detail(admin, resource, id)).data : { id }
    expect((await change(stranger, resource, { ...shown, id })).code).toBe(400)
    if (removes(resource)) expect((await remove(stranger, resource, id)).code).toBe(400)
    expect(await living(resource)).toBe(before)
    const rights = await stranger.get<{ code: string; children?: { code: string }[] }[]>('/api/blade-system/menu/buttons')
    const mayAdd = JSON.stringify(rights.data).includes(`"${resource.code}_add"`)
    if (!mayAdd || resource.scope === 'global') return
    const own = await foreign.create(resource)
    if (resource.scope !== 'platform' && hasDetail(resource)) expect((await detail(admin, resource, own)).code).toBe(400)
  })
})
