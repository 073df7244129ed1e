import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '../storage/storage.ts'
import { loadRights, rights } from './menus.ts'

afterEach(() => vi.unstubAllGlobals())

test('rule.store.menu menu.cached: the menu of the server is stored under saber-menu, the permissions under saber-permission', async () => {
  const menus = [{ id: '1', parentId: '0', code: 'wel', name: '首页', path: '/wel', source: 'home', sort: 1, isOpen: 1 }]
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ code: 200, data: url.includes('routes') ? menus : [{ code: 'lamp', children: [{ code: 'lamp_add' }] }] }),
  )
  await loadRights()
  expect(storage.prefix).toBe('saber-')
  expect(storage.read('menu')).toEqual(menus)
  expect(storage.read('permission')).toEqual(['lamp_add'])
  expect(rights.get()).toMatchObject({ loaded: true, menus })
})
