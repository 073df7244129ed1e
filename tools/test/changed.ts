import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const linesOf = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

/** Returns the commit to compare with: the one named, else the common ancestor with the upstream branch or with `main`, else HEAD. */
export const baseOf = (root: string, named: string): string => {
  if (named !== '') return named
  for (const branch of ['@{upstream}', 'main'])
    try {
      const [base] = linesOf(root, 'merge-base', 'HEAD', branch)
      if (base) return base === linesOf(root, 'rev-parse', 'HEAD')[0] ? 'HEAD' : base
    } catch {
      // There is no such branch.
    }
  return 'HEAD'
}

/** Returns the files that differ from the commit, including new files. Throws if there is no such commit. */
export const changedSince = (root: string, base: string): string[] => [
  ...new Set([...linesOf(root, 'diff', '--name-only', base), ...linesOf(root, 'ls-files', '--others', '--exclude-standard')]),
]

/** Returns the files of the present work: those since `baseOf`, or those of the last commit if nothing has changed since; undefined without git. */
export const presentWork = (root: string): string[] | undefined => {
  try {
    const changed = changedSince(root, baseOf(root, ''))
    return changed.length > 0 ? changed : changedSince(root, 'HEAD~1')
  } catch {
    return undefined
  }
}

const PASSED_OVER = /\.(md|test\.tsx?)$|^(docs|bench)\//
const EVERYWHERE = /^(platform|apps|db|tests\/e2e|package|tools\/build)/
/** True for files that every test in a browser depends on. */
export const isEverywhere = (file: string): boolean => EVERYWHERE.test(file)
const SLICE = /^domains\/([^/]+)\//
/** Returns the slices that have changed files. */
export const slicesOf = (changed: readonly string[]): string[] => [
  ...new Set(changed.filter((file) => !PASSED_OVER.test(file)).flatMap((file) => SLICE.exec(file)?.[1] ?? [])),
]

const ADDRESS = /'(\/[a-zA-Z][a-zA-Z/]+)'/g

/** Returns the page addresses that a slice's code contains. */
const addressesOf = (root: string, slice: string): string[] => [
  ...new Set(
    globSync(`domains/${slice}/{model,console}/**/*.{ts,tsx}`, { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(ADDRESS)].map(([, address = '']) => address),
    ),
  ),
]

/**
 * Returns the browser tests affected by changed files: changed tests, tests that contain an address of a changed slice, and all if
 * the platform, the apps or the database changed. Import graphs cannot tell: these tests open the product in a browser.
 */
export const browserTestsOf = (root: string, changed: readonly string[]): string[] => {
  const all = globSync('tests/e2e/**/*.test.ts', { cwd: root })
  const own = all.filter((file) => changed.includes(file))
  const product = changed.filter((file) => !PASSED_OVER.test(file))
  if (product.some(isEverywhere)) return all.toSorted()
  const addresses = slicesOf(product).flatMap((slice) => addressesOf(root, slice))
  const named = all.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return addresses.some((address) => text.includes(address))
  })
  return [...new Set([...own, ...named])].toSorted((a, b) => basename(a).localeCompare(basename(b)))
}
