import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFile, projectNamed } from '@lamplight/lighting/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { streetTask } from '../../../domains/lighting/server/street.task.ts'
import { pinyinOf } from '../../../domains/lighting/server/street-store.ts'

/** Streets: search in both languages and by pinyin, selection, commands, names, visible places, and streets derived from older posts. */
let product: TestPlatform
let operator: ApiClient
const TENANT = '100001'

const sql = <R extends object = object>(text: string, params: unknown[] = []): Promise<R[]> =>
  product.platform.system.query(text, params) as unknown as Promise<R[]>
interface Hit {
  kind: string
  id: string
  title: string
  count: number
  lng: number | null
}
const search = async (q: string, by = operator): Promise<Hit[]> => (await by.get('/api/blade-city/lamp/search', { q })).body.data as Hit[]

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator', password: 'operator' })
})
afterAll(() => product?.stop())

const someStreet = async () => {
  const [street] = await sql<{ id: string; name: string; name_en: string; lamps: number; posts: string[] }>(
    `select s.id, s.name, s.name_en, count(l.id)::int as lamps, array_agg(distinct p.id::text) as posts
     from lighting_street s join lighting_post p on p.street_id = s.id join lighting_lamp l on l.post_id = p.id
     where s.tenant_id = $1 group by s.id order by count(l.id) desc, s.id limit 1`,
    [TENANT],
  )
  return street!
}

test('every street of the demo is found by Chinese name, English name, pinyin and initials', async () => {
  const street = await someStreet()
  const [whole, first] = (await pinyinOf(street.name)).split(' ') as [string, string]
  for (const q of [street.name, street.name_en, whole, first, whole.toUpperCase()]) {
    const hit = (await search(q)).find(({ id, kind }) => kind === 'street' && id === street.id)
    expect(hit, q).toMatchObject({ title: street.name, count: street.lamps })
  }
  const [none] = await sql<{ n: number }>('select count(*)::int as n from lighting_post where street_id is null')
  expect(none?.n).toBe(0)
})

test('lamps are listed before posts, and exact matches first', async () => {
  const [lamp] = await sql<{ id: string; sn: string; name: string }>(
    'select id::text, sn, name from lighting_lamp where tenant_id = $1 order by id limit 1 offset 30',
    [TENANT],
  )
  const part = lamp!.sn.slice(-3)
  const kinds = (await search(part)).map(({ kind }) => kind)
  expect(kinds).toContain('lamp')
  expect(kinds.indexOf('post') === -1 || kinds.lastIndexOf('lamp') < kinds.indexOf('post')).toBe(true)
  await sql("update lighting_lamp set sn = '001' where id = $1", [lamp?.id])
  expect((await search('001'))[0]).toMatchObject({ kind: 'lamp', id: lamp?.id })
  await sql('update lighting_lamp set sn = $2 where id = $1', [lamp?.id, lamp?.sn])
})

test('the result contains the lamps of a street, a gateway and a post; gateways and posts have their position', async () => {
  const street = await someStreet()
  const ids = (await operator.get('/api/blade-city/lamp/ids', { streetId: street.id })).body.data as string[]
  expect(ids).toHaveLength(street.lamps)
  const [gateway] = await sql<{ id: string; sn: string; children: number }>(
    'select id::text, sn, children from devices_gateway where tenant_id = $1 order by sn limit 1',
    [TENANT],
  )
  expect((await search(gateway!.sn)).find(({ kind }) => kind === 'gateway')).toMatchObject({ id: gateway!.id, lng: expect.any(Number) })
  expect((await operator.get('/api/blade-city/lamp/ids', { gatewayId: gateway!.id })).body.data).toHaveLength(gateway!.children)
  const [post] = await sql<{ sn: string }>('select sn from lighting_post where tenant_id = $1 order by sn limit 1', [TENANT])
  expect((await search(post!.sn))[0]).toMatchObject({ kind: 'post', lng: expect.any(Number) })
})

test('in a large city posts and lamps are found by the beginning of number or name, through indexes', async () => {
  const [post] = await sql<{ sn: string; name: string }>('select sn, name from lighting_post where tenant_id = $1 order by sn limit 1', [
    TENANT,
  ])
  const [lamp] = await sql<{ sn: string; controller: string }>(
    'select l.sn, c.sn as controller from lighting_lamp l join lighting_controller c on c.id = l.controller_id where l.tenant_id = $1 order by l.sn limit 1',
    [TENANT],
  )
  const total = (n: string) =>
    sql(`update kit_counter set n = n ${n} where tenant_id = $1 and resource = 'lighting_lamp' and project_id = -1 and area_id = -1`, [
      TENANT,
    ])
  await total('+ 1000000')
  try {
    const kinds = async (q: string) => (await search(q)).map(({ kind }) => kind)
    for (const q of [post!.sn, post!.sn.toLowerCase(), post!.name]) expect(await kinds(q), q).toContain('post')
    for (const q of [lamp!.sn, lamp!.sn.slice(0, -1), lamp!.controller]) expect(await kinds(q), q).toContain('lamp')
    expect(await kinds(post!.sn.slice(3))).not.toContain('post')
  } finally {
    await total('- 1000000')
  }
})

test('a whole street can be commanded, and the record names it', async () => {
  const street = await someStreet()
  const order = { command: 'dim', level: 30, duration: 60, selector: { streetId: street.id } }
  const preview = await operator.post('/api/blade-city/controller/batch/command/preview', order)
  expect(preview.body.data).toMatchObject({ lamps: street.lamps })
  const sent = await operator.post('/api/blade-city/controller/batch/command', order)
  expect(sent.body.data).toMatchObject({ total: street.lamps })
  const record = await operator.get('/api/blade-city/commandrecord/detail', { id: String((sent.body.data as { batchId: string }).batchId) })
  expect(record.body.data).toMatchObject({ targetText: street.name, targetKind: 7 })
})

test('users limited to areas find and list only streets inside their areas', async () => {
  const street = await someStreet()
  const [away] = await sql<{ id: string }>(
    `select a.id::text from places_area a where a.tenant_id = $1 and not exists (select from lighting_post p where p.area_id = a.id and p.street_id = $2)
       and exists (select from lighting_post p where p.area_id = a.id) limit 1`,
    [TENANT, street.id],
  )
  const [near] = await sql<{ id: string }>('select area_id::text as id from lighting_post where street_id = $1 limit 1', [street.id])
  const [me] = await sql<{ id: string }>("select id::text from identity_user where tenant_id = $1 and account = 'operator'", [TENANT])
  const seenWith = async (area: string) => {
    await sql('delete from identity_grant where user_id = $1', [me!.id])
    await sql("insert into identity_grant (tenant_id, user_id, kind, ref_id) values ($1, $2, 'area', $3)", [TENANT, me!.id, area])
    const by = await product.signIn({ tenantId: TENANT, account: 'operator', password: 'operator' })
    const found = (await search(street.name, by)).some(({ kind, id }) => kind === 'street' && id === street.id)
    const detail = await by.get('/api/blade-city/street/detail', { id: street.id })
    return [found, detail.body.code]
  }
  try {
    if (away) expect(await seenWith(away.id)).toEqual([false, 404])
    expect((await seenWith(near!.id))[0]).toBe(true)
  } finally {
    await sql('delete from identity_grant where user_id = $1', [me!.id])
  }
})

test('posts stored before streets existed get them from their names, once', async () => {
  const street = await someStreet()
  await sql('update lighting_post set street_id = null where tenant_id = $1', [TENANT])
  await sql('delete from lighting_street where tenant_id = $1', [TENANT])
  await sql('insert into lighting_street_fill (tenant_id) values ($1)', [TENANT])
  const stop = await streetTask.start(product.platform)
  await expect.poll(() => sql('select 1 from lighting_street_fill')).toEqual([])
  await stop()
  const [filled] = await sql<{ nameless: number; streets: number }>(
    `select count(*) filter (where street_id is null)::int as nameless, count(distinct street_id)::int as streets from lighting_post where tenant_id = $1`,
    [TENANT],
  )
  expect(filled?.nameless).toBe(0)
  expect((await search(street.name)).find(({ kind }) => kind === 'street')).toMatchObject({ title: street.name, count: street.lamps })
})

test('an import sets the street of posts from its column or the names; undo removes the streets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'streets-'))
  const path = join(folder, 'lamps.csv')
  await writeFile(
    path,
    '编号,名称,经度,纬度,道路名称\n1,甲 1,112.91,28.21,长安大街\n2,甲 2,112.911,28.21,长安大街\n3,滨河路 003 号,112.912,28.21,\n4,无名 4,112.913,28.21,\n',
  )
  try {
    const projectId = await projectNamed(product.platform, TENANT, '导入道路')
    const outcome = await importFile(product.platform, {
      path,
      kind: 'lamp',
      tenantId: TENANT,
      target: async () => ({ tenantId: TENANT, projectId, areaId: null, groupId: null, areaIds: null }),
      spacing: null,
    })
    expect(outcome.added).toBe(4)
    const streets = () =>
      sql<{ name: string; n: number }>(
        `select s.name, (select count(*)::int from lighting_post p where p.street_id = s.id and not p.is_deleted) as n
         from lighting_street s where s.project_id = $1 and not s.is_deleted order by s.name`,
        [projectId],
      )
    expect(await streets()).toEqual([
      { name: '滨河路', n: 1 },
      { name: '长安大街', n: 2 },
    ])
    expect((await search('changan')).find(({ kind }) => kind === 'street')).toMatchObject({ title: '长安大街', count: 2 })
    const admin = await product.signIn({ tenantId: TENANT, account: 'operator', password: 'operator' })
    const undone = await admin.post('/api/blade-city/lamp/import/undo', { uploadId: outcome.importId })
    expect(undone.status).toBe(200)
    await expect.poll(streets, { timeout: 20_000 }).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
