import { expect, test } from 'vitest'
import { countReport, failuresOf, sum } from './count.ts'

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((each) => ({ status: each })) })

test('tests are counted one by one; what was not run failed', () => {
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

test('failed tests and files that do not load are named with their error', () => {
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
