import { globSync } from 'node:fs'
import { browserTestsOf, changedSince } from './changed.ts'
import { quickOf } from './quick.ts'

/** What a run does. */
export interface Plan {
  /** Checks of types, format, rules and generated files. */
  readonly checks: boolean
  /** Tests that run without a browser: all, those that import changed files, or these files. */
  readonly tests: 'all' | 'changed' | readonly string[]
  /** Tests in a browser. If there are none, no browser is needed and the console is not built. */
  readonly browser: 'all' | readonly string[]
  /** Number of test files that only a whole run has. */
  readonly left?: number
}

/** What a run was asked for. */
export interface Order {
  /** Parts of the paths of test files. */
  readonly names?: readonly string[]
  /** Commit since which changed files count: their tests alone. */
  readonly base?: string | undefined
  /** Changed files of a run before a commit; undefined for a whole run. */
  readonly present?: readonly string[] | undefined
}

const ALL: Plan = { checks: true, tests: 'all', browser: 'all' }

/** Returns all test files of the repository. */
export const testFiles = (root: string): string[] =>
  globSync('{apps,bench,domains,platform,tests,tools}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules') || path.endsWith('dist'),
  })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()

/** Returns the test files whose path contains one of the names, in any case of letters. */
const filesNamed = (root: string, names: readonly string[]): string[] => {
  const wanted = names.map((name) => name.replaceAll('\\', '/').replace(/^\.\//, '').toLowerCase())
  return testFiles(root).filter((file) => wanted.some((name) => file.toLowerCase().includes(name)))
}

const isBrowserTest = (file: string): boolean => file.startsWith('tests/e2e/')

/**
 * Returns what a run does: everything; what is run before a commit of the files `present`; only the tests with these names in their path; or the checks and
 * the tests that files changed since the commit `base` touch. Throws if no test file has one of the names, because a run without tests would count as passed.
 */
export const planOf = (root: string, { names = [], base, present }: Order): Plan => {
  if (names.length === 0 && base !== undefined)
    return { checks: true, tests: 'changed', browser: browserTestsOf(root, changedSince(root, base)) }
  if (names.length === 0) return present ? { checks: true, ...quickOf(root, testFiles(root), present) } : ALL
  const files = filesNamed(root, names)
  if (files.length === 0) throw new Error(`No test file has ${names.map((name) => `"${name}"`).join(' or ')} in its path`)
  return { checks: false, tests: files.filter((file) => !isBrowserTest(file)), browser: files.filter(isBrowserTest) }
}
