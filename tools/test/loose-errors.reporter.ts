import { writeFileSync } from 'node:fs'

interface Thrown {
  readonly message?: string
  readonly stack?: string
}

/**
 * Vitest reporter for errors outside of every test, which the JSON report leaves out: writes their texts to the
 * file LOOSE_ERRORS. Vitest calls it with `new`.
 */
export default function () {
  return {
    onTestRunEnd: (_modules: unknown, errors: readonly Thrown[]): void => {
      const path = process.env.LOOSE_ERRORS
      if (path) writeFileSync(path, JSON.stringify(errors.map(({ message, stack }) => stack ?? message ?? 'an error without words')))
    },
  }
}
