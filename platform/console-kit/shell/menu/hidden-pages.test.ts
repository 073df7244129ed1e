import { expect, test } from 'vitest'
import type { Menu } from '../../session/menu.ts'
import { withoutPages } from './hidden-pages.ts'

const menu = (path: string, children?: readonly Menu[]): Menu =>
  ({ id: path, parentId: '0', code: path, name: path, path, source: '', sort: 1, isOpen: 1, ...(children && { children }) }) as Menu
const paths = (menus: readonly Menu[]): unknown[] =>
  menus.map(({ path, children }) => (children?.length ? [path, ...paths(children)] : path))

test('hidden pages, the pages below them and groups that are empty then leave the menu', () => {
  const sun = menu('/sun', [
    menu('/sun/device/index'),
    menu('/sun/lora', [menu('/sun/lora/module'), menu('/sun/lora/root')]),
    menu('/sun/param', [menu('/sun/param/waterlevel')]),
    menu('/sun/loraX'),
  ])
  expect(paths(withoutPages([sun], []))).toEqual(paths([sun]))
  expect(paths(withoutPages([sun], ['/sun/lora', '/sun/param/waterlevel']))).toEqual([['/sun', '/sun/device/index', '/sun/loraX']])
})
