import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { browserTestsOf, isEverywhere, slicesOf } from './changed.ts'

/** Test files that run before each commit, whatever is changed: one of each subject of the contract tests, and of each part of the console. */
export const CORE = [
  'tests/contract/alarms/alarms.test.ts',
  'tests/contract/control/device-commands.test.ts',
  'tests/contract/control/lifecycles.test.ts',
  'tests/contract/demo/demo-past.test.ts',
  'tests/contract/devices/equipment.test.ts',
  'tests/contract/import/import.test.ts',
  'tests/contract/people/sign-in.test.ts',
  'tests/contract/platform/jobs.test.ts',
  'tests/contract/reports/report-figures.test.ts',
  'tests/contract/strategies/strategies.test.ts',
  'tests/e2e/devices/device-page.test.ts',
  'tests/e2e/devices/params-page.test.ts',
  'tests/e2e/lighting/map.test.ts',
  'tests/e2e/lists/defined-reports.test.ts',
  'tests/e2e/lists/list-tools.test.ts',
  'tests/e2e/lists/lists.test.ts',
  'tests/e2e/shell/shell.test.ts',
  'tests/e2e/shell/sign-in.test.ts',
] as const

/** Changed files that can change a page. */
const PAGES = /^(domains\/[^/]+\/(console|model)|platform\/(console-kit|fields|kit)|apps\/console)\//

/** Test files that take minutes, with the changed files for which they run before a commit: they start, kill and restore installations, or open every page. */
export const LONG: Readonly<Record<string, RegExp>> = {
  'tools/torture/rounds.test.ts': /^(tools\/torture|domains\/(control|alarms)\/server|platform\/server-kit\/mqtt)\//,
  'tools/torture/torture.test.ts': /^(tools\/torture|domains\/(control|alarms)\/server|platform\/server-kit\/mqtt)\//,
  'tools/start.test.ts': /^(tools\/[^/]+|apps\/server\/.*|platform\/postgres\/.*)$/,
  'tests/contract/platform/backup.test.ts': /^(apps\/server|platform\/postgres|domains\/system\/server\/backup)\//,
  'tests/contract/api/generated.test.ts': /^(tools\/(new|gen|check)|domains\/system\/server\/develop)\//,
  'tests/e2e/shell/keyboard.test.ts': PAGES,
  'tests/e2e/shell/looks.test.ts': PAGES,
  'tests/contract/api/openapi-tools.test.ts': /^docs\/openapi\.json$/,
  'tests/contract/api/openapi-client.test.ts': /^docs\/openapi\.json$/,
}

/** Contract tests of one subject. Those of `api`, `rights` and `audit` walk through all calls, by kind. */
const SUBJECTS = /^tests\/contract\/(?!api\/|rights\/|audit\/)/

const IMPORT = /from '(\.[^']+)'/g
const textOf = (root: string, file: string): string => readFileSync(join(root, file), 'utf8')
/** Returns a test file and the files in `tests` that it imports. */
const withImports = (root: string, file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, path = ''] of textOf(root, file).matchAll(IMPORT)) {
    const imported = relative(root, resolve(root, dirname(file), path)).replaceAll('\\', '/')
    if (imported.startsWith('tests/') && existsSync(join(root, imported))) withImports(root, imported, seen)
  }
  return seen
}

const CALL = /(?:base: '|path: '|'(?:GET|POST|PUT|DELETE) )(?:\/api\/)?(blade-[a-z]+\/[A-Za-z_]+)/g
/** Returns the beginnings of the calls that a slice declares. */
const callsOf = (root: string, slice: string): string[] => [
  ...new Set(
    globSync(`domains/${slice}/{model,server}/**/*.ts`, { cwd: root }).flatMap((file) =>
      [...textOf(root, file).matchAll(CALL)].map(([, call = '']) => call),
    ),
  ),
]

/** Returns the contract tests of a subject that import a changed slice or send its calls, and those whose own files changed. */
const subjectsOf = (root: string, files: readonly string[], changed: readonly string[]): string[] => {
  const slices = slicesOf(changed)
  const named = slices.flatMap((slice) => [`@lamplight/${slice}/`, `domains/${slice}/`, ...callsOf(root, slice)])
  return files.filter((file) => {
    const parts = [...withImports(root, file)]
    if (parts.some((part) => changed.includes(part))) return true
    const text = parts.map((part) => textOf(root, part)).join('\n')
    return named.some((name) => text.includes(name))
  })
}

export interface Quick {
  readonly tests: readonly string[]
  readonly browser: readonly string[]
  /** Number of test files that only a whole run has. */
  readonly left: number
}

/**
 * Returns the test files of a run before a commit: unit tests, the suites that walk through all calls, the core, and what the changed files touch. `all`:
 * every test file of the repository.
 */
export const quickOf = (root: string, all: readonly string[], changed: readonly string[]): Quick => {
  const core = new Set<string>(CORE)
  const isBrowserTest = (file: string): boolean => file.startsWith('tests/e2e/')
  const pages = new Set(
    browserTestsOf(
      root,
      changed.filter((file) => !isEverywhere(file)),
    ),
  )
  const touched = new Set(
    subjectsOf(
      root,
      all.filter((file) => SUBJECTS.test(file)),
      changed,
    ),
  )
  const isWanted = (file: string): boolean => {
    if (changed.includes(file) || core.has(file)) return true
    const long = LONG[file]
    if (long) return changed.some((one) => long.test(one))
    if (isBrowserTest(file)) return pages.has(file)
    return !SUBJECTS.test(file) || touched.has(file)
  }
  const wanted = all.filter(isWanted)
  return {
    tests: wanted.filter((file) => !isBrowserTest(file)),
    browser: wanted.filter(isBrowserTest),
    left: all.length - wanted.length,
  }
}
