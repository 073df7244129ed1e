import { defineConfig } from 'vitest/config'

const common = {
  pool: 'forks',
  // A busy machine is several times slower; a test that never ends still fails.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // On a busy machine a page appears late, so the limit is long; a page that never appears still fails the test.
  expect: { poll: { timeout: 10_000 } },
  globalSetup: ['tools/test/database.ts'],
  exclude: ['**/node_modules/**', '**/dist/**', 'data/**'],
} as const

/** `node`: unit, slice, contract, protocol and architecture tests · `browser`: tests/e2e, one file after another: on two cores two at a time take longer, and time out. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Tests read these as files, so that the import graph of `--changed` does not know them.
    forceRerunTriggers: ['**/package.json/**', '**/vitest.config.*/**', '**/db/**'],
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'node',
          // The files of a worker share its modules: loading the product again for each file would take a third of the time.
          isolate: false,
          include: ['{platform,domains,apps,bench,tools}/**/*.test.{ts,tsx}', 'tests/{arch,contract}/**/*.test.ts'],
        },
      },
      { extends: true, test: { ...common, name: 'browser', include: ['tests/e2e/**/*.test.ts'], fileParallelism: false } },
    ],
  },
})
