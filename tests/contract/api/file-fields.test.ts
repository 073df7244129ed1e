import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spoolPath, sweepFiles } from '@lamplight/server-kit'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n')
const POST = '/api/blade-city/lamp_post'
const SUPPLIER = '/api/blade-device/supplier'
const UPLOAD = { pictures: `${POST}/upload_pictures`, contract: `${SUPPLIER}/upload_contract` }
const TENANT = '100001'

interface Made {
  readonly id: string
  readonly attachId: string
  readonly name: string
  readonly link: string
  readonly size: number
  readonly kind: string
}
interface Wire {
  readonly pictures: string
  readonly picturesFiles: readonly Made[]
  readonly contract: string
  readonly contractFiles: readonly Made[]
}

let product: TestPlatform
let folder: string
let admin: ApiClient
let operator: ApiClient
let guest: ApiClient
let counter = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-file-fields-'))
  product = await testPlatform({ slices, config: { DATA_DIR: folder, DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
})
afterAll(async () => {
  await product?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const put = async (client: ApiClient, path: string, bytes: Uint8Array, name = 'a.png', lang = 'zh-CN') => {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), name)
  const answer = await client.call('POST', path, { body: form, headers: { 'accept-language': lang } })
  return { status: answer.status, ...((await answer.json()) as { msg: string; field?: string; data: Made }) }
}
const made = async (client: ApiClient, path: string, bytes: Uint8Array, name?: string): Promise<Made> => {
  const answer = await put(client, path, bytes, name)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const addPost = async (client: ApiClient, pictures: unknown) => {
  counter += 1
  return client.post<{ id: string }>(`${POST}/submit`, { lampPostName: `杆${counter}`, lampPostSn: `F-${counter}`, pictures })
}
const addSupplier = async (client: ApiClient, contract: unknown) => {
  counter += 1
  return client.post<{ id: string }>(`${SUPPLIER}/submit`, { name: `供应商${counter}`, contract })
}
const detail = async (client: ApiClient, base: string, id: string): Promise<Wire> => (await client.get<Wire>(`${base}/detail`, { id })).data
const stored = async (): Promise<string[]> =>
  (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((one) => one.isFile())
    .map(({ name }) => name)
const isStored = async (id: string): Promise<boolean> => (await stored()).some((name) => name.startsWith(id))

describe('pictures of a lamp post', () => {
  test('are uploaded, submitted with the row, listed with metadata, and readable for users who may read the row', async () => {
    const [first, second] = [await made(operator, UPLOAD.pictures, PNG, '杆前.PNG'), await made(operator, UPLOAD.pictures, PNG)]
    expect(first).toMatchObject({ attachId: first.id, name: '杆前.PNG', kind: 'png', size: PNG.length, link: `${POST}/file/${first.id}` })
    expect((await operator.call('GET', first.link)).status).toBe(200)
    expect((await guest.call('GET', first.link)).status).toBe(400)
    const added = await addPost(operator, [first.link, { id: second.id }])
    expect(added.code, added.msg).toBe(200)
    const row = await detail(guest, POST, added.data.id)
    expect(row.pictures).toBe(`${first.link},${second.link}`)
    expect(row.picturesFiles.map(({ name }) => name)).toEqual(['杆前.PNG', 'a.png'])
    const page = await guest.get<{ records: Wire[] }>(`${POST}/page`, { ids: added.data.id })
    expect(page.data.records[0]?.picturesFiles).toEqual(row.picturesFiles)
    const shown = await guest.call('GET', first.link)
    expect(shown.status).toBe(200)
    expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true)
    const head = (name: string): string => shown.headers.get(name) ?? ''
    expect([head('content-type'), head('x-content-type-options'), head('content-security-policy')]).toEqual([
      'image/png',
      'nosniff',
      "default-src 'none'; sandbox",
    ])
    expect(head('content-disposition')).toBe(`inline; filename*=UTF-8''${encodeURIComponent('杆前.PNG')}`)
    expect(head('cache-control')).toBe('private, no-cache')
    const again = await guest.call('GET', first.link, { headers: { 'if-none-match': head('etag') } })
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
  })

  test('stay while the row is edited, and are deleted when an edit removes them', async () => {
    const [first, second, third] = [
      await made(operator, UPLOAD.pictures, PNG),
      await made(operator, UPLOAD.pictures, PNG),
      await made(operator, UPLOAD.pictures, PNG),
    ]
    const { id } = (await addPost(operator, `${first.id},${second.id}`)).data
    expect((await operator.post(`${POST}/submit`, { id, remark: '未动照片' })).code).toBe(200)
    expect((await detail(operator, POST, id)).picturesFiles.map((file) => file.id)).toEqual([first.id, second.id])
    const change = await operator.post(`${POST}/submit`, { id, pictures: [third.id, first.id] })
    expect(change.code, change.msg).toBe(200)
    expect((await operator.call('GET', second.link)).status).toBe(400)
    await sweepFiles(product.platform)
    expect([await isStored(first.id), await isStored(second.id), await isStored(third.id)]).toEqual([true, false, true])
    const back = await operator.post(`${POST}/submit`, { id, pictures: [second.id] })
    expect([back.code, back.body.field]).toEqual([400, 'pictures'])
    expect((await operator.post(`${POST}/submit`, { id, pictures: '' })).code).toBe(200)
    expect((await detail(operator, POST, id)).picturesFiles).toEqual([])
  })

  test('are deleted with their row, including the bytes', async () => {
    const file = await made(operator, UPLOAD.pictures, PNG)
    const { id } = (await addPost(operator, file.id)).data
    expect(await isStored(file.id)).toBe(true)
    expect((await operator.post(`${POST}/remove?ids=${id}`)).code).toBe(200)
    expect((await operator.call('GET', file.link)).status).toBe(400)
    await sweepFiles(product.platform)
    expect(await isStored(file.id)).toBe(false)
    expect(await product.platform.system.query('select 1 from kit_file where id = $1', [file.id])).toEqual([])
  })

  test('that no row uses are deleted after a day', async () => {
    const [old, young] = [await made(operator, UPLOAD.pictures, PNG), await made(operator, UPLOAD.pictures, PNG)]
    const age = async (id: string, hours: number) =>
      product.platform.system.query('update kit_file set create_time = $2 where id = $1', [
        id,
        new Date(product.platform.clock.now() - hours * 3_600_000),
      ])
    await age(old.id, 25)
    await age(young.id, 23)
    await sweepFiles(product.platform)
    expect([await isStored(old.id), await isStored(young.id)]).toEqual([false, true])
    expect((await addPost(operator, old.id)).code).toBe(400)
    expect((await addPost(operator, young.id)).code).toBe(200)
  })

  test('that a killed process received in part are deleted after a day', async () => {
    const { dataDir } = product.platform.config
    const [old, young] = [spoolPath(dataDir, '1'), spoolPath(dataDir, '2')]
    await mkdir(dirname(old), { recursive: true })
    for (const [path, hours] of [
      [old, 25],
      [young, 23],
    ] as const) {
      await writeFile(path, 'part')
      const at = new Date(Date.now() - hours * 3_600_000)
      await utimes(path, at, at)
    }
    await sweepFiles(product.platform)
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
    await rm(young)
  })

  test('are refused by content, size and number, with a message that names the field', async () => {
    const page = await put(operator, UPLOAD.pictures, Buffer.from('<html><script>alert(1)</script>'), 'lamp.png')
    expect([page.status, page.field, page.msg]).toEqual([400, 'pictures', 'pictures:文件类型不支持，可上传：PNG、JPG、GIF、WEBP'])
    expect((await put(operator, UPLOAD.pictures, PDF, 'lamp.png')).status).toBe(400)
    expect((await put(operator, UPLOAD.pictures, PNG.subarray(0, 50), 'cut.png')).msg).toBe('pictures:文件不完整或已损坏')
    expect((await put(operator, UPLOAD.pictures, Buffer.alloc(0), 'empty.png')).msg).toBe('pictures:文件是空的')
    const bomb = Buffer.from(PNG)
    bomb.writeUInt32BE(50_000, 16)
    bomb.writeUInt32BE(50_000, 20)
    expect((await put(operator, UPLOAD.pictures, bomb, 'bomb.png', 'en-US')).msg).toBe(
      'pictures: a picture must have at most 64 megapixels',
    )
    const before = await stored()
    const large = await put(operator, UPLOAD.pictures, Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]), 'large.png', 'en-US')
    expect([large.status, large.field, large.msg]).toEqual([413, 'pictures', 'pictures: a file must have at most 10 MB'])
    expect(await stored()).toEqual(before)
    const seven = await Promise.all(Array.from({ length: 7 }, () => made(operator, UPLOAD.pictures, PNG)))
    const many = await addPost(
      operator,
      seven.map(({ id }) => id),
    )
    expect([many.code, many.body.field]).toEqual([400, 'pictures'])
  })

  test('have names without a path, without bidirectional marks, and with the extension of their kind', async () => {
    expect((await made(operator, UPLOAD.pictures, PNG, 'cod\u202egnp.exe')).name).toBe('codgnp.exe.png')
    expect((await made(operator, UPLOAD.pictures, PNG, '..')).name).toBe('file.png')
  })
})

describe('the contract of a supplier', () => {
  test('is one document, served as a download', async () => {
    const file = await made(operator, UPLOAD.contract, PDF, '合同.pdf')
    const { id } = (await addSupplier(operator, file.link)).data
    expect((await detail(operator, SUPPLIER, id)).contract).toBe(file.link)
    const sent = await operator.call('GET', file.link)
    expect(sent.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''/)
    expect(Buffer.from(await sent.arrayBuffer()).equals(PDF)).toBe(true)
    const two = [await made(operator, UPLOAD.contract, PDF), await made(operator, UPLOAD.contract, PDF)]
    expect(
      (
        await addSupplier(
          operator,
          two.map((one) => one.id),
        )
      ).body.field,
    ).toBe('contract')
    expect((await put(operator, UPLOAD.contract, PNG)).status).toBe(400)
  })

  test('is exported by its name, and not imported', async () => {
    const csv = await (await operator.call('GET', `${SUPPLIER}/export`)).text()
    expect(csv).toContain('合同.pdf')
    expect(csv).not.toContain(`${SUPPLIER}/file/`)
    const form = new FormData()
    form.append('file', new Blob(['灯杆名称,灯杆编号,现场照片\n表一,F-表-1,a.png\n']), 'posts.csv')
    const preview = await operator.call('POST', `${POST}/import/upload`, { body: form })
    expect(((await preview.json()) as { data: { notes: string[] } }).data.notes).toEqual(['未使用的列：现场照片'])
  })
})

describe('other users', () => {
  test('cannot read a file by its id: another tenant, without the right, or without a sign-in', async () => {
    const [file, draft] = [await made(operator, UPLOAD.pictures, PNG), await made(operator, UPLOAD.pictures, PNG)]
    expect((await addPost(operator, file.id)).code).toBe(200)
    const status = async (client: ApiClient, link: string) => (await client.call('GET', link)).status
    expect([await status(product.anonymous, file.link), await status(admin, file.link), await status(admin, draft.link)]).toEqual([
      401, 400, 400,
    ])
    expect(await status(operator, `${SUPPLIER}/file/${file.id}`)).toBe(400)
    expect((await put(guest, UPLOAD.pictures, PNG)).msg).toBe('没有该操作的权限')
  })

  test('cannot submit a file of another tenant, user, field or row', async () => {
    const theirs = await made(admin, UPLOAD.pictures, PNG)
    const contract = await made(operator, UPLOAD.contract, PDF)
    const used = await made(operator, UPLOAD.pictures, PNG)
    expect((await addPost(operator, used.id)).code).toBe(200)
    const refuses = async (client: ApiClient, why: string, id: string) => {
      const refused = await addPost(client, id)
      expect([refused.code, refused.body.field, refused.msg], why).toEqual([400, 'pictures', 'pictures:文件不存在或已失效，请重新上传'])
    }
    await refuses(operator, 'of another tenant', theirs.id)
    await refuses(operator, 'of another field', contract.id)
    await refuses(operator, 'of another row', used.id)
    await refuses(operator, 'unknown', '1')
    const { roleIds } = (
      await product.platform.system.query<{ roleIds: string[] }>(
        `select role_id as "roleIds" from identity_user where tenant_id = '000000' and account = 'admin'`,
      )
    )[0] as { roleIds: string[] }
    const colleague = { account: 'shooter', password: 'Sample-secret-1', name: 'shooter', realName: 'shooter', roleId: roleIds }
    expect((await admin.post('/api/blade-user/submit', colleague)).code).toBe(200)
    const theirFile = await made(await product.signIn(colleague), UPLOAD.pictures, PNG)
    await refuses(admin, 'of a colleague', theirFile.id)
    expect((await addPost(admin, theirs.id)).code).toBe(200)
  })
})

describe('after a refused upload', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  afterAll(() => agent.destroy())
  interface UploadAnswer {
    readonly status: number
    readonly connection: string
    readonly port: number
  }
  /** Sends `sent` bytes of a multipart request whose header declares `size` bytes, over the only connection of the agent. */
  const send = (sent: number, size: number): Promise<UploadAnswer> =>
    new Promise((done, failed) => {
      const head = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
      const tail = Buffer.from('\r\n--x--\r\n')
      const call = request(`${product.url}${UPLOAD.pictures}`, {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(head.length + size + tail.length),
          'blade-auth': `bearer ${operator.token}`,
          authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`,
        },
      })
      call.on('error', failed)
      call.on('response', (answer) => {
        const port = answer.socket.localPort ?? 0
        answer.resume().on('end', () => done({ status: answer.statusCode ?? 0, connection: answer.headers.connection ?? '', port }))
      })
      call.write(head)
      call.write(Buffer.alloc(sent))
      if (sent === size) call.end(tail)
    })

  test('the connection is reused when little of the body is left to read', async () => {
    const size = 14 * 1024 * 1024
    const [first, second] = [await send(size, size), await send(size, size)]
    expect([first.status, second.status]).toEqual([413, 413])
    expect(second.port).toBe(first.port)
  })

  test('the connection is closed when much of the body is left, and the next request opens a new one', async () => {
    const first = await send(12 * 1024 * 1024, 100 * 1024 * 1024)
    expect([first.status, first.connection]).toEqual([413, 'close'])
    const second = await send(1000, 1000)
    expect(second.status).toBe(400)
    expect(second.port).not.toBe(first.port)
  })
})
