import { expect, test } from 'vitest'
import type { Menu } from '../../session/menu.ts'
import {
  entriesOf,
  firstPage,
  lineTo,
  menuNames,
  metaOf,
  searchMenus,
  shellLeaves,
  shellSystems,
  shellMenus as shown,
  sideBarOf,
  systemOf,
  topMenuOf,
} from './menu-index.ts'

const shellMenus = (menus: readonly Menu[]) => shown(shellSystems(menus))
const menu = (id: string, name: string, path: string, over: Partial<Menu> = {}): Menu => ({
  id,
  parentId: '0',
  code: id,
  name,
  path,
  source: '',
  sort: 1,
  isOpen: 1,
  ...over,
})
const tree: readonly Menu[] = [
  menu('1', '城市照明', '/city', {
    children: [
      menu('2', '照明地图', '/city/map/index'),
      menu('3', '灯具', '/city/lampmanagement/lampinformation'),
      menu('4', '灯具详情', '/city/lamp/detail', { meta: { menu: false } }),
    ],
  }),
  menu('5', '系统管理', '/system', { children: [menu('6', '字典', '/system/dict', { meta: { menu: false } })] }),
  menu('7', '物联', '/iot'),
]

test('hidden entries, and groups of only hidden entries, are not shown', () => {
  expect(shellLeaves(shellMenus(tree)).map((leaf) => leaf.menu.name)).toEqual(['照明地图', '灯具', '物联'])
})

test('hidden pages and the index child have names too (rule.menu.index-child)', () => {
  const names = menuNames(tree)
  expect([names.get('/city/lamp/detail'), names.get('/iot/index'), names.get('/city/map/index')]).toEqual(['灯具详情', '物联', '照明地图'])
})

test('an address highlights its entry, or the nearest parent entry, case-insensitively', () => {
  const menus = shellMenus(tree)
  expect(lineTo(menus, '/City/Map/index')).toEqual(['1', '2'])
  expect(lineTo(menus, '/city/lampmanagement/lampinformation/details')).toEqual(['1', '3'])
  expect(lineTo(menus, '/wel/index')).toEqual([])
})

test('the search finds by name, parents and address, matches at the beginning first', () => {
  const leaves = shellLeaves(shellMenus(tree))
  expect(searchMenus(leaves, '城市 灯').map((leaf) => leaf.menu.name)).toEqual(['灯具'])
  expect(searchMenus(leaves, 'iot').map((leaf) => leaf.menu.name)).toEqual(['物联'])
  expect(searchMenus(leaves, '')).toHaveLength(3)
})

test('a top group with one page is shown as that page with the icon of the group', () => {
  const home = menu('8', '首页', '/wel', { source: 'home', children: [menu('9', '运行总览', '/wel/index', { source: 'dot' })] })
  expect(shellMenus([home])).toEqual([
    { id: '9', code: '9', name: '运行总览', icon: 'home', path: '/wel/index', query: {}, outside: null, group: '', meta: {}, children: [] },
  ])
  expect(shellMenus([{ ...home, children: [...home.children!, menu('10', '工作台', '/wel/dashboard')] }])[0]?.name).toBe('首页')
})

const systems: readonly Menu[] = [
  menu('1', '首页', '/wel', { systemId: '1', children: [menu('2', '运行总览', '/wel/index', { systemId: '1' })] }),
  menu('3', '城市照明', '/city', {
    systemId: '3',
    children: [
      menu('4', '灯具', '/city/lamp', { systemId: '3', group: 'assets', query: { size: '30' }, meta: { keepAlive: true } }),
      menu('5', '外部', 'https://e.org/a.html', { systemId: '3', isOpen: 2, query: { k: 'v' } }),
      menu('6', '网关详情', '/equipmentMana/gateway/details', { systemId: '3', meta: { menu: false, isTab: false } }),
    ],
  }),
]

test('menu.sidebar-shown rule.menu.sidebar rule.sidebar.items wgt.sidebar: the side bar shows the current system, where there is more than one', () => {
  const all = shellSystems(systems)
  const city = systemOf(all, systems, '/City/lamp')
  expect(city?.name).toBe('城市照明')
  expect(sideBarOf(all, city)?.map(({ name, icon, path }) => [name, icon, path])).toEqual([
    ['灯具', '', '/city/lamp'],
    ['外部', '', '/myiframe/urlPath'],
  ])
  expect(systemOf(all, systems, '/equipmentMana/gateway/details')?.id).toBe('3')
  expect(sideBarOf(all, systemOf(all, systems, '/info/index'))).toBeNull()
  const alone = all.slice(1)
  expect(sideBarOf(alone, city)).toBeNull()
  expect(topMenuOf(alone).map(({ name }) => name)).toEqual(['灯具', '外部'])
  expect(topMenuOf(all).map(({ name }) => name)).toEqual(['首页', '城市照明'])
})

test('rule.layout.topmenu-click lay.topmenu-click: a top entry opens the first page of its group with meta and query', () => {
  const { path, query, group, meta } = firstPage(shellSystems(systems)[1]!)
  expect({ path, query, group, meta }).toEqual({ path: '/city/lamp', query: { size: '30' }, group: 'assets', meta: { keepAlive: true } })
})

test('rule.menu.fields menu.runtime: flags and parents of the entries are found by address', () => {
  expect(metaOf(systems, '/EquipmentMana/gateway/details')).toEqual({ menu: false, isTab: false })
  expect(metaOf(systems, '/nowhere')).toEqual({})
  expect(entriesOf(shellSystems(systems), ['3', '4']).map(({ name }) => name)).toEqual(['城市照明', '灯具'])
  expect(shellSystems(systems)[1]?.children[1]).toMatchObject({
    outside: 'https://e.org/a.html',
    query: { name: '外部', src: 'https://e.org/a.html', k: 'v' },
  })
})
