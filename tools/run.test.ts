import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'lamplight-run-'))
const started: ChildProcess[] = []

/** A program that prints its pid and counts signals; it exits with 7 half a second after SIGINT, and with 9 on SIGTERM. */
const program = join(home, 'program.ts')
writeFileSync(
  program,
  `const words: string[] = process.argv.slice(2)
process.on('SIGINT', () => { console.log('asked'); if (words[0] !== 'stubborn') setTimeout(() => process.exit(7), 500) })
process.on('SIGTERM', () => { console.log('told'); process.exit(9) })
console.log('ready', process.pid, process.env.DATA_DIR, ...words)
if (words[0] === 'fail') process.exit(3)
setInterval(() => {}, 1000)
`,
)

const run = (...words: string[]) => {
  const child = spawn(process.execPath, [join(root, 'tools', 'run.mjs'), program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: 'here', INIT_CWD: home },
  })
  started.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  const waitFor = async (word: string): Promise<string> => {
    await expect.poll(() => output, { timeout: 10_000, interval: 20 }).toContain(word)
    return output
  }
  return { child, ended, waitFor, output: () => output }
}

afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

test('the arguments are passed on, the exit code is returned, and DATA_DIR is absolute', async () => {
  const { ended, output } = run('fail', 'two words')
  expect(await ended).toBe(3)
  expect(output()).toMatch(/^ready \d+ \S+ fail two words\n$/)
  expect(output()).toContain(` ${join(home, 'here')} `)
})

test('a Ctrl-C that arrives twice within a short time asks the program once and waits for its end', async () => {
  const { child, ended, waitFor, output } = run()
  await waitFor('ready')
  child.kill('SIGINT')
  await waitFor('asked')
  child.kill('SIGINT')
  expect(await ended).toBe(7)
  expect(output().match(/asked/g)).toHaveLength(1)
})

test('a second Ctrl-C kills a program that does not end', async () => {
  const { child, ended, waitFor } = run('stubborn')
  await waitFor('ready')
  child.kill('SIGINT')
  await waitFor('asked')
  await new Promise((done) => setTimeout(done, 600))
  child.kill('SIGINT')
  expect(await ended).toBe(128 + 9)
})

test('a program whose starter was killed ends by itself', async () => {
  const { child, ended, waitFor } = run()
  await waitFor('ready')
  child.kill('SIGKILL')
  await waitFor('told')
  await ended
})
