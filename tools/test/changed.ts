import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const linesOf = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

/** The commit that changes are counted from: the one named, else the newest that the upstream branch has, else the last one. */
export const baseOf = (root: string, named: string): string => {
  if (named !== '') return named
  try {
    return linesOf(root, 'merge-base', 'HEAD', '@{upstream}')[0] ?? 'HEAD'
  } catch {
    return 'HEAD'
  }
}

/** Files that differ from the commit, new ones among them. Throws if there is no such commit. */
export const changedSince = (root: string, base: string): string[] => [
  ...new Set([...linesOf(root, 'diff', '--name-only', base), ...linesOf(root, 'ls-files', '--others', '--exclude-standard')]),
]

const PASSED_OVER = /\.(md|test\.tsx?)$|^(docs|bench)\//
const EVERYWHERE = /^(platform|apps|db|tests\/e2e|package|tools\/build-console)/
const SLICE = /^domains\/([^/]+)\//
const ADDRESS = /'(\/[a-zA-Z][a-zA-Z/]+)'/g

/** Addresses of pages that a slice names. */
const addressesOf = (root: string, slice: string): string[] => [
  ...new Set(
    globSync(`domains/${slice}/{model,console}/**/*.{ts,tsx}`, { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(ADDRESS)].map(([, address = '']) => address),
    ),
  ),
]

/**
 * The browser tests that changed files touch: a test that changed itself, the tests that name an address of a changed slice, and all of them when
 * the platform, the apps or the database changed. Import graphs say nothing about them: they open the product in a browser.
 */
export const browserTestsOf = (root: string, changed: readonly string[]): string[] => {
  const all = globSync('tests/e2e/*.test.ts', { cwd: root })
  const own = all.filter((file) => changed.includes(file))
  const product = changed.filter((file) => !PASSED_OVER.test(file))
  if (product.some((file) => EVERYWHERE.test(file))) return all.toSorted()
  const slices = new Set(product.flatMap((file) => SLICE.exec(file)?.[1] ?? []))
  const addresses = [...slices].flatMap((slice) => addressesOf(root, slice))
  const named = all.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return addresses.some((address) => text.includes(address))
  })
  return [...new Set([...own, ...named])].toSorted((a, b) => basename(a).localeCompare(basename(b)))
}
