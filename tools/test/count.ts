export interface Count {
  readonly passed: number
  readonly failed: number
}

interface Assertion {
  readonly status: string
  readonly fullName?: string
  readonly failureMessages?: readonly string[]
}

/** What we read of Vitest's JSON report. */
export interface Report {
  readonly testResults: readonly {
    readonly status: string
    readonly name?: string
    readonly message?: string
    readonly assertionResults: readonly Assertion[]
  }[]
}

const MESSAGE_LENGTH = 1500

/** One text per failed test: file, test and the beginning of its error; printed after the count so that the end of a long log names them. */
export const failuresOf = (report: Report | undefined): string[] =>
  (report?.testResults ?? []).flatMap(({ status, name = '', message = '', assertionResults }) => {
    const bad = assertionResults.filter((each) => each.status !== 'passed')
    if (bad.length === 0 && status === 'failed') return [`${name}\n${message.slice(0, MESSAGE_LENGTH)}`]
    return bad.map(
      ({ fullName = '', failureMessages = [] }) => `${name} › ${fullName}\n${failureMessages.join('\n').slice(0, MESSAGE_LENGTH)}`,
    )
  })

/**
 * Tests of a report: a file that could not even be loaded counts as one failure, and so does an error outside every test
 * (`exitCode` is not 0 although no test failed) and a run that ran nothing when something was expected. A test that was not run failed.
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

/** Names of failed files. Empty if there are more than `most`, because a second run would take too long. */
export const failedFiles = (report: Report | undefined, most: number): string[] => {
  const names = (report?.testResults ?? []).flatMap((file) =>
    failuresOf({ testResults: [file] }).length > 0 && file.name ? [file.name] : [],
  )
  return names.length > most ? [] : names
}

/** The report with the results of the files that ran a second time. */
export const withSecondRun = (report: Report | undefined, second: Report | undefined): Report => {
  const again = new Map((second?.testResults ?? []).map((file) => [file.name, file]))
  return { testResults: (report?.testResults ?? []).map((file) => again.get(file.name) ?? file) }
}

export const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
})
