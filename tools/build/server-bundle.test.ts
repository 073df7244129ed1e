import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './part.ts'
import { bundleProgram } from './server-bundle.ts'

let home: string
const write = (path: string, lines: readonly string[]): string => {
  const file = join(home, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, lines.join('\n'))
  return file
}

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'lamplight-bundle-')))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a bundled program knows its sources: own place, thread with a common module, places in a stack', async () => {
  write('src/text.ts', ["export const text: string = 'from a common module'"])
  const thread = write('src/thread.ts', [
    "import { parentPort } from 'node:worker_threads'",
    "import { text } from './text.ts'",
    'parentPort?.postMessage({ text, place: import.meta.url })',
  ])
  const program = write('src/desk/main.ts', [
    "import { Worker } from 'node:worker_threads'",
    `import { stackOf } from ${JSON.stringify(join(root, 'platform/server-kit/process/stack.ts'))}`,
    "import { text } from '../text.ts'",
    '/** A comment of',
    ' * two lines, which the bundle does not have. */',
    'const fail = (): never => {',
    '  throw new Error(text)',
    '}',
    'const ask = () =>',
    "  new Promise((done) => new Worker(new URL('../thread.ts', import.meta.url)).once('message', done))",
    'try {',
    '  fail()',
    '} catch (error) {',
    '  const [, first] = error.stack.split(String.fromCharCode(10))',
    '  const [, own] = stackOf(error).split(String.fromCharCode(10))',
    '  console.log(JSON.stringify({ place: import.meta.url, answer: await ask(), first, own, other: stackOf(3) }))',
    '}',
  ])
  const out = join(home, 'dist')
  await bundleProgram(program, out)
  const { stdout } = await promisify(execFile)(process.execPath, [join(out, 'desk.js')], { env: { ...process.env, NODE_OPTIONS: '' } })
  const { first, own, ...places } = JSON.parse(stdout) as { first: string; own: string }
  expect(places).toEqual({
    place: pathToFileURL(program).href,
    answer: { text: 'from a common module', place: pathToFileURL(thread).href },
    other: '3',
  })
  expect(first).toContain(pathToFileURL(join(out, 'desk.js')).href)
  expect(own).toContain(`${program}:7:`)
})

test.each([
  ['import.meta.dirname', 'console.log(import.meta.dirname)'],
  ['import.meta.resolve', "console.log(import.meta.resolve('x'))"],
])('%s is refused, because a bundle gives it another meaning', async (word, line) => {
  const program = write('src/other/main.ts', [line])
  await expect(bundleProgram(program, join(home, 'never'))).rejects.toThrow(`${word} has no meaning in a bundle`)
})

test('two programs of one name are refused', async () => {
  for (const folder of ['a', 'b']) write(`src/${folder}/run.ts`, ['export {}'])
  const program = write(
    'src/two/main.ts',
    ['a', 'b'].map((folder) => `new URL('../${folder}/run.ts', import.meta.url)`),
  )
  await expect(bundleProgram(program, join(home, 'never'))).rejects.toThrow('two programs would be run.js')
})

test('parts of earlier builds stay for a week, for a server that still runs from them', async () => {
  const program = write('src/desk2/main.ts', ["import('./later.ts').then(({ late }) => console.log(late))"])
  write('src/desk2/later.ts', ['export const late = 1'])
  const out = join(home, 'weekly')
  const [old, recent] = [write('weekly/take-old.js', ['']), write('weekly/take-recent.js', [''])]
  const [now, DAY_S] = [Date.now() / 1000, 86_400]
  utimesSync(old, now - 8 * DAY_S, now - 8 * DAY_S)
  utimesSync(recent, now - 6 * DAY_S, now - 6 * DAY_S)
  await bundleProgram(program, out)
  expect([old, recent, join(out, 'desk2.js')].map((file) => existsSync(file))).toEqual([false, true, true])
})
