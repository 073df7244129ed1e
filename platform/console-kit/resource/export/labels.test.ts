import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { afterEach, expect, test, vi } from 'vitest'
import { choose, everyMatch, nothing } from '../list/selection.ts'
import { onConsole } from '../on-console.ts'
import { hasLabels, labelsOf } from './labels.ts'

afterEach(() => vi.unstubAllGlobals())

const pole = (unique?: true) =>
  defineResource({
    name: 'test.pole',
    label: ['灯杆', 'Pole'],
    about: ['灯杆', 'Poles'],
    code: 'test_pole',
    scope: 'tenant',
    roles: 'devices',
    api: { base: 'blade-test/pole', verbs: ['list'] },
    page: { path: '/test/pole', icon: 'control', sort: 1 },
    fields: {
      sn: f.text({ label: ['编号', 'Number'], wire: 'poleSn', ...(unique && { unique }), max: 40 }),
      name: f.text({ label: ['名称', 'Name'], max: 40 }),
    },
  })
const entry = (id: string, sn: string) => ({ id, row: { sn, name: `Pole ${id}` }, wire: {} })

test('rule.const.qr: the label of a row opens the list with only this row, or the page that its slice names', () => {
  vi.stubGlobal('window', { location: { origin: 'https://city.example' } })
  const rows = choose(nothing, [entry('1', 'A-1'), entry('2', 'B/2')], true)
  expect(labelsOf(onConsole(pole(true), {}), rows)).toEqual([
    { address: 'https://city.example/test/pole?poleSn=A-1', sn: 'A-1', name: 'Pole 1' },
    { address: 'https://city.example/test/pole?poleSn=B%2F2', sn: 'B/2', name: 'Pole 2' },
  ])
  expect(labelsOf(onConsole(pole(true), { labels: '/scan?sn=' }), rows)?.[0]?.address).toBe('https://city.example/scan?sn=A-1')
})

test('labels need a unique number, rows chosen one by one, and at most 200 of them', () => {
  vi.stubGlobal('window', { location: { origin: 'https://city.example' } })
  expect([
    hasLabels(onConsole(pole(true), {})),
    hasLabels(onConsole(pole(), {})),
    hasLabels(onConsole(pole(true), { labels: false })),
  ]).toEqual([true, false, false])
  const console = onConsole(pole(true), {})
  const many = (n: number) =>
    choose(
      nothing,
      Array.from({ length: n }, (_, at) => entry(String(at), `S${at}`)),
      true,
    )
  expect([labelsOf(console, many(200))?.length, labelsOf(console, many(201)), labelsOf(console, everyMatch({}, 9))]).toEqual([
    200,
    null,
    null,
  ])
})
