export interface Count {
  readonly passed: number
  readonly failed: number
}

/** What we read of Vitest's JSON report. */
export interface Report {
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[]
}

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

export const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
})
