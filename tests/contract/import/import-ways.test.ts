import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { serverProgram } from '../../../tools/build/server-program.ts'

interface Detail {
  uploadId: string
  phase: string
  status: number
  added: number
  failNum: number
  remembered: boolean
  mapping: { columns: Record<string, string[]> }
  preview: Preview | null
  undo: Record<string, number>
}
interface Preview {
  rows: number
  added: number
  changed: number
  unchanged: number
  failed: number
  failures: { row: number; reason: string; at: number[] | null }[]
}
const LAMP = '/api/blade-city/lamp/import'
let product: TestPlatform
let folder: string
let admin: ApiClient
let projectId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-ways-'))
  product = await testPlatform({ slices, config: { DATA_DIR: folder, DEMO_LAMPS: '0' } })
  admin = await product.signIn()
  projectId = (await admin.post<{ id: string }>('/api/blade-system/project/submit', { name: '滨江', type: 2 })).data.id
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const send = async (client: ApiClient, path: string, content: string | Uint8Array<ArrayBuffer>, name = 'lamps.csv') => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const response = await client.call('POST', path, { body: form })
  return { status: response.status, ...((await response.json()) as { code: number; msg: string; data: Detail }) }
}
const count = async (sql: string, params: unknown[] = []): Promise<number> =>
  (await product.platform.system.query<{ n: number }>(`select count(*)::int as n from ${sql}`, params))[0]?.n ?? -1
const living = (table: string): Promise<number> => count(`${table} where project_id = $1 and not is_deleted`, [projectId])
const ended = (uploadId: string, base = LAMP): Promise<Detail> =>
  eventually(async () => {
    const { data } = await admin.get<Detail>(`${base}/detail`, { uploadId })
    return data.phase === 'ended' || data.phase === 'undone' ? data : null
  })
const bringIn = async (content: string, mapping?: object): Promise<Detail> => {
  const { data } = await send(admin, `${LAMP}/upload`, content)
  await admin.post(`${LAMP}/preview`, { uploadId: data.uploadId, projectId, ...(mapping && { mapping }) })
  expect((await admin.post(`${LAMP}/run`, { uploadId: data.uploadId })).code).toBe(200)
  return ended(data.uploadId)
}
const undo = async (uploadId: string): Promise<Detail> => {
  expect((await admin.post(`${LAMP}/undo`, { uploadId })).code).toBe(200)
  return eventually(async () => {
    const { data } = await admin.get<Detail>(`${LAMP}/detail`, { uploadId })
    return data.phase === 'undone' ? data : null
  })
}

describe('an import with preview', () => {
  const FILE =
    'code;east;north;w;box;town\nB1;112.90;28.20;100;K1;东区\nB2;112.91;28.20;;K1;东区\nB2;112.92;28.20;80;K1;东区\nB3;112.93;28.21;=1+1;K2;西区\nB4;;;70;K2;西区\n'
  const mapping = { columns: { key: ['code'], lng: ['east'], lat: ['north'], power: ['w'], cabinet: ['box'], district: ['town'] } }

  test('inspection, correction, preview, run, undo: nothing is written before confirmation, nothing remains after undo', async () => {
    const { data } = await send(admin, `${LAMP}/upload`, FILE)
    const { uploadId } = data
    expect(data).toMatchObject({ phase: 'draft', status: 0, remembered: false })
    const wrong = await admin.post(`${LAMP}/preview`, {
      uploadId,
      projectId,
      mapping: { columns: { ...mapping.columns, power: ['nope'] } },
    })
    expect([wrong.status, wrong.msg]).toEqual([400, 'mapping.columns.power:没有列“nope”'])
    const preview = await admin.post<Preview>(`${LAMP}/preview`, { uploadId, projectId, mapping })
    expect(preview.code, preview.msg).toBe(200)
    expect(preview.data).toMatchObject({ rows: 5, added: 3, changed: 0, unchanged: 0, failed: 2 })
    expect(preview.data.failures.map(({ row, at }) => [row, at !== null])).toEqual([
      [4, true],
      [6, false],
    ])
    const places = await admin.call('GET', `${LAMP}/places?uploadId=${uploadId}`)
    expect([places.status, new DataView(await places.arrayBuffer()).getUint32(4, true)]).toEqual([200, 4])
    expect(await living('lighting_lamp')).toBe(0)

    expect((await admin.post(`${LAMP}/run`, { uploadId })).code).toBe(200)
    expect((await admin.post(`${LAMP}/run`, { uploadId })).msg).toBe('该导入已开始，不能再修改')
    expect(await ended(uploadId)).toMatchObject({ status: 3, added: 3, failNum: 2, cabinets: 2, areas: 2, posts: 3 })
    expect(await count('lighting_import_part')).toBe(0)
    // Each new cabinet stands in the middle of its lamps, and knows how many devices it has.
    const own = 'from lighting_controller c where c.gateway_id = g.id and not c.is_deleted'
    const inMiddle = `abs(g.lng - (select avg(c.lng) ${own})) < 1e-9 and abs(g.lat - (select avg(c.lat) ${own})) < 1e-9`
    expect(await count(`devices_gateway g where not g.is_deleted and g.children = (select count(*) ${own}) and ${inMiddle}`)).toBe(2)
    const reach = await admin.get(`${LAMP}/undo`, { uploadId })
    expect(reach.data).toMatchObject({ lamps: 3, controllers: 3, posts: 3, cabinets: 2, areas: 2, edited: 0 })
    const done = await undo(uploadId)
    expect(done.undo).toMatchObject({ lamps: 3, controllers: 3, posts: 3, cabinets: 2, areas: 2, edited: 0, commanded: 0 })
    for (const table of ['lighting_lamp', 'lighting_controller', 'lighting_post', 'devices_gateway'])
      expect(await living(table), table).toBe(0)
    expect(await count("places_area where area_name in ('东区', '西区') and not is_deleted")).toBe(0)
    expect(await count("devices_registry where tenant_id = '000000'")).toBe(0)
    expect((await admin.post(`${LAMP}/undo`, { uploadId })).msg).toBe('该导入已撤销')
    expect(await count("kit_audit where what = 'lighting.lamp.import.undo'")).toBe(1)
  })

  test('the corrected mapping is used for the next file with the same columns, in this tenant only', async () => {
    const again = await send(admin, `${LAMP}/upload`, FILE)
    expect(again.data.remembered).toBe(true)
    expect(again.data.mapping.columns.power).toEqual(['w'])
    const operator = await product.signIn({ tenantId: '100001', account: 'operator' })
    const other = await send(operator, `${LAMP}/upload`, FILE)
    expect(other.data.remembered).toBe(false)
    expect((await admin.post(`${LAMP}/discard`, { uploadId: again.data.uploadId })).code).toBe(200)
    expect((await admin.get(`${LAMP}/detail`, { uploadId: again.data.uploadId })).code).toBe(400)
  })

  test('undo restores changed lamps, and leaves those that a user edited since', async () => {
    const first = await bringIn('id,lng,lat,watts\nU1,112.90,28.20,100\nU2,112.91,28.20,100\n')
    const second = await bringIn('id,lng,lat,watts\nU1,112.90,28.20,150\nU2,112.91,28.20,180\nU3,112.92,28.20,60\nU4,112.93,28.20,60\n')
    expect(second).toMatchObject({ added: 2, changed: 2 })
    const list = async () =>
      (await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-city/lamp/list', { projectId, ascs: 'name' })).data.records
    const rows = await list()
    const of = (name: string) => rows.find((row) => row.name === name) as Record<string, unknown>
    for (const name of ['U2', 'U4']) {
      const saved = await admin.post('/api/blade-city/lamp/submit', { id: of(name).id, name, sn: of(name).sn, power: 200 })
      expect(saved.code, saved.msg).toBe(200)
    }
    const done = await undo(second.uploadId)
    expect(done.undo).toMatchObject({ lamps: 1, restored: 1, notRestored: 1, edited: 1 })
    expect((await list()).map((row) => [row.name, Number(row.power)])).toEqual([
      ['U1', 100],
      ['U2', 200],
      ['U4', 200],
    ])
    expect((await undo(first.uploadId)).undo).toMatchObject({ lamps: 1, edited: 1 })
    expect((await list()).map((row) => row.name)).toEqual(['U2', 'U4'])
  })

  test('a lamp imported before number columns were read gets its number from the same file once, and undo restores the old one', async () => {
    const file = 'id,lng,lat\nN1,112.90,28.30\nN2,112.91,28.30\nN3,112.92,28.30\n'
    await bringIn(file)
    const numbers = async (): Promise<string[]> =>
      (
        await product.platform.system.query<{ sn: string }>(
          "select sn from lighting_lamp where import_key in ('N1', 'N2', 'N3') and not is_deleted order by import_key",
        )
      ).map(({ sn }) => sn)
    expect(await numbers()).toEqual(['N1', 'N2', 'N3'])
    await product.platform.system.query("update lighting_lamp set sn = 'LL' || id where import_key in ('N1', 'N2', 'N3')")
    const before = await numbers()
    const second = await bringIn(file)
    expect(second).toMatchObject({ added: 0, changed: 3, failNum: 0 })
    expect(await numbers()).toEqual(['N1', 'N2', 'N3'])
    // One of the old serial numbers now belongs to another lamp, so that lamp keeps its new number.
    await bringIn(`id,lng,lat\n${before[2]},112.93,28.30\n`)
    expect((await undo(second.uploadId)).undo).toMatchObject({ restored: 2, notRestored: 1 })
    expect(await numbers()).toEqual([before[0], before[1], 'N3'])
  })
})

test.each([
  ['a zip that is no workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 'x.xlsx'],
  ['half a document', '{"type":"FeatureCollection","features":[{', 'x.geojson'],
  ['a million columns', `${Array.from({ length: 200_000 }, (_, at) => `c${at}`).join(',')}\n1,2\n`, 'x.csv'],
  ['bytes', new Uint8Array(4096).map((_, at) => at % 7), 'x.csv'],
  ['entities', '<?xml version="1.0"?><!DOCTYPE osm [<!ENTITY a "b">]><osm>&a;</osm>', 'x.osm'],
])('a file that is %s is refused without much work and leaves nothing', async (_what, content, name) => {
  const before = [await count('lighting_import'), await count('lighting_import_part')]
  const began = performance.now()
  const answer = await send(admin, `${LAMP}/upload`, content as string, name)
  expect([answer.status, answer.msg.startsWith('file:')]).toEqual([400, true])
  expect(performance.now() - began).toBeLessThan(10_000)
  expect([await count('lighting_import'), await count('lighting_import_part')]).toEqual(before)
  expect(await readdir(join(folder, 'uploads'))).toEqual([])
})

test('another tenant, and a user without the right, cannot use an upload id', async () => {
  const mine = await bringIn('id,lng,lat\nT1,112.90,28.20\nT1,112.91,28.20\n')
  const draft = (await send(admin, `${LAMP}/upload`, 'id,lng,lat\nT9,112.90,28.20\n')).data.uploadId
  const operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  for (const uploadId of [mine.uploadId, draft]) {
    for (const path of ['detail', 'status', 'places', 'failures', 'failures/download', 'undo'])
      expect((await operator.call('GET', `${LAMP}/${path}?uploadId=${uploadId}`)).status, path).toBe(400)
    for (const path of ['inspect', 'run', 'undo', 'discard'])
      expect((await operator.post(`${LAMP}/${path}`, { uploadId })).code, path).toBe(400)
  }
  const { data } = await operator.get<{ records: { uploadId: string }[] }>(`${LAMP}/record`, { size: 200 })
  expect(data.records.map((row) => row.uploadId)).not.toContain(mine.uploadId)
  expect((await admin.get<Detail>(`${LAMP}/detail`, { uploadId: draft })).data.phase).toBe('draft')
  // The calls of another kind of import do not find it either.
  expect((await admin.get('/api/blade-city/controller/import/result', { uploadId: mine.uploadId })).status).toBe(404)
  expect((await admin.post('/api/blade-city/controller/import/result', { uploadId: mine.uploadId })).code).toBe(400)
})

test('failed rows are returned as a file, formulas escaped', async () => {
  const done = await bringIn('id,lng,lat,note\nF1,112.9,28.2,\nF1,112.9,28.2,"=HYPERLINK(""http://x"")"\n')
  const csv = await (await admin.call('GET', `${LAMP}/failures/download?uploadId=${done.uploadId}&type=csv`)).text()
  expect(csv).toContain("'=HYPERLINK")
  expect(csv.split('\r\n')[0]).toBe('\uFEFF行号,原因,id,lng,lat,note'.replace('\uFEFF', csv.startsWith('\uFEFF') ? '\uFEFF' : ''))
  const xlsx = await admin.call('GET', `${LAMP}/failures/download?uploadId=${done.uploadId}`)
  expect([xlsx.headers.get('content-type')?.includes('sheet'), (await xlsx.arrayBuffer()).byteLength > 1000]).toEqual([true, true])
})

test('controller.import controller.import.record.list controller.import.result: controllers are imported by serial number, once', async () => {
  const base = '/api/blade-city/controller/import'
  // Another tenant has the same serial numbers. The import succeeds and reveals nothing of them.
  await product.platform.system.query(
    "insert into devices_registry (sn, device_id, tenant_id) values ('SN-1', nextval('kit_id'), '100001'), ('SN-2', nextval('kit_id'), '100001')",
  )
  await product.platform.system.query(
    "insert into devices_gateway (id, tenant_id, sn, status, online, children) values (nextval('kit_id'), '100001', 'SN-2', 1, false, 0)",
  )
  const text = '控制器序列号,名称,控制箱\nSN-1,一号,K9\nSN-2,二号,\nSN-2,又二号,\n不行,三号,\n'
  const first = await send(admin, `${base}?projectId=${projectId}`, text, 'controllers.csv')
  expect(first.code, first.msg).toBe(200)
  const done = await ended(first.data.uploadId, base)
  expect(done).toMatchObject({ status: 3, added: 2, failNum: 2, cabinets: 1 })
  const result = await admin.post<{ failures: { row: number; reason: string }[]; successNum: number }>(`${base}/result`, {
    uploadId: first.data.uploadId,
  })
  expect(result.data.failures.map(({ row, reason }) => [row, reason])).toEqual([
    [4, '序列号重复：SN-2，与第 3 行相同'],
    [5, '序列号只能包含字母、数字、横线和下划线：不行'],
  ])
  const records = await admin.get<{ total: number }>(`${base}/record/list`)
  expect(records.data.total).toBe(1)
  const again = await ended((await send(admin, `${base}?projectId=${projectId}`, text)).data.uploadId, base)
  expect(again).toMatchObject({ added: 0, unchanged: 2 })
  const lamps = await bringIn(
    'id,lng,lat,controller_sn\nL1,112.9,28.2,SN-1\nL2,112.9001,28.2,SN-1\nL3,112.9002,28.2,SN-1\nL4,112.9003,28.2,SN-2\n',
  )
  expect(lamps).toMatchObject({ added: 3, failNum: 1 })
  expect(await count("lighting_controller where sn in ('SN-1', 'SN-2') and not is_deleted")).toBe(2)
})

test('cityLampInstall.import cityLampInstall.import.records cityLampInstall.template.download cityLampInstall.fail.page cityLampInstall.fail.download', async () => {
  const base = '/api/blade-city/cityLampInstall'
  const template = await admin.call('GET', `${base}/template/download`)
  const text = await template.text()
  expect(template.headers.get('content-disposition')).toContain('attachment')
  const sent = await send(admin, `${base}/import?projectId=${projectId}`, `${text}${text.split('\r\n')[1]}\r\n`, 'install.csv')
  expect(sent.code, sent.msg).toBe(200)
  const done = await ended(sent.data.uploadId, `${base}/import`)
  expect(done).toMatchObject({ status: 3, added: 1, failNum: 1 })
  const failed = await admin.get<{ total: number; records: { row: number; reason: string }[] }>(`${base}/fail/page`, {
    uploadId: sent.data.uploadId,
  })
  expect([failed.data.total, failed.data.records[0]?.row, failed.data.records[0]?.reason]).toEqual([
    1,
    3,
    '编号重复：A-0001，与第 2 行相同',
  ])
  expect((await admin.call('GET', `${base}/fail/download?uploadId=${sent.data.uploadId}`)).status).toBe(200)
  expect((await admin.get<{ total: number }>(`${base}/import/records`)).data.total).toBe(1)
})

test('places far from the lamps of the tenant give a warning, before and in the preview', async () => {
  await bringIn('id,lng,lat\nQ1,112.90,28.20\n')
  const far = await send(admin, `${LAMP}/upload`, 'id,lng,lat\nQ2,2.35,48.85\nQ3,2.36,48.86\n')
  const question = (far.data as unknown as { inspection: { question: string } }).inspection.question
  expect(question).toMatch(/^灯具将位于 48\.86° N, 2\.36° E，距已有灯具约 [\d,]+ 公里：请确认坐标顺序和形式$/)
  const seen = async (order: string) =>
    (
      await admin.post<{ question: string | null }>(`${LAMP}/preview`, {
        uploadId: far.data.uploadId,
        projectId,
        mapping: { place: { order } },
      })
    ).data.question
  expect(await seen('lngLat')).toBe(question)
  expect(await seen('latLng')).toMatch(/^灯具将位于海上/)
  // After the file is inspected again, the earlier preview is no longer valid.
  await admin.post(`${LAMP}/inspect`, { uploadId: far.data.uploadId, headerRow: 1 })
  expect((await admin.get<Detail>(`${LAMP}/detail`, { uploadId: far.data.uploadId })).data.preview).toBeNull()
})

const LAMPS = 24_000

test('an import of a killed server is continued by another one; no row is lost or doubled', async () => {
  // This process serves requests only; two child processes do the imports.
  const idle = slices.map((slice) => ({ ...slice, tasks: slice.tasks?.filter(({ name }) => name !== 'lighting.import') }))
  const desk = await testPlatform({ slices: idle, config: { DATA_DIR: folder, DEMO_LAMPS: '0' } })
  const children: ChildProcess[] = []
  const open = (): ChildProcess => {
    const env = { DATABASE_URL: desk.databaseUrl, DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', VIRTUAL_CITY: '0', DEMO_LAMPS: '0' }
    const child = spawn(process.execPath, [serverProgram()], {
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: 'ignore',
    })
    children.push(child)
    return child
  }
  const close = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  try {
    const client = await desk.signIn()
    const project = (await client.post<{ id: string }>('/api/blade-system/project/submit', { name: '江北', type: 2 })).data.id
    const place = (at: number): string => `${(112 + (at % 400) * 0.0003).toFixed(6)},${(28 + Math.floor(at / 400) * 0.0003).toFixed(6)}`
    const rows = Array.from({ length: LAMPS }, (_, at) => `Z${at},${place(at)},C${at % 40}`)
    const { uploadId } = (await send(client, `${LAMP}?projectId=${project}`, `id,lng,lat,cabinet\n${rows.join('\n')}\n`)).data
    const seen = async (sql: string): Promise<number> =>
      (await desk.platform.system.query<{ n: number }>(`select count(*)::int as n from ${sql}`))[0]?.n ?? -1
    const batches = (): Promise<number> => seen('lighting_import_batch')
    const first = open()
    await eventually(async () => (await batches()) >= 1, 90_000)
    expect((await client.get<{ total: number }>(`${LAMP}/detail`, { uploadId })).data.total).toBe(LAMPS)
    await close(first)
    const left = await batches()
    expect(left).toBeLessThan(LAMPS / 4000)
    // The killed process's lease of the job would end after a minute; it is ended here at once.
    await desk.platform.system.query("update kit_job set lease_until = now() where kind = 'lighting.import'")
    open()
    const done = await eventually(async () => {
      const { data } = await client.get<Detail>(`${LAMP}/detail`, { uploadId })
      return data.phase === 'ended' ? data : null
    }, 120_000)
    expect(done).toMatchObject({ status: 2, added: LAMPS, failNum: 0, cabinets: 40 })
    expect(await batches()).toBe(LAMPS / 4000)
    expect(await seen(`lighting_lamp where not is_deleted and project_id = ${project}`)).toBe(LAMPS)
    const doubled =
      "(select import_key from lighting_lamp where import_key like 'Z%' and not is_deleted group by project_id, import_key having count(*) > 1) d"
    expect(await seen(doubled)).toBe(0)
  } finally {
    await Promise.all(children.map(close))
    await desk.stop()
  }
})
