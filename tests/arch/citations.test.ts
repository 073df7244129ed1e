import { expect, test } from 'vitest'
import { citations, citationsOf, specTables } from '../../tools/check/rules/citations.ts'
import { checkTree, readTree, treeOf } from '../../tools/check/tree.ts'
import { SPEC } from './small-spec.ts'

const FILE = 'domains/alarms/model/alarm.ts'
const TEST = 'domains/alarms/server/alarm.test.ts'
const faults = (files: Record<string, string>): string[] =>
  checkTree(treeOf({ ...SPEC, ...files }), [citations, specTables]).map(({ path, line, text }) => `${path}:${line} ${text}`)
const ofComment = (text: string): string[] => faults({ [FILE]: `/** ${text} */\nexport const a = 1\n` })

test.each([
  ['an id', 'by rule.shop.lok', 'docs/spec has no rule, screen or call rule.shop.lok (code stands between backticks)'],
  ['a screen', 'screen shop.al.lst', 'docs/spec has no rule, screen or call shop.al.lst (code stands between backticks)'],
  ['a call', 'bell.stop', 'docs/spec has no rule, screen or call bell.stop (code stands between backticks)'],
  ['ids that begin alike', 'shop.lamp.*', 'docs/spec has no rule, screen or call shop.lamp.* (code stands between backticks)'],
  ['a decision', 'decisions.md A1, A29 and C1', 'docs/spec/decisions.md has no A29'],
  ['no decision', 'see decisions.md', 'name the decision: decisions.md A28'],
  ['a section', 'wire-contract.md 2.5 and 2.6', 'docs/spec/wire-contract.md has no section 2.6'],
  ['no section', 'as in wire-contract.md', 'name the section: wire-contract.md 2.5'],
  ['an answer', 'slice M1, answers 1 and 2', 'docs/spec/slices has no answer 2 of M1'],
  ['an answer of a slice that is not there', 'slice Q1, answer 1', 'docs/spec/slices has no answer 1 of Q1'],
  ['a number in docs/adr', 'docs/adr/0030', 'docs/adr has no 0030'],
  ['a document', 'research/limits.md', 'research/limits.md is not in the repository'],
  ['a line', 'specification lines 12 and 13', 'lines move: cite an id of docs/spec'],
])('%s that is not there is refused', (_kind, text, fault) => {
  expect(ofComment(text)).toEqual([`${FILE}:1 ${fault}`])
})

test.each([
  'rule.shop.lock, shop.al.list and bell.send; all of shop.al.*',
  'decisions.md A1, A28 and C1; decisions.md C, in general',
  'wire-contract.md 2, 2.5 and 9; the wire contract is plain',
  'slice M1, answers 1 and 8',
  'docs/adr/0029, ADR 29',
  'docs/spec/decisions.md, README and alarm.ts',
  'the parameter `rule.shop.lok`, and the file shop.css',
  'a road with 300 lines',
])('%s: resolves', (text) => {
  expect(ofComment(text)).toEqual([])
})

test('comments of all kinds, titles of tests and documents are read; code and other strings are data', () => {
  const code = "export const key = 'rule.shop.lok'\nexport const of = { x: bell.stop }\n"
  expect(faults({ [FILE]: code })).toEqual([])
  const bad: readonly (readonly [path: string, text: string, line: number])[] = [
    [FILE, 'const a = 1\n// begins, and goes on with decisions.md\n// A99.\n', 2],
    [FILE, '/*\n * bell.stop\n */\n', 2],
    ['domains/alarms/console/a.tsx', 'export const A = () => <p>{/* bell.stop */}</p>\n', 1],
    [TEST, "test('bell.stop: x', () => {})\n", 1],
    [TEST, 'test(`bell.stop $' + '{x}`, () => {})\n', 1],
    [TEST, "test.each([\n  ['(', 1],\n])('bell.stop %s', () => {})\n", 3],
    [TEST, "describe('bell.stop', () => {})\n", 1],
    ['db/migrations/0001_a.sql', 'select 1;\n-- rule.shop.lok\n', 2],
    ['platform/console-kit/a.css', 'a {}\n/* rule.shop.lok */\n', 2],
    ['domains/alarms/README.md', '# Alarms\n\nrule.shop.lok\n', 3],
    ['docs/spec/omissions.md', '- rule.shop.lok\n', 1],
    ['docs/spec/omissions.md', '- As A1\n- and A2\n', 2],
    ['docs/spec/entities.tsv', 'entity\tfield\ttype\tnote\nAlarm\tid\tid\trule.shop.lok\n', 2],
  ]
  for (const [path, text, line] of bad) expect(faults({ [path]: text }), text).toEqual([expect.stringContaining(`${path}:${line} `)])
  expect(faults({ [TEST]: "const cases = [['rule.shop.lok']]\n" })).toEqual([`${TEST}:1 docs/spec has no rule rule.shop.lok`])
  expect(faults({ 'domains/alarms/README.md': '```\nrule.shop.lok\n```\n`bell.stop`\n' })).toEqual([])
})

test('tables of docs/spec: a row has all columns, an id stands once, and a slice has a file', () => {
  const screens = (rows: string) => ({ 'docs/spec/screens.tsv': `${SPEC['docs/spec/screens.tsv']}${rows}\n` })
  expect(faults(screens('shop.al.new\tM1\tscreen\t/x\talarms\tx'))).toEqual([])
  expect(faults(screens('shop.al.new\tM1\tscreen'))).toEqual(['docs/spec/screens.tsv:4 3 columns instead of 6'])
  expect(faults(screens('shop.map\tM1\tscreen\t/x\tplaces\tx'))).toEqual(['docs/spec/screens.tsv:4 the screen shop.map stands twice'])
  expect(faults(screens('shop.al.new\tM9\tscreen\t/x\talarms\tx'))).toEqual(['docs/spec/screens.tsv:4 docs/spec/slices has no file of M9'])
})

test('the repository cites docs/spec: the rule sees its citations of each kind', () => {
  const seen = new Map<string, number>()
  for (const found of citationsOf(readTree(new URL('../..', import.meta.url).pathname)).values())
    for (const { kind } of found) seen.set(kind, (seen.get(kind) ?? 0) + 1)
  const least = { id: 2000, decision: 300, 'wire contract': 80, answer: 20, adr: 40, document: 100 }
  for (const [kind, number] of Object.entries(least)) expect(seen.get(kind), kind).toBeGreaterThan(number)
})
