import { decodeLampPacket } from '@lamplight/lamp-packet'
import { type ApiClient, createClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { must, ownRows } from '../api/own-rows.ts'

const TENANT = '100001'
const S = '/api/blade-system'
const VISUAL = '/api/blade-visual/visual'
const CONTENT = JSON.stringify({
  config: {
    scale: 1,
    theme: 'dark',
    placing: 'grid',
    background: 'default',
    projectId: '',
    areaId: '',
    watermark: { show: false, text: '', fontSize: 20, color: '#8793a3', degree: -20 },
  },
  items: [
    { id: 'n', widget: 'figure', x: 0, y: 0, w: 360, h: 180, query: 'lamps', columns: ['lamps'] },
    { id: 'm', widget: 'map', x: 0, y: 200, w: 900, h: 640 },
  ],
})
let product: TestPlatform
/** `chief` sees the whole tenant, `narrow` one lamp in one area, `beside` an area without lamps. */
let chief: ApiClient
let narrow: ApiClient
let beside: ApiClient
const ids: Record<string, string> = {}
let whole = 0
let project = ''
let area = ''
let empty = ''

const person = async (account: string, areaIds?: string): Promise<ApiClient> => {
  const [role] = await product.platform.system.query<{ id: string }>(
    "select id from identity_role where tenant_id = $1 and role_alias = 'admin' and not is_deleted",
    [TENANT],
  )
  const who = { tenantId: TENANT, account, password: 'Stored-12' }
  ids[account] = await must(await product.signIn(), '/api/blade-user/submit', { ...who, realName: account, roleId: role?.id })
  if (areaIds) {
    const placed = { id: ids[account], account, realName: account, roleId: role?.id, areaIds }
    expect((await chief.post('/api/blade-user/update', placed)).code).toBe(200)
  }
  return product.signIn(who)
}
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20', DEMO_DEVICES: '0' } })
  chief = await person('chief_stored')
  const own = await ownRows(chief)
  project = own.project
  area = own.area
  empty = await must(chief, `${S}/area/submit`, { areaName: '空区', areaCode: 'EMPTY' })
  narrow = await person('narrow_stored', area)
  beside = await person('beside_stored', empty)
  const total = async (client: ApiClient): Promise<number> => (await client.get<{ total: number }>('/api/blade-city/lamp/list')).data.total
  whole = await total(chief)
  expect([whole > 10, await total(narrow), await total(beside)]).toEqual([true, 1, 0])
})
afterAll(() => product?.stop())

const board = (by: ApiClient, title: string): Promise<string> => must(by, `${VISUAL}/submit`, { title, content: CONTENT, status: 1 })
/** Edits the content of a dashboard and publishes it. */
const edit = async (by: ApiClient, id: string): Promise<void> => {
  const { version } = (await by.get<{ version: number }>(`${VISUAL}/detail`, { id })).data
  const answer = await by.post(`${VISUAL}/submit`, { id, version, content: CONTENT, status: 1 })
  expect(answer.code, answer.msg).toBe(200)
}
const share = async (by: ApiClient, visualId: string): Promise<{ id: string; code: string }> => {
  const id = await must(by, `${VISUAL}/share/submit`, { name: '展厅', visualId })
  return { id, code: String((await by.get<{ shareCode: string }>(`${VISUAL}/share/detail`, { id })).data.shareCode) }
}
/** What a viewer without an account sees: the number of lamps as a figure and on the map, or the refusal. */
const viewed = async ({ code }: { code: string }): Promise<readonly [figure: number | string, map: number]> => {
  const nobody = createClient(product.url)
  const opened = await nobody.call('POST', '/api/blade-visual/shared/open', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  const headers = { cookie: opened.headers.get('set-cookie')?.split(';')[0] ?? '' }
  const data = await nobody.get<{ values: { id: string; rows: [number][] }[] }>('/api/blade-visual/shared/data', { code }, headers)
  const packet = await nobody.call('GET', `/api/blade-visual/shared/lamps?code=${code}`, { headers })
  const map = packet.status === 200 ? decodeLampPacket(await packet.arrayBuffer()).n : -1
  return [data.code === 200 ? Number(data.data.values.find(({ id }) => id === 'n')?.rows[0]?.[0]) : data.msg, map]
}

test('a link shows what its maker sees; after an edit by a user who sees less, it shows what that user sees', async () => {
  const id = await board(chief, '全区大屏')
  const link = await share(chief, id)
  expect(await viewed(link)).toEqual([whole, whole])
  await edit(narrow, id)
  expect(await viewed(link)).toEqual([1, 1])
  await edit(chief, id)
  expect(await viewed(link)).toEqual([whole, whole])
})

test('a user who sees less shares no more than that of the dashboard of another, also by editing the link of another', async () => {
  const id = await board(chief, '他人大屏')
  expect(await viewed(await share(narrow, id))).toEqual([1, 1])
  const link = await share(chief, id)
  expect((await narrow.post(`${VISUAL}/share/submit`, { id: link.id, name: '改名' })).code).toBe(200)
  expect(await viewed(link)).toEqual([1, 1])
})

test('if the maker and the editor each see rows that the other does not see, the link shows no data and says why', async () => {
  const id = await board(narrow, '片区大屏')
  const link = await share(narrow, id)
  expect(await viewed(link)).toEqual([1, 1])
  await edit(beside, id)
  expect(await viewed(link)).toEqual([expect.stringContaining('可见的数据范围不同'), -1])
})

test('rights are those of the moment: what the maker or the editor may not see any more, a link does not show', async () => {
  const id = await board(chief, '权限大屏')
  const editor = await person('leaver_stored')
  await edit(editor, id)
  const link = await share(chief, id)
  expect(await viewed(link)).toEqual([whole, whole])
  const [role] = await product.platform.system.query<{ id: string }>(
    "select id from identity_role where tenant_id = $1 and role_alias = 'guest' and not is_deleted",
    [TENANT],
  )
  const taken = await product.platform.system.query(
    "update identity_role_menu set menu_code = 'lamp_view_taken' where role_id = $1 and menu_code = 'lamp_view' returning 1",
    [role?.id],
  )
  expect(taken.length).toBe(1)
  expect((await chief.post('/api/blade-user/grant', undefined, { userIds: ids.leaver_stored ?? '', roleIds: role?.id ?? '' })).code).toBe(
    200,
  )
  expect((await viewed(link))[1]).toBe(-1)
  expect((await chief.post('/api/blade-user/remove', undefined, { ids: ids.leaver_stored ?? '' })).code).toBe(200)
  expect(await viewed(link)).toEqual([expect.stringContaining('可见的数据范围不同'), -1])
})

test('a user of one area shares maps of that area only; a shared map shows what its maker and its last editor see when it is opened', async () => {
  const link = { name: '地图', expireTime: '2099-01-01 00:00:00' }
  const lampsOf = async (id: string): Promise<number> => {
    const code = String((await chief.get<{ shareCode: string }>(`${S}/mapShare/detail`, { id })).data.shareCode)
    const packet = await product.anonymous.call('GET', `/api/blade-city/lamp/shared?code=${code}`)
    return packet.status === 200 ? decodeLampPacket(await packet.arrayBuffer()).n : -1
  }
  const place = (account: string, areaIds: string) =>
    chief.post('/api/blade-user/update', { id: ids[account], account, realName: account, areaIds })
  const refused = await narrow.post(`${S}/mapShare/submit`, { ...link, projectId: project })
  expect([refused.code, refused.body.field]).toEqual([400, 'areaId'])
  const ofChief = await must(chief, `${S}/mapShare/submit`, { ...link, projectId: project })
  const ofNarrow = await must(narrow, `${S}/mapShare/submit`, { ...link, areaId: area })
  const edited = await must(chief, `${S}/mapShare/submit`, { ...link, areaId: area })
  expect((await narrow.post(`${S}/mapShare/submit`, { id: edited, ...link, areaId: area, name: '改名' })).code).toBe(200)
  expect([await lampsOf(ofChief), await lampsOf(ofNarrow), await lampsOf(edited)]).toEqual([1, 1, 1])
  expect((await place('narrow_stored', empty)).code).toBe(200)
  expect([await lampsOf(ofChief), await lampsOf(ofNarrow), await lampsOf(edited)]).toEqual([1, 0, 0])
  expect((await chief.post('/api/blade-user/remove', undefined, { ids: ids.narrow_stored ?? '' })).code).toBe(200)
  expect([await lampsOf(ofChief), await lampsOf(ofNarrow), await lampsOf(edited)]).toEqual([1, -1, -1])
})
