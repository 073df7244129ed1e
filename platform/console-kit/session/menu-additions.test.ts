import { expect, test } from 'vitest'
import type { Menu } from './menu.ts'
import { forRoles, withAdditions } from './menu-additions.ts'

const menu = (path: string, children?: readonly Menu[], over: Partial<Menu> = {}): Menu => ({
  id: path,
  parentId: '0',
  code: path,
  name: path,
  path,
  source: '',
  sort: 1,
  isOpen: 1,
  ...(children && { children }),
  ...over,
})
const paths = (menus: readonly Menu[]): unknown[] => menus.map(({ path, children }) => (children ? [path, ...paths(children)] : path))
const all = (): boolean => true
const someone = (tenantId: string, ...roles: string[]) => ({ tenantId, roles })

test('menu.client-additions rule.perm.add.000000: the platform tenant gets eSIM management, delayed-offline setting and bind information', () => {
  const menus = [menu('/city', [menu('/city/maintenance', [menu('/city/maintenance/log')])]), menu('/sun', [menu('/sun/terminal', [])])]
  expect(paths(withAdditions(menus, someone('000000', 'operator'), all, 'zh'))).toEqual([
    ['/city', ['/city/maintenance', '/city/maintenance/log', '/city/delayOfflineSetting/index', '/city/bindInformation']],
    ['/sun', ['/sun/terminal', '/sun/terminal/esimManage']],
  ])
  expect(paths(withAdditions(menus, someone('100001', 'operator'), all, 'zh'))).toEqual(paths(menus))
})

test('menu.add.esim sun.terminal: an entry that only carries the rights of the page does not replace the added one', () => {
  const rights = menu('/sun/terminal/esimManage', undefined, { meta: { menu: false } })
  const [sun] = withAdditions([menu('/sun', [menu('/sun/terminal', [rights])])], someone('000000'), (path) => path === rights.path, 'zh')
  expect(sun?.children?.[0]?.children?.map(({ path, meta }) => [path, meta?.menu])).toEqual([
    [rights.path, false],
    [rights.path, undefined],
  ])
})

test('rule.perm.add.admin rule.perm.add.administrator menu.add.productManagement: a role whose name contains admin gets the function entry, exactly administrator also the products', () => {
  const menus = [menu('/sun', [menu('/sun/terminal', [])]), menu('/roadCabinet', [])]
  const own = someone('100001', 'cityadmin')
  expect(paths(withAdditions(menus, own, all, 'zh'))).toEqual([['/sun', ['/sun/terminal', '/sun/terminal/sunFunction']], ['/roadCabinet']])
  expect(paths(withAdditions(menus, someone('100001', 'administrator'), all, 'zh'))).toEqual([
    ['/sun', ['/sun/terminal', '/sun/terminal/sunFunction']],
    [
      '/roadCabinet',
      [
        '/roadCabinet/productManagement',
        '/roadCabinet/productManagement/ComprehensiveProduct',
        '/roadCabinet/productManagement/UnitProduct',
        '/roadCabinet/productManagement/InterfaceManage',
      ],
    ],
  ])
})

test('an addition that the server has is not doubled, one without a page is omitted, a missing group is created', () => {
  const there = [menu('/city', [menu('/city/bindInformation')])]
  expect(paths(withAdditions(there, someone('000000'), (path) => path === '/city/bindInformation', 'zh'))).toEqual(paths(there))
  const made = withAdditions(there, someone('000000'), (path) => path.startsWith('/city/delay'), 'en')
  expect(paths(made)).toEqual([['/city', '/city/bindInformation', ['/city/maintenance', '/city/delayOfflineSetting/index']]])
  expect(made[0]?.children?.[1]?.name).toBe('Maintenance')
  expect(paths(withAdditions([], someone('000000'), (path) => path.includes('esim'), 'zh'))).toEqual([
    ['/sun/terminal', '/sun/terminal/esimManage'],
  ])
  expect(withAdditions(there, null, all, 'zh')).toBe(there)
})

test('entries for other roles are not shown', () => {
  const menus = [menu('/a', [menu('/a/b', undefined, { meta: { roles: ['sales'] } }), menu('/a/c')])]
  expect(paths(forRoles(menus, ['guest']))).toEqual([['/a', '/a/c']])
  expect(paths(forRoles(menus, ['guest', 'sales']))).toEqual([['/a', '/a/b', '/a/c']])
})
