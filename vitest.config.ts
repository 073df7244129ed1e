import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSequencer, type TestSpecification, type Vitest } from 'vitest/node'

const common = {
  pool: 'forks',
  // A busy machine is several times slower; a test that never ends still fails.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // On a busy machine a page appears late, so the limit is long; a page that never appears still fails the test.
  expect: { poll: { timeout: 10_000 } },
  globalSetup: ['tools/test/database.ts'],
  // All test files of a worker use the modules that the first one loaded. If each file loads the product again, that takes a third of the time.
  isolate: false,
  exclude: ['**/node_modules/**', '**/dist/**', 'data/**'],
} as const

/** These files take minutes, because they open every page or send every call. They start first: if one started last, the other workers would be idle. */
const LONGEST = [
  'keyboard',
  'looks',
  'report-pages',
  'automation',
  'leak',
  'device-places',
  'wrong-input',
  'incidents',
  'leak-places',
  'backup',
  'rounds',
  'start',
  'install',
  'import-ways',
  'diagnosis',
  'param-families',
  'english-lists',
  'exports',
  'openapi-client',
  'openapi',
]
/** Files that share a product follow each other, so that it starts once in each worker. */
const isShared = (path: string): boolean => path.includes('/tests/e2e/') && readFileSync(path, 'utf8').includes('shared: true')
const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  if (at !== -1) return at
  return isShared(moduleId) ? LONGEST.length : LONGEST.length + 1
}
/** Vitest calls it with `new`. */
function longestFirst(vitest: Vitest): TestSequencer {
  const usual = new BaseSequencer(vitest)
  return {
    shard: (files) => usual.shard(files),
    sort: async (files) => {
      const ranks = new Map(files.map((file) => [file, rank(file)]))
      return (await usual.sort(files)).toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
    },
  }
}

/** Tests that import JSX, which Node cannot load. Vite compiles it. */
const OF_CONSOLE = '{platform/console-kit,platform/fields,apps/console,domains/*/console}/**'
const PAGES_KNOWN = 'tests/contract/api/screen-routes.test.ts'

/**
 * `node`: all tests of the server. Node loads their files itself, as in `npm start`, which is faster than Vite's loader.
 * `console`: unit tests of the console.
 * `browser`: tests/e2e. A worker runs a server and a browser, so that two workers use two cores; a third makes the run no faster.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: longestFirst as unknown as new (vitest: Vitest) => TestSequencer },
    // Tests read these as files, so that the import graph of `--changed` does not know them.
    forceRerunTriggers: ['**/package.json/**', '**/vitest.config.*/**', '**/db/**'],
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'node',
          maxWorkers: 4,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: ['{platform,domains,apps,bench,tools}/**/*.test.ts', 'tests/{arch,contract}/**/*.test.ts'],
          exclude: [...common.exclude, OF_CONSOLE, PAGES_KNOWN],
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'console',
          maxWorkers: 4,
          include: [`${OF_CONSOLE}/*.test.{ts,tsx}`, PAGES_KNOWN],
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'browser',
          maxWorkers: 2,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: ['tests/e2e/**/*.test.ts'],
        },
      },
    ],
  },
})
