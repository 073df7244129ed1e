import { passagesOf } from '../passages.ts'
import { linesOf, type Spec, type SpecRow, specOf } from '../spec.ts'
import { isTest, type Report, type Rule, type SourceFile, type Tree } from '../tree.ts'

/** Kinds of citations, for their count. */
export type CitationKind = 'id' | 'decision' | 'wire contract' | 'answer' | 'adr' | 'document' | 'line'

export interface Citation {
  readonly kind: CitationKind
  readonly offset: number
  /** What is wrong; undefined if the citation resolves. */
  readonly fault?: string
}

const WORD = /(?<![\w./@$#{}-])[A-Za-z][\w-]*(?=\.[\w*])(?:\.[\w-]*\w)*(?:\.\*(?!\*))?(?![\w(/-])/g
const FILE_NAME = /\.(?:tsx?|mjs|js|css|md|json|sql|tsv|csv|txt|html)$/
const LIST = '(?:\\s*(?:,|;|·|and|or|to)\\s*(?:and\\s+)?'
const DECISIONS = new RegExp(`(?<![\\w/])(?:decisions\\.md|decisions?)\\s+([A-Z]\\d{1,2}${LIST}[A-Z]\\d{1,2})*)(?!\\w)`, 'g')
const DECISION_FILE = /(?<![\w/(])decisions\.md(?!\s+[A-Z]\d{1,2}\b)(?:\s+(?:section\s+)?([A-Z])\b)?/g
const SECTIONS = new RegExp(`(?<![\\w/])wire[- ]contract(?:\\.md)?\\s+(\\d+(?:\\.\\d+)?${LIST}\\d+(?:\\.\\d+)?)*)`, 'g')
const SECTION_FILE = /(?<![\w/(])wire-contract(?:\.md)(?!\s+\d)/g
const ANSWERS = new RegExp(`\\b[Ss]lices?\\s+([A-Z]\\d?),?\\s+answers?\\s+(\\d+${LIST}\\d+)*)`, 'g')
/** In docs/spec the codes of decisions stand alone. */
const CODE = /(?<![\w/.-])[ABCX]\d{1,2}(?![\w-])/g
const ADR = /\badr[\s/]+(\d{1,4})(?!\d)/gi
const DOCUMENT = /(?<![\w./-])(?:[\w.-]+\/)*[\w-]+\.md\b/g
const LINE = /(?:\blines?|\.md:|\bspecification)\s*\(?\d+|\brows?\s+\d+(?:[\s,-]|\d|and)*of the specification/gi

const itemsOf = (list: string, pattern: RegExp): string[] => list.match(pattern) ?? []

interface Held {
  readonly spec: Spec
  readonly holdsDocument: (name: string) => boolean
}

/** Returns the citations of a text. */
const citationsIn = (text: string, isSpec: boolean, { spec, holdsDocument }: Held): Citation[] => {
  const found: Citation[] = []
  const add = (kind: CitationKind, offset: number, fault: string | false): void => {
    found.push({ kind, offset, ...(fault && { fault }) })
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!word.includes('.') || FILE_NAME.test(word) || !spec.prefixes.has(word.slice(0, word.indexOf('.')))) continue
    const resolves = word.endsWith('.*') ? [...spec.ids].some((id) => id.startsWith(word.slice(0, -1))) : spec.ids.has(word)
    add('id', index, !resolves && `docs/spec has no rule, screen or call ${word} (code stands between backticks)`)
  }
  const addDecision = (code: string, offset: number): void =>
    add('decision', offset, !spec.decisions.has(code) && `docs/spec/decisions.md has no ${code}`)
  if (isSpec) for (const { 0: code, index } of text.matchAll(CODE)) addDecision(code, index)
  else
    for (const { 1: list = '', index } of text.matchAll(DECISIONS))
      for (const code of itemsOf(list, /[A-Z]\d{1,2}/g)) addDecision(code, index)
  for (const { 1: section, index } of text.matchAll(DECISION_FILE))
    add('decision', index, !spec.decisions.has(section ?? '') && 'name the decision: decisions.md A28')
  for (const { 1: list = '', index } of text.matchAll(SECTIONS))
    for (const section of itemsOf(list, /\d+(?:\.\d+)?/g))
      add('wire contract', index, !spec.sections.has(section) && `docs/spec/wire-contract.md has no section ${section}`)
  for (const { index } of text.matchAll(SECTION_FILE)) add('wire contract', index, 'name the section: wire-contract.md 2.5')
  for (const { 1: slice = '', 2: list = '', index } of text.matchAll(ANSWERS))
    for (const answer of itemsOf(list, /\d+/g))
      add('answer', index, !spec.answers.get(slice)?.has(answer) && `docs/spec/slices has no answer ${answer} of ${slice}`)
  for (const { 1: number = '', index } of text.matchAll(ADR))
    add('adr', index, !spec.adrs.has(number.padStart(4, '0')) && `docs/adr has no ${number}`)
  for (const { 0: name, index } of text.matchAll(DOCUMENT))
    add('document', index, !holdsDocument(name) && `${name} is not in the repository`)
  for (const { index } of text.matchAll(LINE)) add('line', index, 'lines move: cite an id of docs/spec')
  return found
}

const heldBy = (tree: Tree): Held => {
  const documents = tree.files.filter(({ path }) => path.endsWith('.md')).map(({ path }) => `/${path}`)
  const names = new Set(documents.map((path) => path.slice(path.lastIndexOf('/') + 1)))
  return { spec: specOf(tree), holdsDocument: (name) => names.has(name.slice(name.lastIndexOf('/') + 1)) }
}

/** Returns the citations of each file that has any. */
export const citationsOf = (tree: Tree): Map<SourceFile, Citation[]> => {
  const held = heldBy(tree)
  const cited = new Map<SourceFile, Citation[]>()
  for (const file of tree.files) {
    const found = passagesOf(file).flatMap(({ offset, text }) =>
      citationsIn(text, file.path.startsWith('docs/spec/'), held).map((citation) => ({ ...citation, offset: citation.offset + offset })),
    )
    if (found.length) cited.set(file, found)
  }
  return cited
}

/** A rule id in a table of cases is a citation too: no other string of a test looks like one. */
const reportCases = (file: SourceFile, { ids }: Spec, report: Report): void => {
  if (!isTest(file.path) || !/\.tsx?$/.test(file.path)) return
  for (const { kind, start, value } of file.scan.tokens)
    if (kind === 'string' && /^rule(\.[\w-]+)+$/.test(value) && !ids.has(value)) report(file, start, `docs/spec has no rule ${value}`)
}

/** Comments, titles of tests and documents cite only what the repository holds: rules, screens and calls of docs/spec by their ids, decisions, sections, ADRs. */
export const citations: Rule = {
  name: 'citation',
  check(tree, report) {
    const spec = specOf(tree)
    for (const [file, found] of citationsOf(tree)) for (const { offset, fault } of found) if (fault) report(file, offset, fault)
    for (const file of tree.sources) reportCases(file, spec, report)
  },
}

const reportIds = (rows: readonly SpecRow[], report: Report): void => {
  for (const [id, same] of Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`))
    for (const { file, offset } of same.slice(1)) report(file, offset, `the ${id} stands twice`)
}

/** Tables of docs/spec are whole: every row has all columns, a unique id, and a slice that has a file. */
export const specTables: Rule = {
  name: 'docs/spec',
  check(tree, report) {
    const { rows, answers } = specOf(tree)
    for (const file of tree.files) {
      if (!/^docs\/spec\/.*\.tsv$/.test(file.path)) continue
      const [head, ...lines] = linesOf(file.text)
      for (const { offset, cells } of lines)
        if (cells.length !== head!.cells.length) report(file, offset, `${cells.length} columns instead of ${head!.cells.length}`)
    }
    reportIds(rows, report)
    for (const { slice, file, offset } of rows)
      if (slice && !answers.has(slice)) report(file, offset, `docs/spec/slices has no file of ${slice}`)
  },
}
