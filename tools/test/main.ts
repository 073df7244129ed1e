import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureBrowser, findBrowser } from '../browser.ts'
import { type Count, countReport, failedFiles, failuresOf, type Report, sum, withSecondRun } from './count.ts'

const root = resolve(import.meta.dirname, '..', '..')
const modules = join(root, 'node_modules')
const patterns = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'lamplight-report-'))
let current: ChildProcess | undefined

for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    current?.kill(name)
    rmSync(reports, { recursive: true, force: true })
    process.exitCode = 130
    if (!current) process.exit()
    current.once('exit', () => process.exit())
  })

/** Runs a program of the repository; its exit code. */
const run = (file: string, ...args: string[]): Promise<number> =>
  new Promise((done, fail) => {
    current = spawn(process.execPath, [...process.execArgv, file, ...args], { cwd: root, stdio: 'inherit' })
    current.once('error', fail)
    current.once('exit', (code) => {
      current = undefined
      done(code ?? 1)
    })
  })

const tool = (file: string, ...args: string[]) => run(join(root, 'tools', file), ...args)
const bin = (file: string, ...args: string[]) => run(join(modules, file), ...args)

const timed = async <T>(name: string, work: () => Promise<T>, good: (result: T) => boolean): Promise<T> => {
  const begun = performance.now()
  const result = await work()
  console.log(`${good(result) ? '✓' : '✗'} ${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  return result
}

/** What failed: checks by name, tests with their errors. */
const failures: string[] = []
/** Tests that failed and passed when their file ran again. */
const unsteady: string[] = []

const step = async (name: string, work: () => Promise<number>): Promise<Count> => {
  const code = await timed(name, work, (result) => result === 0)
  if (code !== 0) failures.push(name)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const browser = async (): Promise<number> => {
  try {
    ensureBrowser()
    process.env.CHROME_PATH = findBrowser()
    return 0
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
}

const readReport = (path: string): Report | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** More failed files than this are not run a second time. */
const AGAIN_AT_MOST = 5

const vitest = async (project: string, turn: string, files: readonly string[]): Promise<{ report: Report | undefined; code: number }> => {
  const path = join(reports, `${project}-${turn}.json`)
  const options = ['--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${path}`, '--passWithNoTests']
  const code = await bin('vitest/vitest.mjs', 'run', ...options, ...files)
  return { report: readReport(path), code }
}

/**
 * Runs a project's tests. Files that failed run once more, alone: a test that passes then depends on time or load. It is counted as passed, and
 * named at the end with its first error, to be mended.
 */
const tests = (name: string, project: string): Promise<Count> =>
  timed(
    name,
    async () => {
      const first = await vitest(project, 'first', patterns)
      const files = failedFiles(first.report, AGAIN_AT_MOST)
      if (files.length === 0) {
        failures.push(...failuresOf(first.report))
        return countReport(first.report, first.code, patterns.length > 0)
      }
      const second = await vitest(project, 'second', files)
      const report = withSecondRun(first.report, second.report)
      const failed = failuresOf(report)
      failures.push(...failed)
      const failing = new Set(failedFiles(report, files.length))
      const shaky = (first.report?.testResults ?? []).filter((file) => files.includes(file.name ?? '') && !failing.has(file.name ?? ''))
      unsteady.push(...failuresOf({ testResults: shaky }))
      return countReport(report, failed.length > 0 ? first.code : second.code, patterns.length > 0)
    },
    ({ failed }) => failed === 0,
  )

const checks: (readonly [string, () => Promise<number>])[] = [
  ['types', () => bin('typescript/bin/tsc', '--project', join(root, 'tsconfig.json'))],
  ['lint and format', () => bin('@biomejs/biome/bin/biome', 'check', '--max-diagnostics=50', root)],
  ['house rules', () => tool('check/main.ts')],
  ['nothing unused', () => bin('knip/bin/knip.js', '--no-progress', '--no-config-hints')],
  ['generated files', () => tool('gen/main.ts', '--check')],
]

const wantsBrowser =
  patterns.length === 0 ||
  readdirSync(join(root, 'tests', 'e2e')).some((name) => patterns.some((part) => `tests/e2e/${name}`.includes(part)))

const counts: Count[] = []
if (wantsBrowser) counts.push(await step('browser', browser))
if (patterns.length === 0) for (const [name, work] of checks) counts.push(await step(name, work))
if (wantsBrowser) counts.push(await step('console build', () => tool('build-console.ts')))
counts.push(await tests('tests', 'node'))
if (wantsBrowser) counts.push(await tests('browser tests', 'browser'))
rmSync(reports, { recursive: true, force: true })

const { passed, failed } = sum(counts)
for (const each of unsteady) console.log(`! failed once, passed when run again alone: ${each}\n`)
for (const failure of failures) console.log(`✗ ${failure}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
