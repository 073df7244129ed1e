import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleCommands } from '@lamplight/devices/model'
import { menusPort } from '@lamplight/system/model'
import { type ApiClient, addUser, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { must, ownRows } from '../api/own-rows.ts'

const TENANT = '100001'
const NO_RIGHT = '没有该操作的权限'
interface Page {
  readonly item: { readonly code: string; readonly parent?: string; readonly label: readonly [string, string] }
  readonly permissions: readonly { readonly code: string; readonly label: readonly [string, string] }[]
}
interface Node {
  readonly id: string
  readonly code: string
  readonly title: string
  readonly remark?: string
  readonly children?: readonly Node[]
}
let product: TestPlatform
let chief: ApiClient
let lamp = ''
let controller = ''
let tree: readonly Node[]
/** Returns the pages below a menu, including itself. */
let below: (code: string) => Page[]

const leaves = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => (node.children?.length ? leaves(node.children) : [node]))
const leavesOf = (system: string): Node[] => leaves(tree.filter(({ code }) => code === system))
const cityLeaves = (): Node[] => leavesOf('city')
/** Creates a user whose role has these permissions of 城市照明, as an administrator selects them. */
const person = async (account: string, has: (code: string) => boolean): Promise<ApiClient> => {
  const roleId = await must(chief, '/api/blade-system/role/submit', { roleName: account, roleAlias: account, sort: 50 })
  const menuIds = cityLeaves()
    .filter(({ code }) => has(code))
    .map(({ id }) => id)
  const granted = await chief.post('/api/blade-system/role/grant', { roleIds: [roleId], menuIds, dataScopeIds: [], apiScopeIds: [] })
  expect(granted.code, granted.msg).toBe(200)
  await must(chief, '/api/blade-user/submit', { account, password: 'Rights-12', realName: account, roleId })
  return product.signIn({ tenantId: TENANT, account, password: 'Rights-12' })
}
const ORDERS = {
  dim: { command: 'dim', level: 40, duration: 60 },
  on: { command: 'on', duration: 60 },
  off: { command: 'off', duration: 60 },
  release: { command: 'release' },
} as const
const COMMAND = '/api/blade-city/controller/batch/command'
/** Tries every call that sends a command: those of the map and groups, of the list of lamps, and of other consoles. Returns which were accepted. */
const ways = async (client: ApiClient): Promise<Record<string, boolean>> => {
  const may: Record<string, boolean> = {}
  const call = async (name: string, path: string, body: object): Promise<void> => {
    const answer = await client.post(path, body)
    may[name] = answer.msg !== NO_RIGHT
    if (may[name]) expect([name, answer.code, answer.msg]).toEqual([name, 200, answer.msg])
  }
  for (const [word, order] of Object.entries(ORDERS)) {
    await call(`preview ${word}`, `${COMMAND}/preview`, { ...order, selector: { lampIds: [lamp] } })
    await call(`map ${word}`, COMMAND, { ...order, selector: { lampIds: [lamp] } })
  }
  await call('list dim', '/api/blade-city/lamp/dim', { ids: [lamp], level: 30, duration: 60 })
  await call('list off', '/api/blade-city/lamp/close', { ids: [lamp], duration: 60 })
  await call('list release', '/api/blade-city/lamp/release', { ids: [lamp] })
  await call('wire dim', '/api/blade-city/controller/batch/manual/switch-lum', {
    controllerIds: controller,
    dimValue: 30,
    duration: 60,
    dimType: 1,
  })
  await call('wire on', '/api/blade-city/controller/batch/manual/switch-power', {
    controllerIds: controller,
    openStatus: 1,
    duration: 60,
    dimType: 1,
  })
  return may
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  chief = await addUser(product, { tenantId: TENANT, account: 'rights_chief' })
  ;({ lamp, controller } = await ownRows(chief))
  tree = (await chief.get<{ menu: readonly Node[] }>('/api/blade-system/menu/grant-tree', { parts: 'menu' })).data.menu
  const pages = product.platform.port(menusPort).pages()
  below = (code) => [
    ...pages.filter(({ item }) => item.code === code),
    ...pages.filter(({ item }) => item.parent === code).flatMap(({ item }) => below(item.code)),
  ]
})
afterAll(() => product?.stop())

test('no two rights have the same name: page and label distinguish them, and lamp command rights have unique names', () => {
  const pages = product.platform.port(menusPort).pages()
  for (const at of [0, 1] as const) {
    const names = new Map<string, string>()
    for (const { item, permissions } of pages)
      for (const { code, label } of permissions) {
        const name = `${item.label[at]}: ${label[at]}`
        expect([name, names.get(name) ?? code]).toEqual([name, code])
        names.set(name, code)
      }
    const usual = new Set([
      '查看',
      '新增',
      '编辑',
      '删除',
      '导入',
      '导出',
      'View',
      'Add',
      'Edit',
      'Delete',
      'Import',
      'Export',
      '移动',
      'Move',
      // Every kind of device has these commands.
      ...[...Object.values(simpleCommands).map(({ label }) => label), ['激活 / 停用', 'Activate / deactivate']].map(
        (label) => label[at] ?? '',
      ),
    ])
    const acts = new Map<string, string>()
    for (const { permissions } of below('city'))
      for (const { code, label } of permissions) {
        if (usual.has(label[at])) continue
        expect([label[at], acts.get(label[at]) ?? code]).toEqual([label[at], code])
        acts.set(label[at], code)
      }
  }
})

test('the console checks only declared rights', () => {
  const pages = product.platform.port(menusPort).pages()
  const declared = new Set(pages.flatMap(({ item, permissions }) => [item.code, ...permissions.map(({ code }) => code)]))
  const used = globSync('{domains,platform}/**/*.{ts,tsx}', {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    exclude: (name) => /node_modules|\.test\./.test(name),
  }).flatMap((file) =>
    [
      ...readFileSync(join(import.meta.dirname, '..', '..', '..', file), 'utf8').matchAll(
        /(?:usePermission\(|permissions\.has\(|<Can code=\{?)['"]([a-z_]+)['"]/g,
      ),
    ].map(([, code = '']) => `${code} in ${file}`),
  )
  expect(used.length).toBeGreaterThan(30)
  expect(used.filter((one) => !declared.has(one.split(' ')[0] as string))).toEqual([])
})

test('the tree of rights explains the command rights', () => {
  const command = cityLeaves().filter(({ code }) => ['lamp_dim', 'lamp_dim_one', 'lamp_switch', 'lamp_release'].includes(code))
  expect(command.map(({ title }) => title)).toEqual(['调光', '单灯调光', '开灯、关灯', '恢复日程'])
  for (const { remark } of command) expect(remark).toMatch(/日程|地图/)
})

test('a role with all rights of 城市照明 can use all of its calls', async () => {
  const client = await person('all_city', () => true)
  expect(Object.entries(await ways(client)).filter(([, may]) => !may)).toEqual([])
  // Every call whose permission belongs to a page of 城市照明 must be allowed, and the reading calls of lamps, controllers and their devices too.
  // The calls that read parameters of solar lamps begin with blade-city as well; their rights belong to the pages of 太阳能照明.
  // The call that reads parameters of a product's devices begins with it too; its right belongs to the page of devices with product types.
  // Only platform administrators have the right `gateway_delay`, so no role of a tenant can hold it.
  const held = new Set(['gateway_delay', 'typed_device_view', ...[...cityLeaves(), ...leavesOf('sun')].map(({ code }) => code)])
  const readers = product.registry.routes.filter(
    ({ method, path, permission }) => method === 'GET' && /^\/api\/blade-(city|device\/telemetry)\//.test(path) && permission !== 'public',
  )
  expect(readers.length).toBeGreaterThan(10)
  const refused: string[] = []
  for (const { path, permission, orPermissions = [] } of readers)
    if (permission !== 'signed-in' && ![permission, ...orPermissions].some((code) => held.has(code))) refused.push(`${path} ${permission}`)
  expect(refused).toEqual([])
})

test('without lamp_dim and lamp_dim_one no page or call can dim; switching and release still work', async () => {
  const may = await ways(await person('no_dim', (code) => code !== 'lamp_dim' && code !== 'lamp_dim_one'))
  expect(may).toMatchObject({
    'map on': true,
    'map off': true,
    'map release': true,
    'list off': true,
    'list release': true,
    'wire on': true,
  })
  expect(may).toMatchObject({ 'map dim': false, 'preview dim': false, 'list dim': false, 'wire dim': false })
})

// The calls name one lamp; repair-rights.test.ts tries several with lamp_dim_one.
test.each(['lamp_dim', 'lamp_dim_one'])('%s alone allows dimming and no other command', async (right) => {
  const may = await ways(await person(`${right}_only`, (code) => code === right || code === 'lamp_view'))
  expect(
    Object.entries(may)
      .filter(([, is]) => is)
      .map(([name]) => name),
  ).toEqual(['preview dim', 'map dim', 'list dim', 'wire dim'])
})
