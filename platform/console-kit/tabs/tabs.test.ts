import { expect, test } from 'vitest'
import * as tabs from './tabs.ts'

const open = (state: tabs.Tabs, ...paths: string[]): tabs.Tabs =>
  paths.reduce((now, path) => tabs.openTab(now, path.toLowerCase(), { path, query: {} }), state)
const paths = (state: tabs.Tabs) => state.list.map((tab) => tab.path)

test('the home tab always exists (rule.tabs.home)', () => {
  expect(paths(tabs.noTabs)).toEqual(['/wel/index'])
  expect(paths(tabs.restoreTabs('rubbish'))).toEqual(['/wel/index'])
  expect(paths(tabs.closeAll(open(tabs.noTabs, '/a', '/b')))).toEqual(['/wel/index'])
})

test('a page is not added twice; the query of its tab is updated (rule.tabs.duplicates)', () => {
  const state = tabs.openTab(open(tabs.noTabs, '/a', '/b'), '/a', { path: '/a', query: { size: '30' } })
  expect(paths(state)).toEqual(['/wel/index', '/a', '/b'])
  expect(state.active).toBe('/a')
  expect(state.list[1]!.query).toEqual({ size: '30' })
})

test('details of two rows are two tabs, two filters of a list are one', () => {
  expect(tabs.keyOf({ path: '/Lamp/detail', query: { id: '1', tab: 'x' } }, { tabBy: ['id'] })).toBe('/lamp/detail?id=1')
  expect(tabs.keyOf({ path: '/Lamp', query: { size: '30' } }, {})).toBe('/lamp')
})

test('the only or first tab cannot be closed (rule.tabs.close)', () => {
  expect(tabs.closeTab(tabs.noTabs, '/wel/index')).toBe(tabs.noTabs)
  const two = open(tabs.noTabs, '/a')
  expect(tabs.closeTab(two, '/wel/index')).toBe(two)
})

test('closing the active tab shows the previous one', () => {
  const state = tabs.closeTab(open(tabs.noTabs, '/a', '/b'), '/b')
  expect([paths(state), state.active]).toEqual([['/wel/index', '/a'], '/a'])
  expect(tabs.closeTab(open(tabs.noTabs, '/a', '/b'), '/a').active).toBe('/b')
})

test('close others keeps the current tab and the first page (rule.tabs.closeothers)', () => {
  const state = tabs.closeOthers(open(tabs.noTabs, '/a', '/b', '/c'), '/b')
  expect([paths(state), state.active]).toEqual([['/wel/index', '/b'], '/b'])
})

test('tabs can be dragged; the first page stays first', () => {
  const state = open(tabs.noTabs, '/a', '/b', '/c')
  expect(paths(tabs.moveTab(state, '/c', '/a'))).toEqual(['/wel/index', '/c', '/a', '/b'])
  expect(tabs.moveTab(state, '/c', '/wel/index')).toBe(state)
  expect(tabs.moveTab(state, '/wel/index', '/a')).toBe(state)
})

test('pages with the keep-alive flag stay mounted, of the others the most recent', () => {
  const state = open(tabs.noTabs, '/map', '/a', '/b', '/c')
  const kept = tabs.keptKeys(state, (tab) => tab.path === '/map', 2)
  expect([...kept].sort()).toEqual(['/b', '/c', '/map'])
})

test('a reload restores path, query and title; a page is mounted when it is first shown', () => {
  const before = tabs.changeTab(open(tabs.noTabs, '/a'), '/a', (tab) => ({ ...tab, title: 'L-7', query: { id: '7' }, round: 3 }))
  const after = tabs.restoreTabs(JSON.parse(JSON.stringify(before.list)))
  expect(after.list[1]).toEqual({ key: '/a', path: '/a', query: { id: '7' }, title: 'L-7', round: 0 })
  expect(tabs.keptKeys(tabs.openTab(after, '/b', { path: '/b', query: {} }), () => true)).toEqual(new Set(['/b']))
})

test('rule.guard.tabs guard.tabs: a page with the no-tab flag is closed when another is shown, and is not restored', () => {
  const passing = tabs.openTab(open(tabs.noTabs, '/a'), '/x', { path: '/x', query: {} }, true)
  expect([paths(passing), passing.active]).toEqual([['/wel/index', '/a', '/x'], '/x'])
  expect(paths(tabs.restoreTabs(JSON.parse(JSON.stringify(passing.list))))).toEqual(['/wel/index', '/a'])
  const after = open(passing, '/a')
  expect([paths(after), after.active, after.recent.includes('/x')]).toEqual([['/wel/index', '/a'], '/a', false])
})

test('top.tabs: a tab is moved by keys as by dragging; the first page stays first', () => {
  const state = open(tabs.noTabs, '/a', '/b')
  expect(paths(tabs.shiftTab(state, '/b', -1))).toEqual(['/wel/index', '/b', '/a'])
  expect(tabs.shiftTab(state, '/a', -1)).toBe(state)
  expect(tabs.shiftTab(state, '/b', 1)).toBe(state)
})

test('the first page stays mounted when it is the first page shown after a reload', () => {
  const restored = tabs.restoreTabs(JSON.parse(JSON.stringify(open(tabs.noTabs, '/a').list)))
  const shown = tabs.openTab(restored, tabs.HOME, { path: tabs.HOME, query: {} })
  expect(tabs.keptKeys(open(shown, '/a'), () => false)).toEqual(new Set([tabs.HOME, '/a']))
})

test('beyond the limit the least recently shown tab is closed; pinned, first, active and changed tabs stay', () => {
  const all = Array.from({ length: tabs.MOST_TABS - 1 }, (_, n) => `/p${n}`)
  let state = open(tabs.noTabs, ...all)
  expect(tabs.trimTabs(state, new Set())).toBe(state)
  state = tabs.changeTab(open(state, '/p1', '/new', '/newer', '/newest'), '/p0', (tab) => ({ ...tab, pinned: true }))
  const left = tabs.trimTabs(state, new Set(['/p2']))
  expect(left.list).toHaveLength(tabs.MOST_TABS)
  expect(paths(left).slice(0, 5)).toEqual(['/wel/index', '/p0', '/p1', '/p2', '/p6'])
  expect(left.active).toBe('/newest')
  expect(left.recent).not.toContain('/p3')
})
