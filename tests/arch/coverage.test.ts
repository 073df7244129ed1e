import { expect, test } from 'vitest'
import { type ApiDocument, coverageLines, coverageOf, isCovered } from '../../tools/check/coverage.ts'
import { treeOf } from '../../tools/check/tree.ts'
import { SPEC } from './small-spec.ts'

const TESTS = {
  'tests/e2e/a.test.ts': "test('rule.shop.lock: five failures', () => {})\nconst CASES = [['shop.al.list', 1]]\n// shop.map\n",
}
const api = (paths: ApiDocument['paths']): ApiDocument => ({ paths })
const query = (...names: string[]) => ({ parameters: names.map((name) => ({ name, in: 'query' })) })
const body = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })
const LIST = { '/api/blade-bell/bell/list': { get: query('current', 'size') } }
const coverage = (paths: ApiDocument['paths'], slices?: readonly string[], tests: Record<string, string> = TESTS) =>
  coverageOf(treeOf({ ...SPEC, ...tests }), api(paths), slices)
const calls = (paths: ApiDocument['paths']) =>
  coverage(paths).call.map(({ row, isThere, lacking, hint }) => [row.id, isThere, lacking, hint])

test('a call is there if the document has its method and path; parameters of a path have any name, and a last slash does not count', () => {
  const send = { '/api/blade-bell/bell/{alarmId}/send/': { post: body({ type: 'array', items: { type: 'string' } }) } }
  expect(calls({ ...LIST, ...send })).toEqual([
    ['bell.list', true, [], undefined],
    ['bell.send', true, [], undefined],
    ['bell.count', false, [], undefined],
  ])
  expect(calls({ '/api/blade-bell/bell/count': { post: {}, put: {} } }).at(-1)).toEqual(['bell.count', false, [], 'the path has POST, PUT'])
})

test('parameters stand in the query or in a body, also in one of several forms; a body that is an array meets name[] only', () => {
  const at = (operation: object) => coverage({ '/api/blade-bell/bell/list': { get: operation } }).call[0]?.lacking
  expect(at(query('current'))).toEqual(['size'])
  expect(at({ ...query('current'), ...body({ properties: { size: {} } }) })).toEqual([])
  expect(at(body({ anyOf: [{ properties: { current: {} } }, { allOf: [{ properties: { size: {} } }] }] }))).toEqual([])
  expect(at(body({ type: 'array', items: { properties: {} } }))).toEqual(['current', 'size'])
  expect(at({ parameters: [{ name: 'current', in: 'header' }] })).toEqual(['current', 'size'])
  const sent = (schema: object) => coverage({ '/api/blade-bell/bell/{id}/send': { post: body(schema) } }).call[1]?.lacking
  expect(sent({ properties: { ids: {} } })).toEqual([])
  expect(sent({ properties: { id: {} } })).toEqual(['ids[]'])
})

test('screens and rules are there if a string of a test names them; a comment does not count', () => {
  const { screen, rule } = coverage(LIST)
  expect(screen.map(({ row, isThere }) => [row.id, isThere])).toEqual([
    ['shop.al.list', true],
    ['shop.map', false],
  ])
  expect(rule.map(({ isThere }) => isThere)).toEqual([true])
})

test('a slice has its own rows only; the report counts by group, and lists what is missing or everything', () => {
  const part = coverage({ '/api/blade-bell/bell/list': { get: query('current') } }, ['M1'])
  expect(isCovered(part)).toBe(false)
  expect(coverageLines(part, 'missing')).toEqual([
    'calls blade-bell: 1 of 3',
    '  - bell.list  GET /api/blade-bell/bell/list  (lacks size)',
    '  - bell.send  POST /api/blade-bell/bell/{id}/send  (missing)',
    '  - bell.count  GET /api/blade-bell/bell/count  (missing)',
    'calls: 1 of 3, 1 without all parameters',
    '',
    'screens alarms: 1 of 1',
    'screens: 1 of 1 named by a test',
    '',
    'rules: 0 of 0 named by a test',
  ])
  expect(coverageLines(part, 'all')).toContain('  + shop.al.list  告警列表 / Alarms  (there)')
  expect(coverageLines(part, 'counts')).toHaveLength(7)
  expect(() => coverage(LIST, ['M2'])).toThrow('there is no slice M2; there are M1')
})

test('a slice is covered when all its calls have all parameters and all its screens a test', () => {
  const paths = {
    ...LIST,
    '/api/blade-bell/bell/{id}/send': { post: query('ids') },
    '/api/blade-bell/bell/count': { get: {} },
  }
  expect(isCovered(coverage(paths, ['M1']))).toBe(true)
  expect(isCovered(coverage(paths, ['M1'], {}))).toBe(false)
  expect(isCovered(coverage(paths))).toBe(false)
})
