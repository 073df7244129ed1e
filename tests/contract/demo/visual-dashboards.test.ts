import { type ApiClient, createClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const BASE = '/api/blade-visual/visual'
const SHARED = '/api/blade-visual/shared'
const HOUR = 3_600_000
let product: TestPlatform
let admin: ApiClient
let other: ApiClient
let ahead = 0
const clock = { now: () => Date.now() + ahead }

beforeAll(async () => {
  product = await testPlatform({ slices, clock, config: { DEMO_LAMPS: '60', TRUST_PROXY: '1' } })
  admin = await product.signIn()
  other = await product.signIn({ tenantId: '100001', account: 'operator' })
})
afterAll(() => product?.stop())

interface Board {
  id: string
  title: string
  version: number
  publishedVersion: number
  status: number
  locked: number
  password: string
  content: string
  width: number
  height: number
}
interface Values {
  version: number
  values: { id: string; refused: boolean; link: string; columns: { code: string }[]; rows: (string | number | null)[][] }[]
}
const config = {
  scale: 1,
  theme: 'dark',
  placing: 'grid',
  background: 'default',
  projectId: '',
  areaId: '',
  watermark: { show: true, text: '{user}', fontSize: 20, color: '#8793a3', degree: -20 },
}
const figure = (column: string, more: object = {}) => ({
  id: `w-${column}`,
  widget: 'figure',
  x: 0,
  y: 0,
  w: 360,
  h: 180,
  query: 'lamps',
  columns: [column],
  ...more,
})
const contentOf = (...items: object[]): string => JSON.stringify({ config, items })
const submit = (client: ApiClient, body: object) => client.post<{ id: string }>(`${BASE}/submit`, body)
const detail = async (id: string): Promise<Board> => (await admin.get<Board>(`${BASE}/detail`, { id })).data
/** Adds a dashboard with this content and publishes it; returns its id. */
const published = async (title: string, content: string, more: object = {}): Promise<string> => {
  const { data, msg } = await submit(admin, { title, content, status: 1, ...more })
  expect(data?.id, msg).toBeTruthy()
  return data.id
}
const shareOf = async (visualId: string): Promise<{ id: string; code: string }> => {
  const { data } = await admin.post<{ id: string }>(`${BASE}/share/submit`, { name: '展厅', visualId })
  const row = (await admin.get<{ shareCode: string }>(`${BASE}/share/detail`, { id: data.id })).data
  return { id: data.id, code: row.shareCode }
}
/** A browser without a session: keeps the cookie of the last answer that set one. */
const visitor = (ip = '198.51.100.7') => {
  let cookie = ''
  const nobody = createClient(product.url)
  const send = async <T>(method: string, path: string, body?: object) => {
    const init = { headers: { cookie, 'x-forwarded-for': ip, ...(body && { 'content-type': 'application/json' }) } }
    const response = await nobody.call(method, path, { ...init, ...(body && { body: JSON.stringify(body) }) })
    const set = response.headers.get('set-cookie')
    if (set) cookie = set.split(';')[0] ?? ''
    const text = await response.text()
    const parsed = text.startsWith('{') ? JSON.parse(text) : { data: text }
    return { status: response.status, set: set ?? '', msg: String(parsed.msg ?? ''), data: parsed.data as T }
  }
  return {
    open: (code: string, password?: string) => send('POST', `${SHARED}/open`, { code, password }),
    get: <T>(path: string, code: string) => send<T>('GET', `${SHARED}/${path}?code=${code}`),
    cookie: () => cookie,
    wear: (given: string) => {
      cookie = given
    },
  }
}

test('visual.submit, visual.detail, rule.visual.fields, rule.limits.other: a dashboard has the defaults of the product; its limits, which the specification does not state, are named in the refusal; names of a content are checked; no edit is lost', async () => {
  const id = (await submit(admin, { title: '默认大屏' })).data.id
  expect(await detail(id)).toMatchObject({ width: 1920, height: 1080, status: 0, locked: 0, version: 1, password: '' })
  expect(JSON.parse((await detail(id)).content)).toMatchObject({
    items: [],
    config: { scale: 1, watermark: { fontSize: 20, degree: -20 } },
  })
  for (const [side, value] of [
    ['width', 319],
    ['width', 7681],
    ['height', 319],
    ['height', 7681],
  ] as const) {
    const answer = await submit(admin, { id, [side]: value })
    expect([answer.status, answer.msg]).toEqual([400, expect.stringMatching(/320|7680/)])
  }
  const edit = (content: string, version = 1) => submit(admin, { id, version, content })
  const refused = [
    [contentOf(figure('lamps', { query: 'select 1' })), /query select 1/],
    [contentOf(figure('passwords')), /columns passwords/],
    [contentOf(figure('lamps', { url: 'http://x' })), /url/],
    [contentOf(figure('lamps', { widget: 'picture', query: undefined, columns: undefined, file: '42' })), /file 42/],
    [contentOf(figure('rate', { query: 'reports.online', by: 'password' })), /by password/],
    ['{', /JSON/],
  ] as const
  for (const [content, why] of refused) expect((await edit(content)).msg).toMatch(why)
  expect((await edit(contentOf(figure('lamps')))).status).toBe(200)
  expect((await edit(contentOf(figure('on')))).msg).toContain('版本 2')
  // A size that cuts a widget off is refused.
  expect((await submit(admin, { id, width: 320 })).msg).toContain('超出')
  expect((await admin.post(`${BASE}/restore`, { id, restored: 1 })).status).toBe(200)
  expect(await detail(id)).toMatchObject({ version: 3 })
  expect(JSON.parse((await detail(id)).content).items).toEqual([])
})

test('viewers see the published version until the next one is published; a copy is a draft of its own', async () => {
  const id = await published('发布大屏', contentOf(figure('lamps')))
  await submit(admin, { id, version: 1, content: contentOf(figure('on')) })
  const shown = async () => JSON.parse((await admin.get<Board>(`${BASE}/view`, { id })).data.content).items[0].columns
  expect(await shown()).toEqual(['lamps'])
  expect((await admin.post(`${BASE}/publish`, { id })).status).toBe(200)
  expect(await shown()).toEqual(['on'])
  expect((await admin.post(`${BASE}/copy`, { id })).status).toBe(200)
  const copies = (await admin.get<{ records: Board[] }>(`${BASE}/list`, { title: '发布大屏 (2)' })).data.records
  expect(copies).toMatchObject([{ status: 0, width: 1920 }])
  await admin.post(`${BASE}/screen`, { id })
  expect((await admin.get<Board>(`${BASE}/view`)).data.id).toBe(id)
  await admin.post(`${BASE}/screen`, { id: copies[0]?.id })
  // The copy is not published: the data screen shows the built-in totals.
  expect((await admin.get<Board>(`${BASE}/view`)).data.id).toBe('')
  expect((await admin.post(`${BASE}/withdraw`, { id })).status).toBe(200)
  expect((await admin.get(`${BASE}/view`, { id })).msg).toContain('不存在')
})

/** Rollups of three days: 12 kWh a day in the area 0. */
const metered = async (): Promise<void> => {
  const keys = {
    devices_area_daily: 'project_id, area_id, supplier_id',
    devices_project_daily: 'project_id, supplier_id',
    devices_place_daily: 'area_id',
  }
  for (const [table, key] of Object.entries(keys))
    await product.platform.system.query(
      `insert into ${table} (tenant_id, day, ${key}, devices, due, energy, on_ms, online_ms, due_ms)
       select '000000', (now() at time zone 'Asia/Shanghai')::date - n, ${key.replace(/\w+_id/g, '0')}, 60, 60, 12000000, 0, 0, 1
       from generate_series(1, 3) n`,
    )
}

test('widgets show what the user may see: totals agree with the home page, and reports with their pages', async () => {
  await metered()
  const items = [
    figure('lamps'),
    figure('energy', { id: 'kwh', query: 'reports.energy', days: 7, by: 'total' }),
    { id: 'days', widget: 'line', x: 400, y: 0, w: 600, h: 300, query: 'reports.energy', days: 7, columns: ['energy'] },
    { id: 'areas', widget: 'bar', x: 400, y: 400, w: 600, h: 300, query: 'reports.energy', days: 7, by: 'areaId', columns: ['energy'] },
    { id: 'news', widget: 'ticker', x: 0, y: 400, w: 360, h: 300 },
  ]
  const id = await published('数据大屏一', contentOf(...items))
  const { data } = await admin.get<Values>(`${BASE}/data`, { id })
  const of = (name: string) => data.values.find((value) => value.id === name)
  const home = (await admin.get<{ lamps: number }>('/api/blade-report/dashboard/info')).data
  const lamps = of('w-lamps')
  expect(lamps?.rows[0]?.[lamps.columns.findIndex(({ code }) => code === 'lamps')]).toBe(home.lamps)
  const today = new Date(clock.now() + 8 * HOUR).toISOString().slice(0, 10)
  const first = new Date(clock.now() + 8 * HOUR - 6 * 24 * HOUR).toISOString().slice(0, 10)
  const page = (
    await admin.get<{ totals: { energy: number | null } }>('/api/blade-report/energy/page', {
      startDate: first,
      endDate: today,
      dateType: 2,
    })
  ).data
  expect(page.totals.energy).toBe(36)
  expect(of('kwh')?.rows[0]?.[1]).toBe(page.totals.energy)
  expect(of('days')?.rows.map(([day]) => day)).toHaveLength(7)
  const sum = (name: string): number => (of(name)?.rows ?? []).reduce((total, row) => total + Number(row[1] ?? 0), 0)
  expect(sum('days')).toBeCloseTo(Number(page.totals.energy), 0)
  expect(sum('areas')).toBeCloseTo(Number(page.totals.energy), 0)
  expect(of('news')?.columns.map(({ code }) => code)).toEqual(['what', 'place', 'since'])
  // Another tenant sees neither the dashboard nor its values.
  expect((await other.get(`${BASE}/view`, { id })).status).toBe(400)
  expect((await other.get(`${BASE}/data`, { id })).status).toBe(400)
  expect((await other.post(`${BASE}/publish`, { id })).status).toBe(400)
  const seen = (await other.get<{ records: Board[] }>(`${BASE}/list`, { size: 100 })).data.records
  expect(seen.some((row) => row.id === id)).toBe(false)
})

test('a widget is refused to a user without the right for its query, the others are shown', async () => {
  const kwh = figure('energy', { id: 'kwh', query: 'reports.energy', by: 'total' })
  const made = await submit(other, { title: '照明与能耗', content: contentOf(figure('lamps'), kwh), status: 1 })
  const [role] = await product.platform.system.query<{ id: string }>(
    "select id from identity_role where tenant_id = '100001' and role_alias = 'sales'",
  )
  const who = { tenantId: '100001', account: 'board_sales', password: 'Sales-001' }
  expect((await admin.post('/api/blade-user/submit', { ...who, realName: '销售', roleId: role?.id })).code).toBe(200)
  const sales = await product.signIn(who)
  const { values } = (await sales.get<Values>(`${BASE}/data`, { id: made.data.id })).data
  expect(values.map(({ id, refused, rows }) => [id, refused, rows.length])).toEqual([
    ['w-lamps', false, 1],
    ['kwh', true, 0],
  ])
  const names = (await sales.get<{ name: string }[]>(`${BASE}/queries`)).data.map(({ name }) => name)
  expect([names.includes('lamps'), names.includes('reports.energy')]).toEqual([true, false])
})

test('a shared picture is one of the dashboard; other files are not sent', async () => {
  const upload = async (): Promise<string> => {
    const form = new FormData()
    form.append('file', new Blob([Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')], { type: 'image/gif' }), 'logo.gif')
    const response = await admin.call('POST', `${BASE}/upload_files`, { body: form })
    return ((await response.json()) as { data: { id: string } }).data.id
  }
  const [shown, kept] = [await upload(), await upload()]
  const picture = { id: 'p', widget: 'picture', x: 0, y: 0, w: 100, h: 100, file: shown }
  const id = await published('图片大屏', contentOf(picture), { files: `${shown},${kept}` })
  const { code } = await shareOf(id)
  const viewer = visitor()
  await viewer.open(code)
  expect((await viewer.get(`file/${shown}`, code)).status).toBe(200)
  expect((await viewer.get(`file/${kept}`, code)).status).toBe(400)
})

test('a link opens without an account, sets a cookie for its own calls only, and shows only the stored queries of that dashboard', async () => {
  const id = await published('分享大屏', contentOf(figure('lamps')))
  const { code } = await shareOf(id)
  const viewer = visitor()
  expect((await viewer.get('about', code)).data).toEqual({ title: '分享大屏', needsPassword: false, open: false })
  expect((await viewer.get('data', code)).status).toBe(400)
  const opened = await viewer.open(code)
  expect(opened.status).toBe(200)
  expect(opened.set).toMatch(/Path=\/api\/blade-visual\/shared; Max-Age=43200; HttpOnly; SameSite=Strict/)
  expect(JSON.parse((await viewer.get<Board>('board', code)).data.content).items).toHaveLength(1)
  const { values } = (await viewer.get<Values>('data', code)).data
  expect(values.map(({ link, refused }) => [link, refused])).toEqual([['', false]])
  // The dashboard has no map and no files.
  expect((await viewer.get('lamps', code)).status).toBe(400)
  expect((await viewer.get('file/1', code)).status).toBe(400)
  // The cookie signs in nowhere else, and opens no other link.
  const headers = { cookie: viewer.cookie() }
  expect((await createClient(product.url).get(`${BASE}/view`, { id }, headers)).status).toBe(401)
  const second = await shareOf(await published('另一大屏', contentOf(figure('on'))))
  expect((await viewer.get('board', second.code)).status).toBe(400)
  viewer.wear(viewer.cookie().replace(/ll-shared-\d+/, `ll-shared-${second.id}`))
  expect((await viewer.get('board', second.code)).status).toBe(400)
  expect((await viewer.get('about', 'unknown')).status).toBe(400)
  const [listed] = (await admin.get<{ records: { shared: number }[] }>(`${BASE}/list`, { title: '分享大屏' })).data.records
  expect(listed?.shared).toBe(1)
})

test('a shared map contains the lamps without their ids', async () => {
  const map = { id: 'm', widget: 'map', x: 0, y: 0, w: 900, h: 640 }
  const { code } = await shareOf(await published('地图大屏', contentOf(map)))
  const viewer = visitor()
  await viewer.open(code)
  expect((await viewer.get('lamps', code)).status).toBe(200)
})

test('the password is stored as a hash and never sent; five wrong tries lock the link for that address, and the right one opens it', async () => {
  const id = await published('密码大屏', contentOf(figure('lamps')), { password: 'open-sesame' })
  expect(await detail(id)).toMatchObject({ locked: 1, password: '' })
  const [stored] = await product.platform.system.query<{ password: string }>('select password from dashboards_visual where id = $1', [id])
  expect(stored?.password).toMatch(/^\$argon2id\$/)
  const { code } = await shareOf(id)
  const viewer = visitor('203.0.113.1')
  expect((await viewer.get('about', code)).data).toMatchObject({ needsPassword: true })
  expect((await viewer.open(code, 'guess-0')).msg).toContain('还可尝试 4 次')
  for (let n = 1; n < 5; n += 1) expect((await viewer.open(code, `guess-${n}`)).status).toBe(400)
  expect((await viewer.open(code, 'open-sesame')).status).toBe(429)
  const elsewhere = visitor('203.0.113.2')
  expect((await elsewhere.open(code)).status).toBe(400)
  expect((await elsewhere.open(code, 'open-sesame')).status).toBe(200)
  expect((await elsewhere.get('board', code)).status).toBe(200)
  // Another password ends the views that the old one opened. An empty one changes nothing.
  await submit(admin, { id, password: '' })
  expect((await elsewhere.get('board', code)).status).toBe(200)
  await submit(admin, { id, password: 'another-one' })
  expect((await elsewhere.get('board', code)).status).toBe(400)
  await submit(admin, { id, locked: 0 })
  expect((await visitor('203.0.113.3').open(code)).status).toBe(200)
  expect((await submit(admin, { id, locked: 1 })).msg).toContain('密码')
})

test('guesses from many addresses are limited too', async () => {
  const { code } = await shareOf(await published('群猜大屏', contentOf(figure('lamps')), { password: 'open-sesame' }))
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, at) => visitor(`192.0.2.${at}`).open(code, 'guess')).map(async (answer) => (await answer).status),
  )
  expect(statuses.filter((status) => status === 400)).toHaveLength(50)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('a view ends 12 hours after its last call, and at once when the link is removed or expires or the dashboard is withdrawn', async () => {
  const id = await published('限时大屏', contentOf(figure('lamps')))
  const { id: shareId, code } = await shareOf(id)
  const viewer = visitor()
  await viewer.open(code)
  try {
    ahead = 7 * HOUR
    const renewed = await viewer.get('data', code)
    expect([renewed.status, renewed.set]).toEqual([200, expect.stringContaining('Max-Age=43200')])
    ahead = 18 * HOUR
    expect((await viewer.get('data', code)).status).toBe(200)
    ahead = 31 * HOUR
    expect((await viewer.get('data', code)).status).toBe(400)
  } finally {
    ahead = 0
  }
  const fresh = visitor()
  await fresh.open(code)
  await admin.post(`${BASE}/withdraw`, { id })
  expect((await fresh.get('data', code)).status).toBe(400)
  await admin.post(`${BASE}/publish`, { id })
  expect((await fresh.get('data', code)).status).toBe(200)
  await admin.post(`${BASE}/share/submit`, { id: shareId, expireTime: '2020-01-01 00:00:00' })
  expect((await fresh.get('data', code)).status).toBe(400)
  await admin.post(`${BASE}/share/submit`, { id: shareId, expireTime: '' })
  await admin.post(`${BASE}/share/remove`, undefined, { ids: shareId })
  expect((await fresh.get('data', code)).status).toBe(400)
})

test('a viewer who calls all the time is slowed down', async () => {
  const { code } = await shareOf(await published('频繁大屏', contentOf(figure('lamps'))))
  const viewer = visitor('198.51.100.99')
  const statuses: number[] = []
  for (let n = 0; n < 130; n += 1) statuses.push((await viewer.get('about', code)).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
  expect((await visitor('198.51.100.98').get('about', code)).status).toBe(200)
})

test('the overview pages show the totals of the home page, the devices of each kind, and nothing of another tenant', async () => {
  const overview = async (client: ApiClient, name: string) => {
    const { data, status } = await client.get<Values>('/api/blade-report/dashboard/overview', { name })
    expect(status).toBe(200)
    return data.values
  }
  const home = (await admin.get<{ lamps: number; kinds: { activeKw: number }[] }>('/api/blade-report/dashboard/info')).data
  expect((await overview(admin, 'wel')).length).toBe(2)
  for (const name of ['city', 'sun', 'visual', 'smartCity']) expect((await overview(admin, name)).length).toBeGreaterThan(2)
  const city = await overview(admin, 'city')
  const figure = (code: string): number => {
    const at = city[0]?.columns.findIndex((column) => column.code === code) ?? -1
    return Number(city[0]?.rows[0]?.[at])
  }
  expect(figure('lamps')).toBe(home.lamps)
  expect(figure('activeKw')).toBeCloseTo(
    home.kinds.reduce((sum, { activeKw }) => sum + activeKw, 0),
    2,
  )
  const kinds = (await overview(admin, 'visual')).find(({ columns }) => columns[0]?.code === 'kind' && columns[1]?.code === 'devices')
  expect(kinds?.rows.find(([name]) => name === '单灯控制器')?.[1]).toBe(home.lamps)
  const foreign = await overview(other, 'city')
  const theirs = (await other.get<{ lamps: number }>('/api/blade-report/dashboard/info')).data.lamps
  expect(foreign[0]?.rows[0]?.[0]).toBe(theirs)
  expect((await admin.get('/api/blade-report/dashboard/overview', { name: 'nothing' })).status).toBe(400)
})

test('a slice that finds alarms fills the ticker; a user without its right gets none of them', async () => {
  const found = { id: '1', at: new Date(), what: '配电箱失电', place: '窑湾街道', severity: 1 as const }
  const source = { name: 'test', label: ['测试', 'Test'] as const, right: 'dashboard_view', link: '/x', read: async () => [found] }
  const slice = product.registry.slices.find(({ domain }) => domain.name === 'control') as { findings?: unknown }
  const ticker = async () => {
    const { data } = await admin.get<Values>('/api/blade-report/dashboard/overview', { name: 'city' })
    return data.values.find(({ columns }) => columns[0]?.code === 'what')?.rows.map(([what, place]) => [what, place])
  }
  try {
    slice.findings = [source]
    // An answer that took long is kept for some seconds.
    const isShown = async () => (await ticker())?.some(([what, place]) => what === '配电箱失电' && place === '窑湾街道') === true
    await eventually(isShown, 20_000)
    slice.findings = [{ ...source, right: 'no_such_right' }]
    await eventually(async () => !(await isShown()), 20_000)
  } finally {
    delete slice.findings
  }
})
