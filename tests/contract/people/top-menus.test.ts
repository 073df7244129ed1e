import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

interface Node {
  id: string
  code: string
  name: string
  path: string
  sort: number
  title: string
  children?: Node[]
}
const S = '/api/blade-system'
let product: TestPlatform
let admin: ApiClient
let english: ApiClient
let guest: ApiClient

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer] })
  admin = await product.signIn()
  english = await product.signIn({ lang: 'en-US' })
  guest = await product.signIn({ tenantId: '100001', account: 'guest' })
})
afterAll(() => product?.stop())

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const get = async (client: ApiClient, path: string, query: Record<string, unknown> = {}): Promise<Node[]> =>
  (await client.get<Node[]>(`${S}/${path}`, query)).data
const menuOf = async (code: string): Promise<Node> => {
  const found = flat(await get(admin, 'menu/list')).find((node) => node.code === code)
  if (!found) throw new Error(`no menu ${code}`)
  return found
}
const add = async (client: ApiClient, path: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await client.post<{ id: string }>(`${S}/${path}`, body)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}

describe('top menus', () => {
  test('rule.perm.topgrant, sysm.topmenu, auth.topMenuGrant, topmenu.grant: an entry has menus, is visible to users with one of them, and filters the side menu', async () => {
    const places = await add(admin, 'topmenu/submit', { name: '辖区', enName: 'Places', code: 'places', source: 'map', sort: 1 })
    const people = await add(admin, 'topmenu/submit', { name: '人员', code: 'people', source: 'team', sort: 2 })
    const [area, user] = [await menuOf('area'), await menuOf('user')]
    const grant = (topMenuIds: unknown, menuIds: unknown, client = admin) => client.post(`${S}/topmenu/grant`, { topMenuIds, menuIds })
    expect((await grant([places], [area.id])).code).toBe(200)
    expect((await grant(people, user.id)).code).toBe(200)
    expect((await grant([places], ['77'])).body.field).toBe('menuIds')
    expect((await grant([places], [], guest)).msg).toBe('没有该操作的权限')
    expect((await admin.get<{ menu: string[] }>(`${S}/menu/top-tree-keys`, { topMenuIds: places })).data.menu).toEqual([area.id])
    const tree = (await admin.get<{ menu: Node[] }>(`${S}/menu/grant-top-tree`)).data.menu
    expect(flat(tree).map(({ id }) => id)).toContain(area.id)
    expect((await get(admin, 'menu/top-menu')).map(({ name }) => name)).toEqual(['辖区', '人员'])
    expect((await get(english, 'menu/top-menu')).map(({ name }) => name)).toEqual(['Places', '人员'])
    expect((await get(guest, 'menu/top-menu')).map(({ code }) => code)).toEqual(['places'])
    expect(flat(await get(admin, 'menu/routes', { topMenuId: places })).map(({ code }) => code)).toEqual(['city', 'city_basis', 'area'])
    expect(await get(guest, 'menu/routes', { topMenuId: people })).toEqual([])
    expect((await admin.post(`${S}/topmenu/remove`, undefined, { ids: `${places},${people}` })).code).toBe(200)
    expect((await get(admin, 'menu/top-menu')).map(({ code }) => code)).toContain('system')
  })
})

describe('the landing circle', () => {
  test('sysm.systemMenu, systemMenu.list, systemMenu.listSystemMenu, systemMenu.oneSystemMenu, systemMenu.submit, systemMenu.remove: twelve entries, shown where they lead to a page', async () => {
    const all = (await admin.get<{ records: Node[]; total: number }>(`${S}/systemMenu/list`, { size: 50, ascs: 'sort' })).data
    expect(all.total).toBe(12)
    expect(all.records.map(({ path }) => path).slice(0, 3)).toEqual(['/city', '/sun', '/visual'])
    expect((await get(admin, 'systemMenu/listSystemMenu')).map(({ path }) => path)).toEqual(['/city', '/system', '/lightMoveCar/index'])
    expect((await get(english, 'systemMenu/listSystemMenu'))[0]?.name).toBe('City lighting')
    expect((await get(guest, 'systemMenu/listSystemMenu')).map(({ path }) => path)).toEqual(['/city', '/lightMoveCar/index'])
    const id = await add(admin, 'systemMenu/submit', { name: '权限', path: '/authority', source: 'safety', sort: 0 })
    expect((await admin.get<Node>(`${S}/systemMenu/oneSystemMenu`)).data.path).toBe('/authority')
    expect((await admin.get<Node>(`${S}/systemMenu/oneSystemMenu`, { id })).data.name).toBe('权限')
    expect((await guest.get(`${S}/systemMenu/oneSystemMenu`, { id })).status).toBe(400)
    expect((await guest.post(`${S}/systemMenu/submit`, { id, name: 'x' })).status).toBe(400)
    expect((await admin.post(`${S}/systemMenu/remove`, undefined, { ids: id })).code).toBe(200)
    await systemServer.seed?.(product.platform, product.platform.clock.now())
    expect((await admin.get<{ total: number }>(`${S}/systemMenu/list`)).data.total).toBe(12)
  })
})

describe('menus', () => {
  test('sysm.menu: menus are moved below a parent in an order, and never below themselves', async () => {
    const [system, authority, user, param] = [
      await menuOf('system'),
      await menuOf('authority'),
      await menuOf('user'),
      await menuOf('param'),
    ]
    const arrange = (parentId: string, ids: readonly string[], client = admin) => client.post(`${S}/menu/arrange`, { parentId, ids })
    expect((await arrange(system.id, [param.id, user.id])).code).toBe(200)
    const codes = flat([await menuOf('system')]).map(({ code }) => code)
    expect((await menuOf('system')).children?.slice(0, 2).map(({ code }) => code)).toEqual(['param', 'user'])
    expect(codes).toContain('dict')
    expect((await arrange(authority.id, [param.id])).code).toBe(200)
    expect((await menuOf('authority')).children?.[0]?.code).toBe('param')
    expect((await arrange(param.id, [authority.id])).msg).toBe('不能移动到自己的下级')
    expect((await arrange('77', [param.id])).body.field).toBe('parentId')
    expect((await arrange('0', [param.id], guest)).msg).toBe('没有该操作的权限')
  })

  test('when a role loses a menu, its calls are refused within two seconds, without a new sign-in', async () => {
    const chiefRole = await product.platform.system.query<{ id: string }>(
      `select id from identity_role where tenant_id = '100001' and role_alias = 'guest'`,
    )
    const area = await menuOf('area')
    const keep = flat(await get(guest, 'menu/buttons')).filter(({ code }) => code.includes('_') && !code.startsWith('area_'))
    expect((await guest.get(`${S}/area/list`)).code).toBe(200)
    const began = Date.now()
    const granted = await admin.post(`${S}/role/grant`, { roleIds: [chiefRole[0]?.id], menuIds: keep.map(({ id }) => id) })
    expect(granted.code, granted.msg).toBe(200)
    await eventually(async () => (await guest.get(`${S}/area/list`)).code !== 200)
    expect(Date.now() - began).toBeLessThan(2000)
    expect((await guest.get(`${S}/area/list`)).msg).toBe('没有该操作的权限')
    expect(flat(await get(guest, 'menu/routes')).map(({ id }) => id)).not.toContain(area.id)
    expect((await guest.get(`${S}/project/list`)).code).toBe(200)
  })

  test('500 entries are opened as fast as they are read', async () => {
    const insert = (n: number) =>
      product.platform.system.query(
        `insert into system_menu (id, tenant_id, parent_id, code, name, path, source, category, alias, action, is_open, sort, hidden)
         select 7700000 + i, '000000', case when i % 10 = 0 then null else 7700000 + i / 10 * 10 end, 'many' || i, '菜单' || i, '/many/' || i, 'dot', 1, 'menu', 0, 1, i, false
         from generate_series(1, $1::int) i`,
        [n],
      )
    await insert(500)
    const took: number[] = []
    for (let n = 0; n < 7; n += 1) {
      const began = performance.now()
      expect(flat(await get(admin, 'menu/routes')).length).toBeGreaterThan(500)
      took.push(performance.now() - began)
    }
    expect(took.sort((a, b) => a - b)[3]).toBeLessThan(250)
  })
})
