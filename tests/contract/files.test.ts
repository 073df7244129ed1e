import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityServer } from '@lamplight/identity/server'
import { filesPort, systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const TENANT = '100001'
let product: TestPlatform
let admin: ApiClient
let guest: ApiClient
let operator: ApiClient
let dataDir: string
let bucketDir: string
let bucket: S3rver
let endpoint: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'll-files-'))
  bucketDir = await mkdtemp(join(tmpdir(), 'll-bucket-'))
  bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: bucketDir,
    configureBuckets: [{ name: 'lamplight', configs: [] }],
  })
  const at = await bucket.run()
  endpoint = `http://127.0.0.1:${at.port}`
  product = await testPlatform({ slices: [systemServer, identityServer], config: { DATA_DIR: dataDir, OUTBOUND_PRIVATE: '1' } })
  admin = await product.signIn()
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
})
afterAll(async () => {
  await product?.stop()
  await bucket?.close()
  for (const folder of [dataDir, bucketDir]) if (folder) await rm(folder, { recursive: true, force: true })
})

interface Made {
  readonly link: string
  readonly name: string
  readonly domain: string
  readonly originalName: string
  readonly attachId?: string
}
const put = async (client: ApiClient, bytes: Uint8Array | string, name: string, path = 'put-file-attach') => {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), name)
  const answer = await client.call('POST', `/api/blade-resource/oss/endpoint/${path}`, { body: form })
  return { status: answer.status, ...((await answer.json()) as { code: number; msg: string; data: Made }) }
}
/** Returns the path of an absolute link. Its host must be that of the request. */
const pathOf = (link: string): string => {
  const { origin, pathname, search } = new URL(link)
  expect(origin).toBe(product.url)
  return pathname + search
}
const bytesOf = async (client: ApiClient, address: string): Promise<Buffer> => {
  const answer = await client.call('GET', address)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const rows = async (): Promise<number> =>
  (await product.platform.system.query<{ n: number }>('select count(*)::int as n from system_attach'))[0]?.n ?? -1
const all = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))

describe('on the disk of the server', () => {
  test('a file is served by its link without a sign-in, and by its id with the right', async () => {
    const made = await put(admin, PNG, 'lamp.png')
    expect(made.code, made.msg).toBe(200)
    expect(made.data.originalName).toBe('lamp.png')
    const shown = await product.anonymous.call('GET', pathOf(made.data.link))
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ])
    expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true)
    const { attachId = '' } = made.data
    expect((await bytesOf(admin, `/api/blade-resource/attach/download?id=${attachId}`)).equals(PNG)).toBe(true)
    expect((await guest.get('/api/blade-resource/attach/download', { id: attachId })).msg).toBe('没有该操作的权限')
    const plain = await put(admin, PNG, 'lamp.png', 'put-file')
    expect(Object.keys(plain.data).sort()).toEqual(['domain', 'link', 'name', 'originalName'])
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  test('the link is absolute with the host of the request as domain; PUBLIC_URL overrides it', async () => {
    const made = await put(admin, PNG, 'lamp.png')
    expect(made.data.domain).toBe(product.url)
    expect(made.data.link.startsWith(`${product.url}/api/blade-resource/oss/file/${made.data.attachId}?sign=`)).toBe(true)
    const { data } = await admin.get<{ link: string; domain: string }>('/api/blade-resource/attach/detail', { id: made.data.attachId })
    expect([data.link, data.domain]).toEqual([made.data.link, product.url])
    const { config } = product.platform
    Object.assign(config, { publicUrl: 'https://lights.example' })
    const published = await put(admin, PNG, 'lamp.png')
    Object.assign(config, { publicUrl: '' })
    expect([published.data.domain, new URL(published.data.link).origin]).toEqual(['https://lights.example', 'https://lights.example'])
  })

  test('an upload needs the right: a guest is refused, an operator is not', async () => {
    const before = (await all(dataDir)).length
    for (const path of ['put-file', 'put-file-attach']) {
      const refused = await put(guest, PNG, 'lamp.png', path)
      expect([refused.status, refused.msg]).toEqual([400, '没有该操作的权限'])
    }
    expect((await all(dataDir)).length).toBe(before)
    expect((await put(operator, PNG, 'lamp.png')).code).toBe(200)
  })

  test('a file above 64 MiB is refused and nothing of it is stored', async () => {
    const before = [(await all(dataDir)).length, await rows()]
    const refused = await put(admin, Buffer.alloc(65 * 1024 * 1024, 'a'), 'large.txt')
    expect([refused.status, refused.msg]).toEqual([413, '内容过大，上限为 64 MB'])
    expect([(await all(dataDir)).length, await rows()]).toEqual(before)
  })

  test('the storage of a tenant and of a user is limited; removed files free it', async () => {
    const set = async (paramKey: string, paramValue: string): Promise<void> => {
      const { data } = await admin.get<{ records: object[] }>('/api/blade-system/param/list', { paramKey_equal: paramKey })
      expect((await admin.post('/api/blade-system/param/submit', { ...data.records[0], paramValue })).code).toBe(200)
    }
    const half = Buffer.alloc(700_000, 'a')
    const { data: first } = await put(operator, half, 'first.txt')
    const before = [(await all(dataDir)).length, await rows()]
    await set('upload.quota.user', '1')
    const own = await put(operator, half, 'second.txt')
    expect([own.status, own.msg]).toEqual([400, '您的附件空间已用完（共1MB）：请删除不用的附件，或联系管理员'])
    await set('upload.quota.user', '2048')
    await set('upload.quota.tenant', '1')
    expect((await put(operator, half, 'second.txt')).msg).toBe('附件空间已用完（共1MB）：请删除不用的附件，或联系管理员')
    expect([(await all(dataDir)).length, await rows()]).toEqual(before)
    await product.platform.system.query('update system_attach set is_deleted = true where id = $1', [first.attachId])
    const both = await Promise.all([put(operator, half, 'a.txt'), put(operator, half, 'b.txt')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    await set('upload.quota.tenant', '10240')
  })

  test('a changed or expired link is refused', async () => {
    const { data } = await put(admin, PNG, 'lamp.png')
    const other = await put(admin, PNG, 'other.png')
    const status = async (link: string) => (await product.anonymous.call('GET', link)).status
    const link = pathOf(data.link)
    expect(await status(link.replace(/sign=.{4}/, 'sign=AAAA'))).toBe(400)
    expect(await status(link.replace(String(data.attachId), String(other.data.attachId)))).toBe(400)
    const files = product.platform.port(filesPort)
    const short = await files.link(String(data.attachId), 60)
    expect(await status(short)).toBe(200)
    expect(await status(short.replace(/expires=\d+/, 'expires=9999999999'))).toBe(400)
    expect(await status(await files.link(String(data.attachId), -1))).toBe(400)
  })

  test('the type follows from the content, names never become paths, and types that a browser would run are refused', async () => {
    const wandering = await put(admin, PNG, '../../../../etc/cron.d/evil.php')
    expect(wandering.data.name).toMatch(/^upload\/000000\/\d{8}\/\d{19}\.png$/)
    for (const path of await all(dataDir)) expect(path).toMatch(/\.(png|txt|csv)$/)
    for (const [bytes, name] of [
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'a.png'],
      ['<!doctype html><p>hi', 'a.txt'],
      ['MZ\u0000\u0001program', 'a.jpg'],
    ] as const)
      expect((await put(admin, bytes, name)).msg).toBe('不支持该类型的文件')
    expect((await put(admin, '', 'a.txt')).msg).toBe('文件是空的')
    const text = await put(admin, '编号,名称\n1,甲\n', '灯.csv')
    const handed = await product.anonymous.call('GET', pathOf(text.data.link))
    expect(handed.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('灯.csv')}`)
  })

  test('the size of a picture is limited by upload.max.picture, and a refused one is not stored', async () => {
    const before = (await all(dataDir)).length
    const limit = await admin.get<{ records: object[] }>('/api/blade-system/param/list', { paramKey_equal: 'upload.max.picture' })
    expect((await admin.post('/api/blade-system/param/submit', { ...limit.data.records[0], paramValue: '1' })).code).toBe(200)
    const large = await put(admin, Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]), 'large.png')
    expect([large.status, large.msg]).toEqual([400, '文件不能超过1MB'])
    expect((await all(dataDir)).length).toBe(before)
  })

  test('a removed attachment cannot be opened, and belongs to its tenant only', async () => {
    const theirs = await put(operator, PNG, 'theirs.png')
    const id = String(theirs.data.attachId)
    expect((await admin.get('/api/blade-resource/attach/detail', { id })).code).toBe(400)
    const own = await put(admin, PNG, 'own.png')
    expect((await admin.post('/api/blade-resource/attach/remove', undefined, { ids: own.data.attachId })).code).toBe(200)
    expect((await product.anonymous.call('GET', pathOf(own.data.link))).status).toBe(400)
    expect((await product.anonymous.call('GET', pathOf(theirs.data.link))).status).toBe(200)
  })
})

describe('in an object store', () => {
  const store = (ossCode: string, more: object = {}) =>
    admin.post<{ id: string }>('/api/blade-resource/oss/submit', {
      category: '1',
      ossCode,
      endpoint,
      bucketName: 'lamplight',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
      ...more,
    })
  let id = ''

  test('res.oss: the test writes, reads and removes a probe; a wrong bucket is reported', async () => {
    const made = await store('first')
    expect(made.code, made.msg).toBe(200)
    id = made.data.id
    const tried = await admin.post('/api/blade-resource/oss/test', { ids: [id] })
    expect(tried.code, tried.msg).toBe(200)
    expect((await all(join(bucketDir, 'lamplight'))).filter((path) => path.includes('probe'))).toEqual([])
    const wrong = await store('wrong', { bucketName: 'nowhere' })
    const before = await rows()
    const named = await put(admin, PNG, 'lamp.png', 'put-file?code=wrong')
    expect([named.status, named.msg]).toMatchObject([400, expect.stringContaining('对象存储不可用：NoSuchBucket')])
    await store('dead', { endpoint: 'http://127.0.0.1:1' })
    const dead = await put(admin, PNG, 'lamp.png', 'put-file?code=dead')
    expect([dead.status, dead.msg]).toMatchObject([400, expect.stringContaining('对象存储不可用')])
    expect(await rows()).toBe(before)
    expect((await admin.post('/api/blade-resource/oss/test', { ids: [wrong.data.id] })).msg).toContain('NoSuchBucket')
  })

  test('rule.oss.one: one store of a tenant is in use', async () => {
    const second = await store('second')
    for (const one of [id, second.data.id, id])
      expect((await admin.post('/api/blade-resource/oss/enable', undefined, { id: one })).code).toBe(200)
    const { data } = await admin.get<{ records: { ossCode: string; status: number }[] }>('/api/blade-resource/oss/list', { size: -1 })
    expect(data.records.filter(({ status }) => status === 2).map(({ ossCode }) => ossCode)).toEqual(['first'])
  })

  test('files are written to and read from the store in use; it cannot be removed while it has files', async () => {
    const made = await put(admin, PNG, 'stored.png')
    expect(made.code, made.msg).toBe(200)
    expect((await bytesOf(product.anonymous, pathOf(made.data.link))).equals(PNG)).toBe(true)
    expect((await all(join(bucketDir, 'lamplight'))).some((path) => path.includes(String(made.data.attachId)))).toBe(true)
    expect((await admin.post('/api/blade-resource/oss/remove', undefined, { ids: id })).msg).toBe('数据正在使用中，无法删除：附件')
  })

  test('the secret is encrypted and never returned', async () => {
    const shown = await admin.get<{ secretKey: string }>('/api/blade-resource/oss/detail', { id })
    expect(shown.data.secretKey).toBe('')
    const [row] = await product.platform.system.query<{ secret_key: string }>('select secret_key from system_oss where id = $1', [id])
    expect(row?.secret_key).toMatch(/^v1\./)
    expect((await admin.post('/api/blade-resource/oss/submit', { ...shown.data, remark: '改' })).code).toBe(200)
    expect((await admin.post('/api/blade-resource/oss/test', { ids: [id] })).code).toBe(200)
  })
})
