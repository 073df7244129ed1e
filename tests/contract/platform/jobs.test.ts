import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropOldLogs } from '@lamplight/system/server'
import { type ApiClient, addUser, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

interface Job {
  id: string
  source: string
  kind: string
  title: string
  status: number
  done: number
  total: number
  note: string
  createUserName: string
  createTime: string
  endTime: string
  results: { label: string; page?: string; file?: string; query?: Record<string, string>; name?: string }[]
  stopAbout: string
}
const TENANT = '100001'
const LINES = 20_000
let product: TestPlatform
let folder: string
let platformAdmin: ApiClient
let operator: ApiClient
let chief: ApiClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-jobs-'))
  product = await testPlatform({ slices, config: { DATA_DIR: folder, DEMO_LAMPS: '20' } })
  platformAdmin = await product.signIn()
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  chief = await addUser(product, { tenantId: TENANT, account: 'jobs_chief', realName: '任务主管' })
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const jobs = async (client: ApiClient, query: object = {}): Promise<Job[]> =>
  (await client.get<{ records: Job[] }>('/api/blade-system/jobs/page', { size: 50, ...query })).data.records
const running = async (client: ApiClient): Promise<number> =>
  (await client.get<{ count: number }>('/api/blade-system/jobs/running')).data.count
const stop = (client: ApiClient, { source, id }: Pick<Job, 'source' | 'id'>) => client.post('/api/blade-system/jobs/stop', { source, id })
const send = async (client: ApiClient, path: string, content: string, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const response = await client.call('POST', path, { body: form })
  return (await response.json()) as { code: number; msg: string; data: { uploadId: string } }
}
const fetched = async (client: ApiClient, { file = '', query = {} }: Job['results'][number]): Promise<string> =>
  (await client.call('GET', `/api/${file.replace(/^\/?(api\/)?/, '')}?${new URLSearchParams(query)}`)).text()

test('an export is listed with rows, user and end, and can be downloaded again with the same query', async () => {
  const first = await (await operator.call('GET', '/api/blade-city/lamp/export?columns=name&name=2')).text()
  const [job] = await jobs(operator, { kind: 'export' })
  expect(job).toMatchObject({ source: 'kit.export', title: '导出灯具', status: 2, createUserName: expect.stringMatching(/\S/), note: '' })
  expect(job?.total).toBe(first.trim().split('\n').length - 1)
  expect(job?.done).toBe(job?.total)
  expect(job?.endTime).toMatch(/^\d{4}-\d{2}-\d{2} /)
  expect(job?.results).toMatchObject([{ label: '重新下载', file: 'blade-city/lamp/export' }])
  expect(await fetched(operator, job?.results[0] as Job['results'][number])).toBe(first)
  expect(await running(operator)).toBe(0)
  await (await product.anonymous.call('GET', `/api/blade-city/lamp/export?columns=name&Blade-Auth=bearer%20${operator.token}`)).text()
  const [byAddress] = await jobs(operator, { kind: 'export' })
  expect(byAddress?.results[0]?.query, 'a token in the query is not stored').toEqual({ columns: 'name' })
})

test('a stopped export breaks off its download, and is listed as stopped', async () => {
  await product.platform.system.query(
    `insert into system_log_usual (id, tenant_id, log_level, log_id, log_data)
     select nextval('kit_id'), $1, 'info', n::text, repeat('x', 900) from generate_series(1, 20000) n`,
    [TENANT],
  )
  const answer = await chief.call('GET', '/api/blade-log/usual/export')
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  expect(await running(chief)).toBe(1)
  const [job] = await jobs(chief, { state: 'open' })
  expect(job).toMatchObject({ kind: 'export', status: 1, stopAbout: expect.stringContaining('中断') })
  expect(job?.total).toBeGreaterThanOrEqual(20_000)
  expect((await stop(chief, job as Job)).code).toBe(200)
  let bytes = 0
  const rest = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      bytes += value.length
    }
  }
  await expect(rest()).rejects.toThrow()
  expect(bytes).toBeLessThan(20_000 * 900)
  const [after] = await jobs(chief, { kind: 'export' })
  expect(after).toMatchObject({ id: job?.id, status: 5, stopAbout: '' })
  expect(await stop(chief, job as Job)).toMatchObject({ code: 400, msg: '任务已结束，或不能停止' })
  await product.platform.system.query('delete from system_log_usual where tenant_id = $1', [TENANT])
})

test('an import stops between batches: written rows stay, the rest is skipped, and both are counted', async () => {
  const project = (await chief.post<{ id: string }>('/api/blade-system/project/submit', { name: '停一停', type: 2 })).data.id
  const lines = Array.from(
    { length: LINES },
    (_, n) => `S${n},${(112.9 + (n % 200) / 10_000).toFixed(4)},${(28.2 + n / 1e6).toFixed(6)},100`,
  )
  const sent = await send(
    operator,
    `/api/blade-city/lamp/import?projectId=${project}`,
    ['id,lng,lat,watts', ...lines].join('\n'),
    'far.csv',
  )
  expect(sent.code, sent.msg).toBe(200)
  const [job] = await jobs(chief, { state: 'open', kind: 'import' })
  expect(job).toMatchObject({ id: sent.data.uploadId, title: '导入灯具：far.csv' })
  expect(job?.stopAbout).toContain('保留')
  expect(await running(operator)).toBe(1)
  expect((await stop(chief, job as Job)).code).toBe(200)
  const ended = await eventually(async () => {
    const [one] = await jobs(operator, { kind: 'import' })
    return one?.endTime ? one : null
  })
  expect(ended).toMatchObject({ status: 5, note: '由 jobs_chief 停止，已导入的保留', stopAbout: '' })
  const [{ n } = { n: -1 }] = await product.platform.system.query<{ n: number }>(
    'select count(*)::int as n from lighting_lamp where project_id = $1 and not is_deleted',
    [project],
  )
  expect(n).toBe(ended.done)
  expect(n).toBeLessThan(LINES)
  expect(ended.results).toContainEqual({ label: '导入详情', page: `/city/lampmanagement/lampImport/index?uploadId=${job?.id}` })
  const { data } = await operator.get<{ notes: string[] }>('/api/blade-city/lamp/import/status', { uploadId: job?.id })
  expect(data.notes.join()).toContain('由 jobs_chief 停止')
})

test('a user import is a job with its refused lines as a file', async () => {
  const { data } = await send(chief, '/api/blade-user/import', '登录账号,用户姓名\n,没有账号', 'people.csv')
  const job = await eventually<Job | null>(async () => {
    const [one] = await jobs(chief, { kind: 'import', own: 1 })
    return one?.status === 4 ? one : null
  })
  expect(job).toMatchObject({
    id: data.uploadId,
    source: 'identity.user.import',
    title: '导入用户：people.csv',
    status: 4,
    note: '1 行失败',
  })
  const result = job.results[0] as Job['results'][number]
  const file = await fetched(chief, { ...result, query: { ...result.query, type: 'csv' } })
  expect(file).toContain('行号,原因')
  expect(file).toContain('没有账号')
})

test('a command to many devices is a job: waiting devices can be stopped, its result is the record', async () => {
  const { data } = await operator.get<{ records: { id: string }[] }>('/api/blade-city/lamp/list', { size: 5 })
  const ids = data.records.map(({ id }) => id)
  expect((await operator.post('/api/blade-city/lamp/dim', { ids, level: 40, duration: 60 })).code).toBe(200)
  const [job] = await jobs(operator, { kind: 'mission' })
  expect(job).toMatchObject({
    source: 'control.batch',
    title: expect.stringMatching(/^调光 40% · /),
    total: 5,
    createUserName: expect.any(String),
  })
  expect(job?.results).toEqual([{ label: '指令记录', page: `/city/controlCenter/commandRecord/index/details?id=${job?.id}` }])
  expect(job?.stopAbout).toContain('排队')
  // Running commands are counted elsewhere in the header.
  expect(await running(operator)).toBe(0)
  expect((await stop(operator, job as Job)).code).toBe(200)
  expect((await jobs(operator, { kind: 'mission' }))[0]).toMatchObject({ status: 5, done: 5, stopAbout: '' })
})

test('a user sees the own jobs, an administrator those of the tenant, the platform its backups, and nobody foreign jobs', async () => {
  const mine = await jobs(operator)
  const all = await jobs(chief)
  expect(new Set(mine.map(({ createUserName }) => createUserName)).size).toBe(1)
  expect(new Set(all.map(({ createUserName }) => createUserName)).size).toBe(2)
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(mine.map(({ id }) => id)))
  expect((await jobs(chief, { own: 1 })).every(({ createUserName }) => createUserName === '任务主管')).toBe(true)
  const foreign = await jobs(platformAdmin)
  expect(foreign.filter(({ id }) => all.some((one) => one.id === id))).toEqual([])
  expect(await stop(platformAdmin, mine[0] as Job)).toMatchObject({ code: 400, msg: '数据不存在或已被删除' })
  const theirs = all.find(({ createUserName }) => createUserName === '任务主管') as Job
  expect(await stop(operator, theirs)).toMatchObject({ code: 400, msg: '数据不存在或已被删除' })
  expect((await platformAdmin.post('/api/blade-system/backup/run', {})).code).toBe(200)
  expect((await jobs(platformAdmin, { kind: 'backup' }))[0]).toMatchObject({
    kind: 'backup',
    total: 100,
    unit: '%',
    results: [{ page: '/monitor/backup' }],
  })
  expect(await jobs(chief, { kind: 'backup' })).toEqual([])
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  expect((await guest.get('/api/blade-system/jobs/page')).code).toBe(400)
})

test('pages of jobs are newest first without gaps; titles are in the language of the user', async () => {
  const whole = await jobs(chief)
  const pages = [...(await jobs(chief, { size: 2 })), ...(await jobs(chief, { size: 2, current: 2 }))]
  expect(pages.map(({ id }) => id)).toEqual(whole.slice(0, 4).map(({ id }) => id))
  expect(whole.map(({ createTime }) => createTime)).toEqual(
    whole
      .map(({ createTime }) => createTime)
      .sort()
      .reverse(),
  )
  const english = await product.signIn({ tenantId: TENANT, account: 'jobs_chief', password: 'Contract-1', lang: 'en-US' })
  expect((await jobs(english, { kind: 'mission' }))[0]?.title).toMatch(/^Dim 40% · /)
  expect((await chief.get('/api/blade-system/jobs/page', { kind: 'dance' })).code).toBe(400)
  expect((await chief.post('/api/blade-system/jobs/stop', { source: 'no.such', id: '1' })).code).toBe(400)
})

test('exports are listed as long as logs are kept; imports stay', async () => {
  const { system, newId } = product.platform
  const [gone, stays] = [newId(), newId()]
  for (const [id, kind] of [
    [gone, 'kit.export'],
    [stays, 'identity.user.import'],
  ])
    await system.query(
      `insert into kit_job (id, tenant_id, kind, title_zh, title_en, status, create_time) values ($1, $2, $3, '', '', 2, now() - interval '200 days')`,
      [id, TENANT, kind],
    )
  expect(await dropOldLogs(product.platform)).toBe(1)
  expect(await system.query('select id from kit_job where id = any($1)', [[gone, stays]])).toEqual([{ id: stays }])
})

test('a job that gives way continues where it was, and other jobs run between its calls', async () => {
  const { jobs: work, system } = product.platform
  const calls: number[] = []
  let seen: number | undefined
  const many = async ({ done, progress }: { done: number; progress: (done: number, total: number) => Promise<void> }) => {
    calls.push(done)
    await progress(done + 1, 0)
    // It goes on until the other job has run.
    return seen === undefined ? { again: true } : {}
  }
  work.define('test.many', many, { yields: true })
  work.define('test.one', async () => {
    seen = calls.length
    return {}
  })
  const begin = { tenantId: TENANT, title: ['测试', 'Test'], input: {} } as const
  const long = await work.start(system.query, { ...begin, kind: 'test.many' })
  await eventually(() => calls.length > 2)
  await work.ended(await work.start(system.query, { ...begin, kind: 'test.one' }))
  expect(seen).toBeGreaterThan(2)
  expect(await work.ended(long)).toMatchObject({ status: 2 })
  expect(calls).toEqual(calls.map((_, n) => n))
})
