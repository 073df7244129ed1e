import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

interface Detail {
  uploadId: string
  phase: string
  added: number
  failNum: number
}
interface Preview {
  added: number
  failed: number
}
const LAMP = '/api/blade-city/lamp/import'
let product: TestPlatform
let folder: string
let admin: ApiClient
let projectId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-readings-'))
  product = await testPlatform({ slices, config: { DATA_DIR: folder, DEMO_LAMPS: '0' } })
  admin = await product.signIn()
  projectId = (await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: '滨江', type: 2 })).data.id
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const send = async (client: ApiClient, path: string, content: string, name = 'lamps.csv') => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const response = await client.call('POST', path, { body: form })
  return { status: response.status, ...((await response.json()) as { code: number; msg: string; data: Detail }) }
}
const count = async (sql: string, params: unknown[] = []): Promise<number> =>
  (await product.platform.system.query<{ n: number }>(`select count(*)::int as n from ${sql}`, params))[0]?.n ?? -1
const ended = (uploadId: string, base = LAMP): Promise<Detail> =>
  eventually(async () => {
    const { data } = await admin.get<Detail>(`${base}/detail`, { uploadId })
    return data.phase === 'ended' ? data : null
  })

test('post numbers of two streets are posts of their own; preview and run agree; lamps added to a post join it', async () => {
  const head = 'street,post_number,lamp_number,longitude,latitude,wattage\n'
  const street = (name: string, code: string, lng: number): string =>
    `${head}${name},12,${code}-12,${lng},28.51,60\n${name},13,${code}-13,${lng + 0.0004},28.51,60\n`
  const run = async (content: string) => {
    const { data } = await send(admin, `${LAMP}/upload`, content)
    const preview = await admin.post<Preview & { posts: number }>(`${LAMP}/preview`, { uploadId: data.uploadId, projectId })
    await admin.post(`${LAMP}/run`, { uploadId: data.uploadId })
    const done = (await ended(data.uploadId)) as Detail & { posts: number }
    expect(done.posts, 'preview and run').toBe(preview.data.posts)
    return done.posts
  }
  expect(await run(street('Elm Rd', 'EL', 112.5))).toBe(2)
  expect(await run(street('Oak Rd', 'OK', 112.56))).toBe(2)
  expect(await run(street('Oak Rd', 'OK', 112.56))).toBe(0)
  expect(await run(`${head}Oak Rd,12,OK-12B,112.56005,28.51,60\n,13,OK-13B,112.56041,28.51,60\n,13,XX-13,112.58,28.51,60\n`)).toBe(1)
  const rows = await product.platform.system.query<{ post: string; lamps: number; far: number }>(
    `select p.name || '@' || round(p.lng::numeric, 2) as post, count(*)::int as lamps, max(abs(l.lng - p.lng)) as far
     from lighting_post p join lighting_lamp l on l.post_id = p.id and not l.is_deleted
     where p.name in ('12', '13') and p.project_id = $1 and not p.is_deleted group by p.id order by p.lng`,
    [projectId],
  )
  expect(rows.map(({ post, lamps }) => [post, lamps])).toEqual([
    ['12@112.50', 1],
    ['13@112.50', 1],
    ['12@112.56', 2],
    ['13@112.56', 2],
    ['13@112.58', 1],
  ])
  expect(rows.every(({ far }) => far < 0.0005)).toBe(true)
})

test('metres of an unnamed grid: nothing is placed before the user names the grid, an unknown one is refused', async () => {
  const text = 'numero;x;y\nLB-1;652100,40;6862050,70\nLB-2;652123,90;6862061,95\nLB-3;652147,40;6862073,20\n'
  const { data } = await send(admin, `${LAMP}/upload`, text, 'paris.csv')
  const found = data as Detail & { inspection: { grids: { epsg: number; order: string }[]; question: string } }
  expect(found.inspection.question).toContain('文件没有说明投影')
  expect(found.inspection.grids.map(({ epsg }) => epsg)).toContain(2154)
  const asked = await admin.post<Preview & { question: string }>(`${LAMP}/preview`, { uploadId: data.uploadId, projectId })
  expect(asked.data).toMatchObject({ added: 0, failed: 3, question: expect.stringContaining('文件没有说明投影') })
  const wrong = await admin.post(`${LAMP}/preview`, {
    uploadId: data.uploadId,
    projectId,
    mapping: { place: { form: 'projected', epsg: 2229 } },
  })
  expect([wrong.status, wrong.msg]).toEqual([400, 'mapping.place.epsg:平台不支持 EPSG:2229'])
  const named = await admin.post<Preview & { first: { lng: number; lat: number }[]; question: string | null }>(`${LAMP}/preview`, {
    uploadId: data.uploadId,
    projectId,
    mapping: { place: { form: 'projected', epsg: 2154 } },
  })
  expect(named.data).toMatchObject({
    added: 3,
    failed: 0,
    first: [{ lng: expect.closeTo(2.347, 2), lat: expect.closeTo(48.857, 2) }, {}, {}],
  })
  await admin.post(`${LAMP}/discard`, { uploadId: data.uploadId })
})

test('the preview compares lamps and power with the sums of the file, and names quantities that are not read', async () => {
  const text = `CODIGO,LONGITUD,LATITUD,TIPO,POTENCIA,CANTIDAD POR PUNTO,CANT BRAZOS\n${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `S-${n},112.4${n},28.5,${n === 9 ? 'LLAVES TÉRMICAS' : 'LED'},100,${n % 3 || 20},${n}`).join('\n')}\n`
  const { data } = await send(admin, `${LAMP}/upload`, text, 'sumas.csv')
  const preview = await admin.post<Preview & { fileLamps: number; fileKw: number; lamps: number; kw: number; notes: string[] }>(
    `${LAMP}/preview`,
    { uploadId: data.uploadId, projectId },
  )
  // Rows 3 and 6 count 20 lamps, more than a post has; row 9 is a breaker.
  const counts = [1, 2, 20, 1, 2, 20, 1, 2, 20]
  const taken = [1, 2, 1, 1, 2, 1, 1, 2]
  const sum = (list: number[]): number => list.reduce((total, one) => total + one, 0)
  expect(preview.data).toMatchObject({ fileLamps: sum(counts), fileKw: sum(counts) / 10, lamps: sum(taken), kw: sum(taken) / 10 })
  expect(preview.data.notes).toContain('文件合计 69 盏、6.900 kW，将导入 11 盏、1.100 kW')
  expect(preview.data.notes.some((note) => note.includes('“CANT BRAZOS”（合计 45）没有使用'))).toBe(true)
  await admin.post(`${LAMP}/discard`, { uploadId: data.uploadId })
})

test('lamps nearer than 0.5 m to another one without a number are kept by choice', async () => {
  const text = 'lng,lat,watts\n112.31,28.6,60\n112.31,28.6,70\n112.32,28.6,80\n'
  const { data } = await send(admin, `${LAMP}/upload`, text, 'near.csv')
  const body = { uploadId: data.uploadId, projectId }
  expect((await admin.post<Preview>(`${LAMP}/preview`, body)).data).toMatchObject({ added: 2, failed: 1 })
  expect((await admin.post<Preview>(`${LAMP}/preview`, { ...body, mapping: { nearby: 'keep' } })).data).toMatchObject({
    added: 3,
    failed: 0,
  })
  await admin.post(`${LAMP}/run`, { uploadId: data.uploadId })
  expect(await ended(data.uploadId)).toMatchObject({ added: 3, failNum: 0, posts: 2 })
})

test('controllers whose serial number a spreadsheet has rounded are refused', async () => {
  const base = '/api/blade-city/controller/import'
  const text = '控制器序列号,名称\n8.98601E+18,一\n860123456789012,二\n'
  const { data } = await send(admin, `${base}?projectId=${projectId}`, text, 'rounded.csv')
  expect(await ended(data.uploadId, base)).toMatchObject({ added: 1, failNum: 1 })
  expect(await count("lighting_controller where sn like '8.98%'")).toBe(0)
  // A column in which most numbers are rounded is still that of the serial numbers.
  const most = '控制器序列号,名称\n8.9860112823584E+18,一\n8.9860112823585E+18,二\n860123456789013,三\n'
  const again = await send(admin, `${base}?projectId=${projectId}`, most, 'rounded-more.csv')
  expect(await ended(again.data.uploadId, base)).toMatchObject({ added: 1, failNum: 2 })
  const { data: failed } = await admin.get<{ records: { row: number; reason: string }[] }>(`${base}/failures`, {
    uploadId: again.data.uploadId,
  })
  expect(failed.records.map(({ row }) => row)).toEqual([2, 3])
  for (const { reason } of failed.records) expect(reason).toContain('E+18')
})
