import { connect } from 'node:net'
import { IDENTITY_CHANGED } from '@lamplight/identity/model'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { slices } from '../../apps/server/slices.ts'

/** News received on a socket that works like a browser's (wire-contract.md 9): handshake, bind with tags, pushes. */
interface Push {
  readonly topic: string
  readonly changes?: [string, unknown][]
}
interface Tab {
  readonly pushes: Push[]
  readonly packets: Record<string, unknown>[]
  readonly send: (packet: object) => void
  readonly closed: Promise<number>
  readonly socket: WebSocket
  readonly values: (topic: string) => Map<string, unknown>
}
const CMD = { handshake: 2, bind: 5, unbind: 6, error: 10, ok: 11, kick: 13, push: 15 }
const TENANT = '100001'
let product: TestPlatform
let operator: ApiClient
let guest: ApiClient
const tabs: Tab[] = []

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', SOCKETS_PER_USER: '20' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator', password: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest', password: 'guest' })
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.socket.terminate()
})
afterAll(() => product?.stop())

const open = async ({ token }: Pick<ApiClient, 'token'>): Promise<Tab> => {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws?Blade-Auth=${token}`)
  const pushes: Push[] = []
  const packets: Record<string, unknown>[] = []
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('message', (data) => {
    const packet = JSON.parse(String(data)) as Record<string, unknown> & { cmd: number; body?: { content?: string } }
    packets.push(packet)
    if (packet.cmd === CMD.push) pushes.push(JSON.parse(JSON.parse(packet.body?.content ?? '{}').content) as Push)
  })
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('close', () => reject(new Error('refused')))
  })
  const tab: Tab = {
    pushes,
    packets,
    socket,
    closed,
    send: (packet) => socket.send(JSON.stringify(packet)),
    values: (topic) => new Map(pushes.filter((news) => news.topic === topic).flatMap(({ changes }) => changes ?? [])),
  }
  tabs.push(tab)
  return tab
}
const bound = async (who: ApiClient, tags: string, deviceId = crypto.randomUUID()): Promise<Tab> => {
  const tab = await open(who)
  tab.send({ cmd: CMD.handshake, sessionId: 1, body: { deviceId } })
  tab.send({ cmd: CMD.bind, sessionId: 2, body: { userId: who.userId, tags } })
  await eventually(async () => tab.packets.some(({ cmd, sessionId }) => cmd === CMD.ok && sessionId === 2))
  return tab
}
let beat = 0
/** Pushes a change that every listener of the topic receives, and waits for it: earlier pushes have arrived by then, or never will. */
const pushAll = async (tabsThere: readonly Tab[], tenantId = TENANT): Promise<void> => {
  beat += 1
  product.platform.live.push(tenantId, 'notices', { beat })
  await eventually(async () => tabsThere.every(({ pushes }) => pushes.some((news) => (news as { beat?: number }).beat === beat)))
}
const controller = async (projectId: string | null, areaId: string | null = null, tenantId = TENANT): Promise<string> => {
  const id = product.platform.newId()
  await product.platform.system.query(
    'insert into lighting_controller (id, tenant_id, sn, project_id, area_id) values ($1, $2, $3, $4, $5)',
    [id, tenantId, `LIVE${id}`, projectId, areaId],
  )
  await product.platform.system.query(
    'insert into lighting_lamp (id, tenant_id, sn, name, controller_id, project_id, area_id) values ($1, $2, $3, $3, $4, $5, $6)',
    [product.platform.newId(), tenantId, `LAMP${id}`, id, projectId, areaId],
  )
  return id
}

test('wire-contract.md 9: a bind for another user, and a connection without a token, are refused', async () => {
  const tab = await open(guest)
  tab.send({ cmd: CMD.handshake, body: { deviceId: 'a' } })
  tab.send({ cmd: CMD.bind, body: { userId: operator.userId, tags: 'lamps,notices' } })
  await tab.closed
  expect(tab.packets.at(-1)).toMatchObject({ cmd: CMD.error, body: { cmd: CMD.bind, reason: 'bind failed' } })
  await expect(open({ token: 'nobody' })).rejects.toThrow('refused')
  await expect(open({ token: '' })).rejects.toThrow('refused')
})

const attempt = (path: string, headers: Record<string, string>): Promise<string> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}${path}`, { headers })
    socket.on('open', () => {
      socket.close()
      resolve('open')
    })
    socket.on('unexpected-response', (_request, answer) => resolve(String(answer.statusCode)))
    socket.on('error', () => resolve('error'))
  })

test('on the upgrade the token of the header Blade-Auth is accepted; that of the cookie only for pages of this server', async () => {
  const { token } = operator
  const cookie = `saber-access-token=${token}`
  const elsewhere = { origin: 'https://other.example' }
  expect(await attempt('/ws', { 'blade-auth': `bearer ${token}` })).toBe('open')
  expect(await attempt('/ws', { 'blade-auth': 'bearer nobody' })).toBe('401')
  expect(await attempt('/ws', { cookie, origin: product.url })).toBe('open')
  expect(await attempt('/ws', { cookie })).toBe('open')
  for (const origin of ['https://other.example', `${product.url}.example`, 'null', 'nonsense', ''])
    expect(await attempt('/ws', { cookie, origin }), origin).toBe('401')
  expect(await attempt('/ws', { cookie, ...elsewhere, 'blade-auth': token })).toBe('open')
  expect(await attempt(`/ws?Blade-Auth=${token}`, elsewhere)).toBe('open')
})

test('the number of sockets of a user is limited; a closed one frees its place', async () => {
  const MAX_SOCKETS = 20
  const many = await Promise.all(Array.from({ length: MAX_SOCKETS }, () => open(guest)))
  expect(await attempt('/ws', { 'blade-auth': guest.token })).toBe('429')
  expect(await attempt('/ws', { 'blade-auth': operator.token })).toBe('open')
  many[0]?.socket.close()
  await eventually(async () => (await attempt('/ws', { 'blade-auth': guest.token })) === 'open')
})

test('changes of a tenant are pushed to all tabs of its users and to no other user', async () => {
  const admin = await product.signIn()
  const [first, second, other] = [
    await bound(operator, 'lamps,notices'),
    await bound(operator, 'lamps,notices'),
    await bound(admin, 'lamps,notices'),
  ]
  const id = await controller(null)
  product.platform.live.change(TENANT, 'lamps', id, [1, 30, 12])
  await eventually(async () => first.values('lamps').has(id) && second.values('lamps').has(id))
  await pushAll([other], '000000')
  expect([...first.values('lamps')]).toEqual([[id, [1, 30, 12]]])
  expect(other.pushes.filter(({ topic }) => topic === 'lamps')).toEqual([])
})

test('a topic of another tenant, an unknown topic, or one without its permission pushes nothing', async () => {
  const admin = await product.signIn()
  const role = await admin.post<{ id: string }>('/api/blade-system/role/submit', { roleName: '看客', roleAlias: 'onlooker', sort: 9 })
  const made = await admin.post('/api/blade-user/submit', {
    account: 'onlooker',
    password: 'Secret-1',
    realName: '看客',
    roleId: role.data.id,
  })
  expect(made.code).toBe(200)
  const onlooker = await product.signIn({ account: 'onlooker', password: 'Secret-1' })
  const tab = await bound(onlooker, `notices,lamps,lamps-run,gateways,batches,batch:1,${TENANT} lamps,nothing`)
  for (const topic of ['lamps', 'lamps-run', 'gateways', 'batches', 'nothing']) {
    expect(product.platform.live.listeners('000000', topic)).toBe(0)
    product.platform.live.push('000000', topic, { changes: [['1', 1]] })
  }
  product.platform.live.push('000000', 'batch:1', { id: '1' })
  await pushAll([tab], '000000')
  expect(tab.pushes.map(({ topic }) => topic)).toEqual(['notices'])
})

test('changes of a job are pushed to its owner and to users who see all jobs, and to nobody else', async () => {
  const admin = await product.signIn()
  const roles = await product.platform.system.query<{ id: string; alias: string }>(
    `select id, role_alias as alias from identity_role where tenant_id = $1 and role_alias in ('admin', 'operator') and not is_deleted`,
    [TENANT],
  )
  const person = async (account: string, alias: string): Promise<ApiClient> => {
    const roleId = roles.find((role) => role.alias === alias)?.id
    const fields = { tenantId: TENANT, account, password: 'Contract-1', realName: account, roleId }
    expect((await admin.post('/api/blade-user/submit', fields)).code).toBe(200)
    return product.signIn({ tenantId: TENANT, account, password: 'Contract-1' })
  }
  const colleague = await person('live_colleague', 'operator')
  const chief = await person('live_chief', 'admin')
  const cutChief = await person('live_cut', 'admin')
  await product.platform.system.query(`insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, 'project', 1, $2)`, [
    cutChief.userId,
    TENANT,
  ])
  product.platform.bus.emit(IDENTITY_CHANGED, {})
  const all = [operator, colleague, chief, await product.signIn({ tenantId: TENANT, account: 'live_cut', password: 'Contract-1' }), guest]
  const tabsThere = await Promise.all(all.map((who) => bound(who, 'jobs,notices')))
  const pushes = async (): Promise<boolean[]> => {
    await pushAll(tabsThere)
    return tabsThere.map((tab) => tab.pushes.splice(0).some(({ topic }) => topic === 'jobs'))
  }
  const push = (payload: object): void => product.platform.live.push(TENANT, 'jobs', { id: '7', ...payload })
  push({ by: operator.userId, done: 1, total: 2 })
  expect(await pushes()).toEqual([true, false, true, false, false])
  push({ by: colleague.userId, ended: true })
  expect(await pushes()).toEqual([false, true, true, false, false])
  push({ by: operator.userId, right: 'backup_view' })
  expect(await pushes(), 'no user here has the right to such jobs').toEqual([false, false, false, false, false])
  await product.platform.system.query('delete from identity_grant where user_id = $1', [cutChief.userId])
})

test('a user whose role has a data scope on lamps gets no push of lamps', async () => {
  const { system } = product.platform
  const scope = product.platform.newId()
  await system.query(
    `insert into identity_data_scope (id, tenant_id, scope_name, menu_id, resource_code, scope_type)
     select $1, $2, 'own', id, 'own', 2 from system_menu where code = 'lamp'`,
    [scope, TENANT],
  )
  await system.query(
    `insert into identity_role_scope (role_id, category, scope_id, tenant_id)
     select unnest(role_id), 1, $1, $2 from identity_user where tenant_id = $2 and account = 'guest'`,
    [scope, TENANT],
  )
  const scoped = await product.signIn({ tenantId: TENANT, account: 'guest', password: 'guest' })
  await eventually(async () => (await scoped.get<{ total: number }>('/api/blade-city/lamp/list', { size: 1 })).data.total === 0)
  const [cut, whole] = [await bound(scoped, 'lamps,notices'), await bound(operator, 'lamps,notices')]
  const id = await controller(null)
  product.platform.live.change(TENANT, 'lamps', id, [1, 30, 12])
  await eventually(async () => whole.values('lamps').has(id))
  await pushAll([cut])
  expect(cut.pushes.filter(({ topic }) => topic === 'lamps')).toEqual([])
  await system.query('delete from identity_role_scope where scope_id = $1', [scope])
})

test('a user limited to a project or an area gets only its changes, and a change of grants takes effect', async () => {
  const [mine, theirs, area] = [1, 2, 3].map(() => product.platform.newId()) as [string, string, string]
  const here = await controller(mine)
  const there = await controller(theirs)
  const inArea = await controller(mine, area)
  const grant = (kind: string, id: string) =>
    product.platform.system.query('insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, $2, $3, $4)', [
      guest.userId,
      kind,
      id,
      TENANT,
    ])
  const changed = () => product.platform.bus.emit(IDENTITY_CHANGED, {})
  const whole = await bound(operator, 'lamps,lamps-run,notices')
  const tab = await bound(guest, 'lamps,lamps-run,notices')
  const push = async (value: number) => {
    for (const id of [here, there, inArea]) {
      product.platform.live.change(TENANT, 'lamps', id, [1, value, 0])
      product.platform.live.change(TENANT, 'lamps-run', id, value)
    }
    await eventually(async () => (whole.values('lamps').get(there) as number[] | undefined)?.[1] === value)
    await pushAll([whole, tab])
  }
  const keysOf = (topic: string) => [...tab.values(topic).keys()].sort()

  await grant('project', mine)
  changed()
  await eventually(async () => {
    tab.pushes.length = 0
    await push(10)
    return keysOf('lamps').join() === [here, inArea].sort().join()
  })
  expect(keysOf('lamps-run')).toEqual([here, inArea].sort())
  await grant('area', area)
  changed()
  await eventually(async () => {
    tab.pushes.length = 0
    await push(20)
    return keysOf('lamps').join() === inArea
  })
  expect(JSON.stringify(tab.pushes)).not.toContain(there)
  await product.platform.system.query('delete from identity_grant where user_id = $1', [guest.userId])
  changed()
})

test('users limited to places or by a data scope get pushes only of their own batches, as in the list', async () => {
  const { system, live, bus } = product.platform
  const whole = await bound(operator, 'batches,batch:1,batch:2,notices')
  const tab = await bound(guest, 'batches,batch:1,batch:2,notices')
  const push = async (): Promise<string[]> => {
    for (const [id, createUser] of [
      ['1', operator.userId],
      ['2', guest.userId],
    ] as const) {
      live.change(TENANT, 'batches', id, { id, createUser })
      live.push(TENANT, `batch:${id}`, { id, createUser })
    }
    await eventually(async () => whole.values('batches').size === 2)
    await pushAll([whole, tab])
    whole.pushes.length = 0
    return tab.pushes
      .splice(0)
      .flatMap(({ topic, changes }) => (topic === 'batches' ? (changes ?? []).map(([key]) => `list ${key}`) : [topic]))
      .filter((rightsPushes) => rightsPushes !== 'notices')
      .sort()
  }
  expect(await push()).toEqual(['batch:1', 'batch:2', 'list 1', 'list 2'])
  await system.query(`insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, 'area', 1, $2)`, [guest.userId, TENANT])
  bus.emit(IDENTITY_CHANGED, {})
  await eventually(async () => (await push()).join() === 'batch:2,list 2')
  await system.query('delete from identity_grant where user_id = $1', [guest.userId])
  bus.emit(IDENTITY_CHANGED, {})
  await eventually(async () => (await push()).length === 4)
  const scope = product.platform.newId()
  await system.query(
    `insert into identity_data_scope (id, tenant_id, scope_name, menu_id, resource_code, scope_type)
     select $1, $2, 'own', id, 'own_batches', 2 from system_menu where code = 'commandrecord'`,
    [scope, TENANT],
  )
  await system.query(
    `insert into identity_role_scope (role_id, category, scope_id, tenant_id)
     select unnest(role_id), 1, $1, $2 from identity_user where tenant_id = $2 and account = 'guest'`,
    [scope, TENANT],
  )
  bus.emit(IDENTITY_CHANGED, {})
  await eventually(async () => (await push()).join() === 'batch:2,list 2')
  await system.query('delete from identity_role_scope where scope_id = $1', [scope])
  await system.query('delete from identity_data_scope where id = $1', [scope])
  bus.emit(IDENTITY_CHANGED, {})
})

test('a session that ends closes its sockets within a second; another session of the same user stays', async () => {
  const leaving = await product.signIn({ tenantId: TENANT, account: 'operator', password: 'operator' })
  const [gone, stays] = [await bound(leaving, 'lamps,notices'), await bound(operator, 'lamps,notices')]
  const since = performance.now()
  await leaving.get('/api/blade-auth/oauth/logout')
  expect(await gone.closed).toBe(4001)
  expect(performance.now() - since).toBeLessThan(1000)
  await pushAll([stays])
})

test('a revoked right ends its topic on an open socket, and only the affected user is notified', async () => {
  const tab = await bound(guest, 'lamps,notices')
  const other = await bound(operator, 'notices')
  const rightsPushes = ({ pushes }: Tab): number => pushes.filter(({ topic }) => topic === 'rights').length
  expect(product.platform.live.listeners(TENANT, 'lamps')).toBe(1)
  const [row] = await product.platform.system.query<{ role: string }>('select role_id[1]::text as role from identity_user where id = $1', [
    guest.userId,
  ])
  const taken = await product.platform.system.query(
    `delete from identity_role_menu where role_id = $1 and menu_code = 'lamp_view' returning role_id, menu_code, tenant_id`,
    [row?.role],
  )
  expect(taken).toHaveLength(1)
  product.platform.bus.emit(IDENTITY_CHANGED, {})
  await eventually(async () => product.platform.live.listeners(TENANT, 'lamps') === 0)
  await pushAll([tab, other])
  expect([rightsPushes(tab), rightsPushes(other)]).toEqual([1, 0])
  await product.platform.system.query(
    `insert into identity_role_menu (role_id, menu_code, tenant_id) select role_id, 'lamp_view', tenant_id from identity_role_menu where role_id = $1 limit 1`,
    [row?.role],
  )
  product.platform.bus.emit(IDENTITY_CHANGED, {})
  await eventually(async () => rightsPushes(tab) === 2)
})

test('a client that does not read is disconnected before a megabyte is buffered, and other clients are not affected', async () => {
  const well = await bound(operator, 'notices')
  const url = new URL(product.url)
  const socket = connect(Number(url.port), url.hostname)
  const text = (value: object): Buffer => {
    const body = Buffer.from(JSON.stringify(value))
    const mask = Buffer.from([1, 2, 3, 4])
    for (let at = 0; at < body.length; at += 1) body[at] = (body[at] ?? 0) ^ (mask[at % 4] ?? 0)
    return Buffer.concat([Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255]), mask, body])
  }
  socket.write(
    `GET /ws?Blade-Auth=${operator.token} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('data', resolve))
  socket.write(text({ cmd: CMD.handshake, body: { deviceId: 'slow' } }))
  socket.write(text({ cmd: CMD.bind, body: { userId: operator.userId, tags: 'notices' } }))
  await eventually(async () => product.platform.live.listeners(TENANT, 'notices') === 2)
  socket.pause()
  socket.on('error', () => undefined)
  const filler = 'x'.repeat(100_000)
  // The kernel buffers some megabytes itself; what is more waits in the server.
  const before = process.memoryUsage().external
  for (let round = 0; round < 400 && product.platform.live.listeners(TENANT, 'notices') === 2; round += 1) {
    product.platform.live.push(TENANT, 'notices', { filler })
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(product.platform.live.listeners(TENANT, 'notices')).toBe(1)
  expect(process.memoryUsage().external - before).toBeLessThan(40_000_000)
  socket.destroy()
  await pushAll([well])
})

test('the progress of a preview reaches only the user who waits for it', async () => {
  const topic = `preview:${'0a'.repeat(16)}`
  const [own, another] = [await bound(operator, `${topic},notices`), await bound(guest, `${topic},notices`)]
  product.platform.live.push(TENANT, topic, { by: operator.userId, done: 1, total: 4 })
  await pushAll([own, another])
  expect(own.pushes).toContainEqual({ topic, by: operator.userId, done: 1, total: 4 })
  expect(another.pushes.some((news) => news.topic === topic)).toBe(false)
})
