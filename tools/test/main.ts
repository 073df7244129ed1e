import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { COVERED, type Covered, CUT, type Cut } from '@lamplight/testing/cut'
import { ensureBrowser, findBrowser } from '../browser.ts'
import { baseOf, presentWork, slicesOf } from './changed.ts'
import { type Count, countReport, coverageOf, failedFiles, failuresOf, type Report, sum, timesOf, withSecondRun } from './count.ts'
import { type Plan, planOf } from './plan.ts'

const root = resolve(import.meta.dirname, '..', '..')
const modules = join(root, 'node_modules')
const words = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('--'))
/** Commit to compare with when only affected tests are to run; undefined for all tests. */
const base = words.flatMap((word) => (word.startsWith('--changed') ? [baseOf(root, word.replace(/^--changed=?/, ''))] : []))[0]

/** Everything runs with `--all`, in CI, and where the changed files cannot be told. */
const isWhole = words.includes('--all') || (process.env.CI !== undefined && process.env.CI !== 'false' && process.env.CI !== '')
/** Changed files of a run before a commit. */
const present = isWhole || names.length > 0 || base !== undefined ? undefined : presentWork(root)

const choosePlan = (): Plan => {
  try {
    return planOf(root, { names, base, present })
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
const plan = choosePlan()
const partial = names.length > 0 || base !== undefined
const reports = mkdtempSync(join(tmpdir(), 'lamplight-report-'))
// A run in a run is whole unless it says otherwise.
delete process.env[CUT]
if (present) process.env[CUT] = JSON.stringify({ slices: slicesOf(present), files: present } satisfies Cut)
const covered = join(reports, 'covered.jsonl')
process.env[COVERED] = covered
let current: ChildProcess | undefined

for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    current?.kill(name)
    rmSync(reports, { recursive: true, force: true })
    process.exitCode = 130
    if (!current) process.exit()
    current.once('exit', () => process.exit())
  })

/** Runs a program of the repository; resolves with its exit code. */
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

/** Reports of the first runs. */
const firstRuns: (Report | undefined)[] = []
/** Failures: checks by name, tests with their errors. */
const failures: string[] = []
/** Tests that failed first and passed when their file ran again. */
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

const readJson = <T>(path: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return undefined
  }
}

const readLines = (path: string): Covered[] => {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Covered)
  } catch {
    return []
  }
}

/** If more files than this failed, none is run a second time. */
const AGAIN_AT_MOST = 5

interface Ran {
  readonly report: Report | undefined
  readonly code: number
  /** Errors outside of every test. */
  readonly loose: readonly string[]
}

const vitest = async (projects: readonly string[], turn: string, files: readonly string[], more: readonly string[] = []): Promise<Ran> => {
  const path = join(reports, `${projects[0]}-${turn}.json`)
  process.env.LOOSE_ERRORS = join(reports, `${projects[0]}-${turn}-errors.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--reporter=${join(import.meta.dirname, 'loose-errors.reporter.ts')}`]
  const options = [
    ...projects.flatMap((name) => ['--project', name]),
    ...reporters,
    `--outputFile.json=${path}`,
    '--passWithNoTests',
    ...more,
  ]
  const code = await bin('vitest/vitest.mjs', 'run', ...options, ...files)
  return { report: readJson<Report>(path), code, loose: readJson<string[]>(process.env.LOOSE_ERRORS) ?? [] }
}

/**
 * Runs the tests of projects, and failed files once more. A test that passes in the second run depends on time or load: it counts as passed, and
 * the summary names it with its first error.
 */
const tests = (name: string, projects: readonly string[], wanted: readonly string[], more: readonly string[] = []): Promise<Count> =>
  timed(
    name,
    async () => {
      const first = await vitest(projects, 'first', wanted, more)
      firstRuns.push(first.report)
      const files = failedFiles(first.report, AGAIN_AT_MOST)
      const second = files.length > 0 ? await vitest(projects, 'second', files) : undefined
      const report = second ? withSecondRun(first.report, second.report) : first.report
      const loose = [...first.loose, ...(second?.loose ?? [])]
      failures.push(...failuresOf(report), ...loose.map((text) => `an error outside of every test\n${text}`))
      const failing = new Set(failedFiles(report, files.length))
      const shaky = (first.report?.testResults ?? []).filter((file) => files.includes(file.name ?? '') && !failing.has(file.name ?? ''))
      unsteady.push(...failuresOf({ testResults: shaky }))
      // An exit code other than 0 without a failed test counts as one failure.
      const count = countReport(report, second && failuresOf(report).length === 0 ? second.code : first.code, partial)
      return { passed: count.passed, failed: Math.max(count.failed, loose.length) }
    },
    ({ failed }) => failed === 0,
  )

type Which = Plan['tests']
/** Returns the files to name for Vitest, which runs all if none is named. */
const filesOf = (which: Which): readonly string[] => (typeof which === 'string' ? [] : which)
const isWanted = (which: Which): boolean => typeof which === 'string' || which.length > 0

const checks: (readonly [string, () => Promise<number>])[] = [
  ['types', () => bin('typescript/bin/tsc', '--project', join(root, 'tsconfig.json'))],
  ['lint and format', () => bin('@biomejs/biome/bin/biome', 'check', '--max-diagnostics=50', root)],
  ['product rules', () => tool('check/main.ts')],
  ['nothing unused', () => bin('knip/bin/knip.js', '--no-progress', '--no-config-hints')],
  ['generated files', () => tool('gen/main.ts', '--check')],
]

const counts: Count[] = []
if (isWanted(plan.browser)) counts.push(await step('browser', browser))
if (plan.checks) for (const [name, work] of checks) counts.push(await step(name, work))
const built = [...(isWanted(plan.browser) ? ['console'] : []), ...(isWanted(plan.tests) || isWanted(plan.browser) ? ['server'] : [])]
if (built.length > 0) counts.push(await step(`build of ${built.join(' and ')}`, () => tool('build/main.ts', ...built)))
const since = plan.tests === 'changed' && base !== undefined ? ['--changed', base] : []
if (isWanted(plan.tests)) counts.push(await tests('tests', ['console', 'node'], filesOf(plan.tests), since))
if (isWanted(plan.browser)) counts.push(await tests('browser tests', ['browser'], filesOf(plan.browser)))
const coverage = coverageOf(readLines(covered), plan.left)
rmSync(reports, { recursive: true, force: true })

/** Number of files whose times are printed without `--times`. */
const SLOWEST = 10
console.log(`slowest files:\n${timesOf(firstRuns, root, words.includes('--times') ? undefined : SLOWEST).join('\n')}\n`)
const { passed, failed } = sum(counts)
console.log(`${coverage.join('\n')}\n`)
for (const each of unsteady) console.log(`! failed once, passed when run again alone: ${each}\n`)
for (const failure of failures) console.log(`✗ ${failure}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
