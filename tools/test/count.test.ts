import { expect, test } from 'vitest'
import { countReport, coverageOf, failedFiles, failuresOf, sum, timesOf, withSecondRun } from './count.ts'

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((each) => ({ status: each })) })

test('tests are counted one by one; a test that did not run counts as failed', () => {
  const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed', 'pending')] }
  expect(countReport(report, 1, false)).toEqual({ passed: 3, failed: 2 })
})

test('a file that does not load, an error outside tests, an empty or broken run are failures', () => {
  expect(countReport({ testResults: [file('failed')] }, 1, false)).toEqual({ passed: 0, failed: 1 })
  expect(countReport({ testResults: [file('passed', 'passed')] }, 1, false)).toEqual({ passed: 1, failed: 1 })
  expect(countReport({ testResults: [] }, 0, false)).toEqual({ passed: 0, failed: 1 })
  expect(countReport(undefined, 0, false)).toEqual({ passed: 0, failed: 1 })
})

test('a pattern may match nothing in one of the two projects', () => {
  expect(sum([countReport({ testResults: [] }, 0, true), countReport({ testResults: [file('passed', 'passed')] }, 0, true)])).toEqual({
    passed: 1,
    failed: 0,
  })
})

test('failed tests and files that do not load are listed with their error', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'adds' },
    { status: 'failed', fullName: 'divides', failureMessages: ['expected 2'] },
  ]
  const testResults = [
    { status: 'failed', name: 'sum.test.ts', assertionResults },
    { status: 'failed', name: 'broken.test.ts', message: 'no such module', assertionResults: [] },
  ]
  expect(failuresOf({ testResults })).toEqual(['sum.test.ts › divides\nexpected 2', 'broken.test.ts\nno such module'])
  expect(failuresOf(undefined)).toEqual([])
})

test('a file that runs twice counts with its second result', () => {
  const good = { ...file('passed', 'passed'), name: 'good.test.ts' }
  const shaky = { ...file('failed', 'passed', 'failed'), name: 'shaky.test.ts' }
  const broken = { ...file('failed'), name: 'broken.test.ts' }
  const first = { testResults: [good, shaky, broken] }
  expect(failedFiles(first, 2)).toEqual(['shaky.test.ts', 'broken.test.ts'])
  expect(failedFiles(first, 1)).toEqual([])
  const second = { testResults: [{ ...file('passed', 'passed', 'passed'), name: 'shaky.test.ts' }, broken] }
  expect(countReport(withSecondRun(first, second), 1, false)).toEqual({ passed: 3, failed: 1 })
  expect(countReport(withSecondRun(first, undefined), 1, false)).toEqual({ passed: 2, failed: 2 })
})

test('the files of all runs are listed by their time', () => {
  const timed = (name: string, ms: number) => ({ ...file('passed', 'passed'), name: `/work/${name}`, startTime: 5000, endTime: 5000 + ms })
  const reports = [
    { testResults: [timed('a.test.ts', 1500), timed('b.test.ts', 90)] },
    { testResults: [timed('c.test.ts', 12_340)] },
    undefined,
  ]
  expect(timesOf(reports, '/work')).toEqual(['   12.3 s  c.test.ts', '    1.5 s  a.test.ts', '    0.1 s  b.test.ts'])
  expect(timesOf(reports, '/work', 1)).toEqual(['   12.3 s  c.test.ts'])
})

test('a run by kind tells what each suite covered, once, and how many files only the whole set has', () => {
  const leak = { suite: 'leak.test.ts', what: 'calls', count: 7, of: 20 }
  const whole = { suite: 'roles.test.ts', what: 'calls', count: 20, of: 20 }
  expect(coverageOf([leak, whole, { ...leak, count: 8 }], 3)).toEqual([
    'covered by kind (whole with npm test -- --all):',
    '  leak.test.ts: 8 of 20 calls',
    '  test files that only the whole set has: 3',
  ])
  expect(coverageOf([whole])).toEqual(['covered: everything asked for, nothing by kind'])
})
