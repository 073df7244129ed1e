import { writeFileSync } from 'node:fs'

interface Thrown {
  readonly message?: string
  readonly stack?: string
  /** File that ran when the error was thrown, and its test. */
  readonly VITEST_TEST_PATH?: string
  readonly VITEST_TEST_NAME?: string
}

const textOf = ({ message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: name }: Thrown): string =>
  [[file, name].filter(Boolean).join(' › '), stack ?? message ?? 'an error without words'].filter(Boolean).join('\n')

/**
 * Vitest reporter for errors outside of every test, which the JSON report leaves out: writes their texts to the
 * file LOOSE_ERRORS. Vitest calls it with `new`.
 */
export default function () {
  return {
    onTestRunEnd: (_modules: unknown, errors: readonly Thrown[]): void => {
      const path = process.env.LOOSE_ERRORS
      if (path) writeFileSync(path, JSON.stringify(errors.map(textOf)))
    },
  }
}
