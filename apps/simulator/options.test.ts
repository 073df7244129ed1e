import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('a town requires a number of lamps and a secret seed; other options have defaults', () => {
  expect(
    readOptions(['--lamps', '200', '--secret-seed', 's', '--stuck', '0.1', '--start', '2026-06-21T18:00:00+08:00'], false),
  ).toMatchObject({
    source: { from: 'town', lamps: 200, secretSeed: 's', broker: 'mqtt://127.0.0.1:1883' },
    run: { quiet: false, city: { start: Date.parse('2026-06-21T10:00:00Z'), faults: { stuck: 0.1 } } },
  })
})

test('a project requires the sign-in options', () => {
  expect(readOptions(['--project', '灯湾', '--tenant', '100001', '--account', 'operator', '--quiet'], true)).toMatchObject({
    source: { from: 'project', project: '灯湾', tenant: '100001', account: 'operator', password: 'admin', broker: undefined },
    run: { quiet: true },
  })
})

test('without a source, the parent process supplies the inventory if there is one', () => {
  expect(readOptions([], true)).toMatchObject({ source: { from: 'parent' } })
  expect(readOptions([], false)).toMatchObject({ error: [expect.stringContaining('--lamps'), expect.stringContaining('--lamps')] })
})

test.each([
  [['--lamps', '0', '--secret-seed', 's'], '--lamps'],
  [['--lamps', '1.5', '--secret-seed', 's'], '--lamps'],
  [['--lamps', '10'], '--secret-seed'],
  [['--stuck', '2'], '--stuck'],
  [['--loss', ''], '--loss'],
  [['--noise', 'much'], '--noise'],
  [['--start', 'noon'], '--start'],
  [['--explode'], '--explode'],
])('%j is refused in both languages with the name of the option', (args, name) => {
  const read = readOptions(args, true)
  expect(read).toMatchObject({ error: [expect.stringContaining(name), expect.stringContaining(name)] })
})

test('--help takes precedence over other options', () => {
  expect(readOptions(['--help', '--lamps', '5'], false)).toBe('help')
})
