import { isSource, isTest, type SourceFile } from './tree.ts'

/** A text in which a file may cite: a comment, the title of a test, a document. Code between backticks is blank; offsets are those of the file. */
export interface Passage {
  readonly offset: number
  readonly text: string
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
const withoutCode = (text: string): string => text.replace(/`[^`]{1,300}`/g, blank)
/** Joins the lines of a comment: what begins a line (`*`, `//`, `--`) becomes blank. */
const joined = (text: string): string => text.replace(/\n[ \t]*(?:\/\/+|\*(?!\/)|--+)?/g, (found) => ' '.repeat(found.length))

const LONGEST_CALLEE = 40
const CALLEE = /(?<![\w.])(?:test|it|describe|bench)(?:\.\w+)*$/

/** True if the code before a string calls a test with it: `test(`, `test.each([…])(`. */
const isTitle = (before: string): boolean => {
  if (!/\(\s*$/.test(before.slice(-LONGEST_CALLEE))) return false
  const open = before.trimEnd()
  let callee = open.slice(0, -1).trimEnd()
  if (callee.endsWith(')')) {
    let depth = 0
    let at = callee.length - 1
    for (; at >= 0; at--) {
      if (callee[at] === ')') depth++
      if (callee[at] === '(' && --depth === 0) break
    }
    callee = callee.slice(0, Math.max(0, at)).trimEnd()
  }
  return CALLEE.test(callee.slice(-LONGEST_CALLEE))
}

/** Titles of the tests of a file. Templates have only their fixed parts. */
const titlesOf = (file: SourceFile): Passage[] =>
  file.scan.tokens
    .filter(({ kind, start }) => (kind === 'string' || kind === 'template') && isTitle(file.scan.code.slice(0, start)))
    .map(({ start, end }) => ({ offset: start, text: file.text.slice(start + 1, end - 1) }))

/** Comments of a file; lines of `//` that follow each other are one. */
const commentsOf = (file: SourceFile): Passage[] => {
  const found: { start: number; end: number }[] = []
  for (const { kind, start, end } of file.scan.tokens) {
    if (kind !== 'comment') continue
    const last = found.at(-1)
    if (last && /^\n[ \t]*$/.test(file.text.slice(last.end, start)) && file.text.startsWith('//', start)) last.end = end
    else found.push({ start, end })
  }
  return found.map(({ start, end }) => ({ offset: start, text: file.text.slice(start, end) }))
}

const OTHER: Readonly<Record<string, RegExp>> = { sql: /(?:--[^\n]*(?:\n[ \t]*(?=--))?)+|\/\*[\s\S]*?\*\//g, css: /\/\*[\s\S]*?\*\//g }
const FENCE = /^```[\s\S]*?^```/gm

/** Returns every text of a file in which citations are looked for. */
export const passagesOf = (file: SourceFile): Passage[] => {
  const { path, text } = file
  const extension = path.slice(path.lastIndexOf('.') + 1)
  if (extension === 'md') return [{ offset: 0, text: joined(withoutCode(text.replace(FENCE, blank))) }]
  if (extension === 'tsv') return [{ offset: 0, text: withoutCode(text) }]
  const pattern = OTHER[extension]
  const found = pattern
    ? [...text.matchAll(pattern)].map(({ 0: comment, index }) => ({ offset: index, text: comment }))
    : isSource(path)
      ? [...commentsOf(file), ...(isTest(path) ? titlesOf(file) : [])]
      : []
  return found.map((passage) => ({ offset: passage.offset, text: withoutCode(joined(passage.text)) }))
}
