import { expect, test } from 'vitest'
import type { Menu } from '../session/menu.ts'
import { lineTo, menuNames, searchMenus, shellLeaves, shellMenus, showsProject } from './menu-index.ts'

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

test('hidden entries, and groups of nothing but them, are not shown', () => {
  expect(shellLeaves(shellMenus(tree)).map((leaf) => leaf.menu.name)).toEqual(['照明地图', '灯具', '物联'])
})

test('names are known for hidden pages too, and for the index child (rule.menu.index-child)', () => {
  const names = menuNames(tree)
  expect([names.get('/city/lamp/detail'), names.get('/iot/index'), names.get('/city/map/index')]).toEqual(['灯具详情', '物联', '照明地图'])
})

test('an address lights its entry, or the one it lies below, without regard to case', () => {
  const menus = shellMenus(tree)
  expect(lineTo(menus, '/City/Map/index')).toEqual(['1', '2'])
  expect(lineTo(menus, '/city/lampmanagement/lampinformation/details')).toEqual(['1', '3'])
  expect(lineTo(menus, '/wel/index')).toEqual([])
})

test('the search finds by name, place and address, beginnings first', () => {
  const leaves = shellLeaves(shellMenus(tree))
  expect(searchMenus(leaves, '城市 灯').map((leaf) => leaf.menu.name)).toEqual(['灯具'])
  expect(searchMenus(leaves, 'iot').map((leaf) => leaf.menu.name)).toEqual(['物联'])
  expect(searchMenus(leaves, '')).toHaveLength(3)
})

test('the project selector shows under the listed prefixes only (rule.top.project.prefixes)', () => {
  expect(
    ['/city/map/index', '/sun/lamppole', '/visual/x', '/amap/map/index', '/intelligentInstitute/a', '/roadCabinet/b'].every(showsProject),
  ).toBe(true)
  expect(['/wel/index', '/system/dict', '/citymap', '/'].some(showsProject)).toBe(false)
})

test('a top group of one page is that page, under the icon of the group', () => {
  const home = menu('8', '首页', '/wel', { source: 'home', children: [menu('9', '欢迎页', '/wel/index', { source: 'dot' })] })
  expect(shellMenus([home])).toEqual([
    { id: '9', name: '欢迎页', icon: 'home', path: '/wel/index', query: {}, outside: null, children: [] },
  ])
  expect(shellMenus([{ ...home, children: [...home.children!, menu('10', '工作台', '/wel/dashboard')] }])[0]?.name).toBe('首页')
})
