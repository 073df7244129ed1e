import type { ShellMenu } from '@lamplight/console-kit'
import { afterEach, expect, test, vi } from 'vitest'
import { circlePlaces, entriesFrom, sendOn, shownEntries } from './landing.ts'

const system = (id: string, name: string, path: string): ShellMenu => ({
  id,
  code: id,
  name,
  icon: 'dot',
  path,
  query: {},
  outside: null,
  group: '',
  meta: {},
  children: [],
})
const SYSTEMS = [system('1', '城市照明', '/city'), system('2', '系统管理', '/system')]

test('wgt.landing.menu: entries from the server link to systems of the user; entries without a page are omitted', () => {
  const rows = [
    { id: '9', name: '照明', path: '/city/index', source: 'bulb' },
    { id: '8', name: '太阳能', path: '/sun' },
    { id: '7', name: '一键挪车', path: '/lightMoveCar/index', source: 'car' },
  ]
  expect(entriesFrom(rows, SYSTEMS).map(({ name, icon, system: leads }) => [name, icon, leads?.path])).toEqual([
    ['照明', 'bulb', '/city'],
    ['一键挪车', 'car', undefined],
  ])
  expect(entriesFrom(null, SYSTEMS).map(({ name }) => name)).toEqual(['城市照明', '系统管理'])
})

test('rule.landing.drop rule.landing.max12: the dropped path, hidden names and entries beyond the twelfth are not shown', () => {
  const many = Array.from({ length: 15 }, (_, i) => system(`s${i}`, `系统${i}`, `/s${i}`))
  const entries = entriesFrom(null, [system('b', '箱控', '/intelligentBoxControl'), system('x', '某品牌', '/brand'), ...many])
  const shown = shownEntries(entries, { hiddenNames: ['某品牌'], moveCarUrl: '' })
  expect([shown.length, shown[0]?.name, shown.at(-1)?.name]).toEqual([12, '系统0', '系统11'])
})

test('rule.landing.lightMoveCar: the entry is shown when an address is set that a window may open', () => {
  const entries = entriesFrom([{ id: '7', name: '一键挪车', path: '/lightMoveCar/index' }], SYSTEMS)
  const shown = (moveCarUrl: string | undefined) => shownEntries(entries, { hiddenNames: [], moveCarUrl }).length
  expect([shown(undefined), shown(''), shown('javascript:alert(1)'), shown('https://cars.example')]).toEqual([0, 0, 0, 1])
})

test('rule.landing.circle lay.canvas rule.layout.canvas: 1 to 12 items of 192 px form a circle on 1152x610, the first at the top, inside the canvas and without overlap', () => {
  expect(circlePlaces(1).map(({ left }) => Math.round(left))).toEqual([50])
  for (let count = 1; count <= 12; count += 1) {
    const places = circlePlaces(count).map(({ left, top }) => [(left / 100) * 1152, (top / 100) * 610] as const)
    for (const [x, y] of places) {
      expect(x).toBeGreaterThanOrEqual(96 - 1e-6)
      expect(x).toBeLessThanOrEqual(1152 - 96 + 1e-6)
      expect(y).toBeGreaterThanOrEqual(96 - 1e-6)
      expect(y).toBeLessThanOrEqual(610 - 96 + 1e-6)
    }
    for (const [i, [x, y]] of places.entries())
      for (const [other, top] of places.slice(i + 1)) expect(Math.hypot(x - other, y - top), `${count}`).toBeGreaterThan(100)
  }
})

afterEach(() => vi.useRealTimers())
test('rule.landing.731100: users of tenant 731100 are sent to /sun/lamppole after 500 ms, not before; others, and a cancelled redirect, are not', () => {
  vi.useFakeTimers()
  const went: string[] = []
  const to = { hasPage: () => true, navigate: (path: string) => void went.push(path) }
  for (const tenantId of ['731101', '000000', undefined]) expect(sendOn(tenantId, to)).toBeUndefined()
  expect(sendOn('731100', { ...to, hasPage: () => false })).toBeUndefined()
  sendOn('731100', to)?.()
  vi.advanceTimersByTime(1000)
  expect(went).toEqual([])
  sendOn('731100', to)
  vi.advanceTimersByTime(499)
  expect(went).toEqual([])
  vi.advanceTimersByTime(1)
  expect(went).toEqual(['/sun/lamppole'])
})
