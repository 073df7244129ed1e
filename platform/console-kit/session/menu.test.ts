import { expect, test } from 'vitest'
import { flattenButtons, type Menu, menuLeaves, menuTarget } from './menu.ts'
import { userOf } from './user.ts'

const menu = (over: Partial<Menu>): Menu => ({
  id: '1',
  parentId: '0',
  code: 'x',
  name: 'X',
  path: '/x',
  source: '',
  sort: 1,
  isOpen: 1,
  ...over,
})

test('buttons are flattened to the codes of their leaves (rule.perm.flatten)', () => {
  const buttons = [
    { code: 'lamp', children: [{ code: 'lamp_add' }, { code: 'lamp_more', children: [{ code: 'lamp_close' }] }] },
    { code: 'alone' },
  ]
  expect([...flattenButtons(buttons)]).toEqual(['lamp_add', 'lamp_close', 'alone'])
})

test('a top leaf gets an index child, html goes to the frame (rule.menu.index-child, rule.menu.iframe, menu.index-child, menu.iframe)', () => {
  expect(menuTarget(menu({ path: '/iot' }), true).path).toBe('/iot/index')
  expect(menuTarget(menu({ path: '/iot/index' }), true).path).toBe('/iot/index')
  expect(menuTarget(menu({ path: '/city/lamp' }), false).path).toBe('/city/lamp')
  expect(menuTarget(menu({ path: 'https://e.org/a', name: 'A' }), false)).toEqual({
    path: '/myiframe/urlPath',
    query: { name: 'A', src: 'https://e.org/a' },
  })
})

test('leaves know the names of their parents', () => {
  const tree = [
    menu({ name: '城市', children: [menu({ name: '资产', children: [menu({ name: '灯具', path: '/city/lamp' })] })] }),
    menu({ name: '首页' }),
  ]
  expect(menuLeaves(tree).map((leaf) => [leaf.menu.name, leaf.above])).toEqual([
    ['灯具', ['城市', '资产']],
    ['首页', []],
  ])
})

test('a token answer without a user or tenant is no session (rule.login.social)', () => {
  expect(userOf({ tenant_id: '000000', user_id: '-1' })).toBeNull()
  expect(userOf({ user_id: '1' })).toBeNull()
  const user = userOf({ tenant_id: '000000', user_id: '1', account: 'admin', nick_name: '管理员', role_name: 'administrator,senior' })
  expect([user?.name, user?.roles]).toEqual(['管理员', ['administrator', 'senior']])
})
