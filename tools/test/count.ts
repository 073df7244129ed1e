import type { Covered } from '@lamplight/testing/cut'

export interface Count {
  readonly passed: number
  readonly failed: number
}

interface Assertion {
  readonly status: string
  readonly fullName?: string
  readonly failureMessages?: readonly string[]
}

/** The fields used of Vitest's JSON report. */
export interface Report {
  readonly testResults: readonly {
    readonly status: string
    readonly name?: string
    readonly message?: string
    /** Epoch ms. */
    readonly startTime?: number
    readonly endTime?: number
    readonly assertionResults: readonly Assertion[]
  }[]
}

const MESSAGE_LENGTH = 1500

/** Returns one text per failed test: file, test and start of the error. They are printed after the count, at the end of the log. */
export const failuresOf = (report: Report | undefined): string[] =>
  (report?.testResults ?? []).flatMap(({ status, name = '', message = '', assertionResults }) => {
    const bad = assertionResults.filter((each) => each.status !== 'passed')
    if (bad.length === 0 && status === 'failed') return [`${name}\n${message.slice(0, MESSAGE_LENGTH)}`]
    return bad.map(
      ({ fullName = '', failureMessages = [] }) => `${name} › ${fullName}\n${failureMessages.join('\n').slice(0, MESSAGE_LENGTH)}`,
    )
  })

/**
 * Counts the tests of a report. A file that could not be loaded, an error outside every test (`exitCode` is not 0 although no test failed)
 * and a run without any test (unless `mayBeEmpty`) count as one failure each. A test that was not run counts as failed.
 */
export const countReport = (report: Report | undefined, exitCode: number, mayBeEmpty: boolean): Count => {
  let passed = 0
  let failed = 0
  for (const file of report?.testResults ?? []) {
    const good = file.assertionResults.filter(({ status }) => status === 'passed').length
    const bad = file.assertionResults.length - good
    passed += good
    failed += bad === 0 && file.status === 'failed' ? 1 : bad
  }
  if (failed === 0 && (exitCode !== 0 || (passed === 0 && !mayBeEmpty))) failed = 1
  return { passed, failed }
}

/** Returns the names of failed files; empty if there are more than `most`, because a second run would take too long. */
export const failedFiles = (report: Report | undefined, most: number): string[] => {
  const names = (report?.testResults ?? []).flatMap((file) =>
    failuresOf({ testResults: [file] }).length > 0 && file.name ? [file.name] : [],
  )
  return names.length > most ? [] : names
}

/** Returns the report with the results of the files that ran a second time. */
export const withSecondRun = (report: Report | undefined, second: Report | undefined): Report => {
  const again = new Map((second?.testResults ?? []).map((file) => [file.name, file]))
  return { testResults: (report?.testResults ?? []).map((file) => again.get(file.name) ?? file) }
}

/** Returns a line with the seconds of each file, the slowest first; of `most` files if it is given. `root`: folder that the names leave out. */
export const timesOf = (reports: readonly (Report | undefined)[], root: string, most?: number): string[] =>
  reports
    .flatMap((report) => report?.testResults ?? [])
    .map(({ name = '', startTime = 0, endTime = 0 }) => ({ file: name.replace(`${root}/`, ''), ms: endTime - startTime }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)

/** Returns what a run covered: a line for each suite that was cut, and the number of test files that a whole run has besides. */
export const coverageOf = (covered: readonly Covered[], left = 0): string[] => {
  const last = new Map(covered.map((one) => [`${one.suite} ${one.what}`, one]))
  const cut = [...last.values()].filter(({ count, of }) => count < of)
  if (cut.length === 0 && left === 0) return ['covered: everything asked for, nothing by kind']
  return [
    'covered by kind (whole with npm test -- --all):',
    ...cut.map(({ suite, what, count, of }) => `  ${suite}: ${count} of ${of} ${what}`).toSorted(),
    `  test files that only the whole set has: ${left}`,
  ]
}

export const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
})
