import { controlServer } from '@lamplight/control/server'
import { devicesServer } from '@lamplight/devices/server'
import { identityServer } from '@lamplight/identity/server'
import { lightingServer } from '@lamplight/lighting/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CUSTOM_BATTERY_PROJECTS } from '../model/params.ts'
import { solarServer } from './index.ts'

const TENANT = '000000'
const BATTERY = '/api/blade-sun/customBattery'
const VALUE = { capacityAh: 80, ratedV: 12.8, chargeLimitV: 14.4, dischargeLimitV: 10.5, curve: '10.5:0,12.8:50,14.4:100' }

let product: TestPlatform
let admin: ApiClient
let projectId: string

beforeAll(async () => {
  const slices = [systemServer, identityServer, placesServer, devicesServer, controlServer, lightingServer, solarServer]
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  admin = await product.signIn()
  projectId = product.platform.newId()
  await product.platform.system.query('insert into places_projects (id, tenant_id, name, type) values ($1, $2, $3, 200)', [
    projectId,
    TENANT,
    '阳光村',
  ])
})
afterAll(() => product?.stop())

const hidden = async (query: object): Promise<readonly string[]> =>
  (await admin.get<string[]>('/api/blade-sun/sunfunction/hidden', { ...query })).data
const listProject = async (value: string): Promise<void> => {
  const { data } = await admin.get<{ records: { id: string }[] }>('/api/blade-system/param/list', { paramKey: CUSTOM_BATTERY_PROJECTS })
  const body = { id: data.records[0]?.id, paramName: '自定义电池', paramKey: CUSTOM_BATTERY_PROJECTS, paramValue: value }
  const answer = await admin.post('/api/blade-system/param/submit', body)
  expect(answer.code, answer.msg).toBe(200)
}

test('rt.sun.sunFunction: a project hides the pages of its missing functions; others show all', async () => {
  expect(await hidden({})).toEqual(['/sun/param/customBattery'])
  const body = { name: '阳光村', projectId, waterLevel: 0, lora: 0 }
  expect((await admin.post('/api/blade-sun/sunfunction/submit', body)).code).toBe(200)
  expect(await hidden({ projectId })).toEqual(expect.arrayContaining(['/sun/param/waterlevel', '/sun/lora', '/sun/param/customBattery']))
  expect(await hidden({ projectId })).not.toContain('/sun/param/lampSway')
  expect(await hidden({ projectId: '1' })).toEqual(['/sun/param/customBattery'])
  expect((await admin.post('/api/blade-sun/sunfunction/submit', { ...body, name: '再来' })).body).toMatchObject({
    code: 400,
    field: 'projectId',
  })
})

test('sun.customBattery rule.battery.custom: custom batteries go only to lamps of listed projects', async () => {
  const bad = await admin.post(`${BATTERY}/submit`, { name: '坏', ...VALUE, curve: '10.5:0' })
  expect(bad.body).toMatchObject({ code: 400, field: 'curve' })
  const falling = await admin.post(`${BATTERY}/submit`, { name: '坏', ...VALUE, curve: '10.5:0,10.4:50' })
  expect(falling.body).toMatchObject({ code: 400, field: 'curve' })
  const low = await admin.post(`${BATTERY}/submit`, { name: '坏', ...VALUE, chargeLimitV: 10 })
  expect(low.body).toMatchObject({ code: 400, field: 'chargeLimitV' })
  const made = await admin.post<{ id: string }>(`${BATTERY}/submit`, { name: '自配电池', ...VALUE })
  expect(made.code, made.msg).toBe(200)
  const lamp = await admin.post<{ id: string }>('/api/blade-sun/device/submit', { sn: 'SL-CB', projectId })
  const send = () => admin.post<{ batchId: string }>(`${BATTERY}/send`, { ids: made.data.id, deviceIds: lamp.data.id })
  expect((await send()).body).toMatchObject({ code: 400, field: 'deviceIds' })
  await listProject(`1,${projectId}`)
  expect(await hidden({ projectId })).not.toContain('/sun/param/customBattery')
  const sent = await send()
  expect(sent.code, sent.msg).toBe(200)
  const [row] = await product.platform.system.query<{ args: string }>('select args from control_batch where id = $1', [sent.data.batchId])
  expect(JSON.parse(row?.args ?? '{}')).toMatchObject({ family: 'customBattery', value: VALUE })
})
