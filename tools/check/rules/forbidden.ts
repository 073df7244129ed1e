import { isTest, type Rule } from '../tree.ts'

interface Pattern {
  readonly where: 'code' | 'comment'
  readonly only?: 'tests' | 'sources'
  readonly pattern: RegExp
  readonly text: string
}

const PATTERNS: readonly Pattern[] = [
  {
    where: 'code',
    pattern: /(?::|\bas|<|=>)\s*any\b(?!\s*[(.:])|,\s*any\s*>|\|\s*any\b/g,
    text: 'any switches the checks off: name the type, or unknown',
  },
  {
    where: 'code',
    pattern: /(?<!\w)(?:abstract\s+)?class\s+\w+(?!\s+extends\s+(?:\w*Error|Component)\b)\s*(?:extends\b|\{|<|implements\b)/g,
    text: 'no classes (except errors and the error boundary of React): write a function with named dependencies',
  },
  {
    where: 'code',
    pattern: /\.\.\.\s*\{/g,
    text: 'a spread of a literal hides lines from the formatter and properties from the compiler: write its parts',
  },
  { where: 'comment', pattern: /@ts-(?:ignore|nocheck)/g, text: 'the compiler is not silenced' },
  // Allowed in a test: it asserts that the line does not compile.
  { where: 'comment', only: 'sources', pattern: /@ts-expect-error/g, text: 'the compiler is not silenced' },
  { where: 'comment', pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/g, text: 'finish it now, or file an issue' },
  {
    where: 'code',
    only: 'tests',
    pattern: /\b(?:test|it|describe|suite)\s*\.\s*(?:\w+\s*\.\s*)?(?:skip|only|todo|fails|skipIf|runIf)\b/g,
    text: 'every test runs',
  },
  { where: 'code', only: 'tests', pattern: /(?<![\w.])(?:xit|xtest|xdescribe|fit|fdescribe)\s*\(/g, text: 'every test runs' },
]

/** Forbids words that bypass the compiler, the linter or the tests. */
export const forbidden: Rule = {
  name: 'forbidden',
  check(tree, report) {
    for (const file of tree.sources) {
      const comments = file.scan.tokens.filter(({ kind }) => kind === 'comment')
      for (const { where, only, pattern, text } of PATTERNS) {
        if (only && (only === 'tests') !== isTest(file.path)) continue
        if (where === 'code') for (const { index } of file.scan.code.matchAll(pattern)) report(file, index, text)
        else for (const { start, value } of comments) for (const { index } of value.matchAll(pattern)) report(file, start + index, text)
      }
    }
  },
}
