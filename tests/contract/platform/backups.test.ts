import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identityServer } from '@lamplight/identity/server'
import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import { restoreBackup } from '@lamplight/server-kit/backup'
import { BACKUP_ASKED } from '@lamplight/system/model'
import { askOnTime, dropLeftovers, dropOldBackups, endLost, systemServer } from '@lamplight/system/server'
import { type ApiClient, eventually, queryOnce, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { MIGRATIONS } from './migrations.ts'

interface Backup {
  id: string
  name: string
  status: number
  progress: number
  kind: number
  archiveSize: string
  ms: number
  rows: string
  isSealed: number
  reason: string
  sha256: string
}
const BASE = '/api/blade-system/backup'
const PASSPHRASE = 'a lamp in the rain'
const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-backups-'))
const archives = join(dataDir, 'backups')
let product: TestPlatform
let admin: ApiClient
let ahead = 0

beforeAll(async () => {
  product = await testPlatform({
    slices: [systemServer, identityServer],
    config: { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE },
    clock: { now: () => Date.now() + ahead },
  })
  admin = await product.signIn()
})
afterAll(async () => {
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const byId = async (id: string): Promise<Backup> => (await admin.get<Backup>(`${BASE}/detail`, { id })).data
const ended = (id: string): Promise<Backup> =>
  eventually(async () => {
    const row = await byId(id)
    return row.status >= 2 ? row : null
  })
const run = async (): Promise<Backup> => {
  const started = await admin.post<{ id: string }>(`${BASE}/run`)
  expect(started.code, started.msg).toBe(200)
  return ended(started.data.id)
}
const audited = async (what: string, target: string): Promise<number> =>
  (await product.platform.system.query('select 1 from kit_audit where what = $1 and target = $2', [what, target])).length
const param = async (key: string, value: string): Promise<string> => {
  const found = await admin.get<{ records: { id: string; paramName: string }[] }>('/api/blade-system/param/list', { paramKey: key })
  const [row] = found.data.records
  const set = await admin.post('/api/blade-system/param/submit', {
    id: row?.id,
    paramName: row?.paramName,
    paramKey: key,
    paramValue: value,
  })
  return set.code === 200 ? '' : set.msg
}

test('an administrator starts a backup, sees its result, downloads the archive, and can restore it unchanged', async () => {
  const made = await run()
  const { data } = await admin.get<{ records: Backup[] }>(`${BASE}/list`)
  expect(data.records.map(({ id }) => id)).toContain(made.id)
  expect(made).toMatchObject({ status: 2, progress: 100, kind: 1, isSealed: 1, reason: '' })
  expect(made.name).toMatch(/^lamplight-\d{8}-\d{6}\+0800\.zip\.sealed$/)
  expect(await audited('system.backup.run', made.id)).toBe(1)
  const download = await admin.post<{ link: string; name: string }>(`${BASE}/download`, { ids: [made.id] })
  expect(download.code, download.msg).toBe(200)
  expect(await audited('system.backup.download', made.id)).toBe(1)
  const answer = await product.anonymous.call('GET', download.data.link)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, bytes.length]).toEqual([200, Number(made.archiveSize)])
  expect(answer.headers.get('content-disposition')).toContain(made.name)
  expect(
    await product.platform.system.query('select account, ip, detail from kit_audit where what = $1 and target = $2', [
      'system.backup.fetch',
      made.id,
    ]),
  ).toEqual([{ account: 'admin', ip: '127.0.0.1', detail: { name: made.name, sha256: made.sha256 } }])
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.sha256)

  const server = String(process.env.TEST_DATABASE_URL)
  const name = `restore_page_${made.id}`
  await createDatabase(server, name)
  try {
    const url = databaseUrl(server, name)
    const file = join(archives, made.name)
    await restoreBackup({ url, dataDir: join(dataDir, 'other'), file, passphrase: PASSPHRASE, force: false, migrations: MIGRATIONS })
    expect(await queryOnce(url, `select account from identity_user where account = 'admin' and tenant_id = '000000'`)).toHaveLength(1)
  } finally {
    await dropDatabase(server, name)
  }
})

test('the live topic backups reports the progress of a backup', async () => {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws?Blade-Auth=${admin.token}`)
  const received: string[] = []
  socket.on('message', (data) => received.push(String(data)))
  try {
    await once(socket, 'open')
    socket.send(JSON.stringify({ cmd: 2, sessionId: 1, body: { deviceId: 'backups' } }))
    socket.send(JSON.stringify({ cmd: 5, sessionId: 2, body: { userId: admin.userId, tags: 'backups' } }))
    await eventually(() => received.some((text) => text.includes('bind success')))
    const made = await run()
    await eventually(() => received.some((text) => text.includes(made.id) && text.includes(made.sha256)))
  } finally {
    socket.terminate()
  }
})

test('a download link works once, within a minute, for one archive; a guessed or expired link, or one of a removed backup, does not', async () => {
  const made = await run()
  const linkTo = async () => (await admin.post<{ link: string }>(`${BASE}/download`, { ids: [made.id] })).data.link
  const link = await linkTo()
  const status = async (path: string) => {
    const answer = await product.anonymous.call('GET', path)
    await answer.arrayBuffer()
    return answer.status
  }
  expect(await status(`${link.slice(0, -3)}AAA`)).toBe(400)
  expect(await status(`${BASE}/archive?sign=v1.`)).toBe(400)
  expect(await status(`${BASE}/archive`)).toBe(400)
  expect((await Promise.all(Array.from({ length: 4 }, () => status(link)))).sort(), 'one of four concurrent downloads succeeds').toEqual([
    200, 400, 400, 400,
  ])
  expect(await status(link), 'a second download is refused').toBe(400)
  const fetched = async () =>
    (
      await product.platform.system.query<Record<string, unknown>>(
        `select account, detail->>'givenTo' as "givenTo", count, result from kit_audit where what = 'system.backup.fetch' and target = $1 order by id`,
        [made.id],
      )
    ).map(({ account, givenTo, count, result }) => [account, givenTo, count, result])
  const taken = ['admin', null, '1', '']
  expect(await fetched(), 'the user who downloaded, and the repeated attempt, are logged').toEqual(
    expect.arrayContaining([taken, ['', 'admin', '1', 'used']]),
  )
  expect(await fetched()).toHaveLength(2)
  for (let more = 0; more < 8; more += 1) await status(link)
  expect((await fetched()).slice(2), 'attempts are logged once and at the tenth, not each').toEqual([['', 'admin', '10', 'used']])
  const late = await linkTo()
  ahead += 61_000
  expect(await status(late)).toBe(400)
  ahead = 0
  expect((await fetched()).slice(3)).toEqual([['', 'admin', '1', 'aged']])
  const last = await linkTo()
  await rm(join(archives, made.name))
  expect(await status(last)).toBe(400)
  expect((await admin.post(`${BASE}/remove`, undefined, { ids: made.id })).code).toBe(200)
  expect(await status(last)).toBe(400)
  expect((await fetched()).filter(([, , , result]) => result === '')).toEqual([taken])
})

test('the name of an archive contains its local time and the UTC offset', async () => {
  const { data } = await admin.get<{ records: (Backup & { createTime: string })[] }>(`${BASE}/list`, { status: 2 })
  const [made] = data.records
  const createdAt = Date.parse(`${made?.createTime.replace(' ', 'T')}+08:00`)
  const [, day = '', time = ''] = /^lamplight-(\d{8})-(\d{6})\+0800/.exec(made?.name ?? '') ?? []
  const named = Date.parse(`${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}+08:00`)
  expect(Math.abs(named - createdAt)).toBeLessThan(60_000)
})

test('a backup whose removal was rolled back keeps its archive', async () => {
  const made = await run()
  await queryOnce(
    product.databaseUrl,
    `create function refuse_removal() returns trigger language plpgsql as $$ begin raise 'not today'; end $$;
     create trigger refuse_removal before insert on kit_audit for each row when (new.what = 'system.backup.remove') execute function refuse_removal()`,
  )
  expect((await admin.post(`${BASE}/remove`, undefined, { ids: made.id })).code).toBe(500)
  await sleep(1500)
  await dropLeftovers(product.platform)
  expect((await stat(join(archives, made.name))).size).toBe(Number(made.archiveSize))
  await queryOnce(product.databaseUrl, 'drop function refuse_removal cascade')
})

test('archives of removed backups are deleted later; files without a row and archives of failed backups stay', async () => {
  const { newId, system } = product.platform
  const add = async (name: string, status: number, gone: boolean) => {
    await system.query(`insert into system_backup (id, tenant_id, status, kind, name, is_deleted) values ($1, '000000', $2, 1, $3, $4)`, [
      newId(),
      status,
      name,
      gone,
    ])
    await writeFile(join(archives, name), name)
  }
  await add('lamplight-gone.zip', 2, true)
  await add('lamplight-restored.zip', 4, false)
  await add('lamplight-twice.zip', 2, true)
  await add('lamplight-twice.zip', 2, false)
  await writeFile(join(archives, 'lamplight-restored.zip.part'), 'half')
  await writeFile(join(archives, 'mine.zip'), 'by hand')
  await dropLeftovers(product.platform)
  const left = (await readdir(archives)).filter((name) => /gone|restored|twice|mine/.test(name))
  expect(left.sort()).toEqual(['lamplight-restored.zip', 'lamplight-twice.zip', 'mine.zip'])
})

test('a removed backup loses its archive and is logged; a waiting or running one cannot be removed, and a second cannot start', async () => {
  const made = await run()
  expect(await readdir(archives)).toContain(made.name)
  expect((await admin.post(`${BASE}/remove`, undefined, { ids: made.id })).code).toBe(200)
  await eventually(async () => !(await readdir(archives)).includes(made.name))
  expect(await audited('system.backup.remove', made.id)).toBe(1)
  // A backup that no process works on: only its row exists.
  const id = product.platform.newId()
  await product.platform.system.query(`insert into system_backup (id, tenant_id, status, progress, kind) values ($1, '000000', 1, 40, 1)`, [
    id,
  ])
  expect((await admin.post(`${BASE}/run`)).msg).toBe('已有备份在等待或进行中')
  expect((await admin.post(`${BASE}/remove`, undefined, { ids: id })).msg).toBe('已有备份在等待或进行中')
  expect((await admin.post(`${BASE}/download`, { ids: [id] })).msg).toBe('该备份没有可下载的文件')
  await product.platform.system.query('delete from system_backup where id = $1', [id])
})

test('a failed backup gives the reason in the language of the user, and leaves no partial archive', async () => {
  await rm(archives, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
  const failed = await run()
  expect(failed).toMatchObject({ status: 4, archiveSize: '', sha256: '' })
  expect(failed.reason).toMatch(/^\p{Script=Han}/u)
  expect(failed.reason).not.toContain(' / ')

  await mkdir(dataDir)
  const english = await product.signIn({ lang: 'en-US' })
  const { reason } = (await english.get<{ reason: string }>(`${BASE}/detail`, { id: failed.id })).data
  expect(reason).toMatch(/^[^\p{Script=Han}]+$/u)
  expect((await run()).status).toBe(2)
  expect((await readdir(archives)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a backup of a killed process is marked as failed, and its partial archive is deleted', async () => {
  const id = product.platform.newId()
  const name = 'lamplight-20260101-000000.zip'
  await product.platform.system.query(
    `insert into system_backup (id, tenant_id, status, progress, kind, name) values ($1, '000000', 1, 40, 1, $2)`,
    [id, name],
  )
  await writeFile(join(archives, `${name}.part`), 'half')
  await endLost(product.platform)
  await dropLeftovers(product.platform)
  expect(await byId(id)).toMatchObject({ status: 4, reason: '服务停止，备份未完成' })
  expect(await readdir(archives)).not.toContain(`${name}.part`)
})

test('backup.at makes one backup a day at that time, backup.keep limits their number; manual backups stay', async () => {
  expect(await param('backup.at', '25:00')).toContain('HH:MM')
  expect(await param('backup.keep', '0')).not.toBe('')
  const byHand = await run()
  const soon = new Date(Date.now() + 120_000)
  const clock = (moment: Date): string => `${String(moment.getHours()).padStart(2, '0')}:${String(moment.getMinutes()).padStart(2, '0')}`
  expect(await askOnTime(product.platform), 'no backup without a time').toBe(false)
  expect(await param('backup.at', clock(soon))).toBe('')
  expect(await param('backup.keep', '2')).toBe('')
  expect(await askOnTime(product.platform), 'no backup before its time').toBe(false)
  const made: string[] = []
  for (let day = 0; day < 3; day += 1) {
    ahead = 180_000 + day * 86_400_000
    // Both the daily task and this call may request the backup; only one is made.
    await askOnTime(product.platform)
    product.platform.bus.emit(BACKUP_ASKED, {})
    const next = await eventually(async () => {
      const [row] = await product.platform.system.query<{ id: string; status: number }>(
        'select id, status from system_backup where kind = 2 and status >= 2 and not id = any($1) and not is_deleted',
        [made],
      )
      return row
    })
    expect(next.status).toBe(2)
    expect(await askOnTime(product.platform), 'one backup a day').toBe(false)
    made.push(next.id)
  }
  ahead = 0
  admin = await product.signIn()
  await dropOldBackups(product.platform)
  const rows = await product.platform.system.query<{ id: string; kind: number; name: string; gone: boolean }>(
    'select id, kind, name, is_deleted as gone from system_backup where status = 2 order by id',
  )
  const onTime = rows.filter(({ kind }) => kind === 2)
  expect(onTime.map(({ id, gone }) => [id, gone])).toEqual(made.map((id, at) => [id, at === 0]))
  expect(rows.find(({ id }) => id === byHand.id)).toMatchObject({ gone: false })
  await eventually(async () => {
    const names = await readdir(archives)
    return names.includes(byHand.name) && onTime.every(({ name, gone }) => names.includes(name) !== gone)
  })
  expect(await param('backup.at', '')).toBe('')
})

test('users of a tenant cannot reach backups, with any rights', async () => {
  const backup = await run()
  for (const path of [`${BASE}/list`, `${BASE}/detail?id=${backup.id}`]) expect((await product.anonymous.get(path)).status).toBe(401)
  const rows = await product.platform.asTenant('100001').query('select 1 from system_backup')
  expect(rows).toEqual([])
})
