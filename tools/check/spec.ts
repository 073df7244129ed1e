import type { SourceFile, Tree } from './tree.ts'

export type RowKind = 'rule' | 'screen' | 'call'

/** A row of docs/spec: a rule, a screen or a call. */
export interface SpecRow {
  readonly kind: RowKind
  readonly id: string
  /** Part of the work to which the row belongs; empty for the base. */
  readonly slice: string
  /** Cells by the name of their column. */
  readonly cells: Readonly<Record<string, string>>
  readonly file: SourceFile
  readonly offset: number
}

/** What docs/spec and docs/adr hold: everything that a citation may name. */
export interface Spec {
  readonly rows: readonly SpecRow[]
  readonly ids: ReadonlySet<string>
  /** First words of the ids: a dotted word that begins with one is read as an id. */
  readonly prefixes: ReadonlySet<string>
  /** Codes of decisions (`A28`) and letters of their sections (`C`). */
  readonly decisions: ReadonlySet<string>
  /** Numbers of the sections of the wire contract: `2.5`. */
  readonly sections: ReadonlySet<string>
  /** Numbers of the answers by slice. */
  readonly answers: ReadonlyMap<string, ReadonlySet<string>>
  /** Numbers of the files in docs/adr, with four digits. */
  readonly adrs: ReadonlySet<string>
}

const HOME = 'docs/spec/'
const SLICE_FILE = /^docs\/spec\/slices\/[\w-]+\.md$/

const kindOf = (path: string): RowKind | undefined => {
  if (path === `${HOME}rules.tsv`) return 'rule'
  if (path === `${HOME}screens.tsv`) return 'screen'
  return path.startsWith(`${HOME}calls/`) && path.endsWith('.tsv') ? 'call' : undefined
}

/** Lines of a table with their offsets and cells; the first one names the columns. */
export const linesOf = (text: string): { offset: number; cells: string[] }[] => {
  let offset = 0
  const lines: { offset: number; cells: string[] }[] = []
  for (const line of text.split('\n')) {
    if (line) lines.push({ offset, cells: line.split('\t') })
    offset += line.length + 1
  }
  return lines
}

const rowsOf = (file: SourceFile, kind: RowKind): SpecRow[] => {
  const [head, ...lines] = linesOf(file.text)
  return lines.map(({ offset, cells }) => {
    const named = Object.fromEntries(head!.cells.map((name, at) => [name, cells[at] ?? '']))
    return { kind, id: named.id ?? '', slice: named.slice ?? '', cells: named, file, offset }
  })
}

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(({ 1: found = '' }) => found)

/** Code of a slice, in the title of its file: `# W1 · Work orders`. */
const sliceCode = (text: string): string => /^# ([A-Z]\d?) · /.exec(text)?.[1] ?? ''

/** Reads docs/spec and the numbers of docs/adr. */
export const specOf = (tree: Tree): Spec => {
  const rows = tree.files.flatMap((file) => {
    const kind = kindOf(file.path)
    return kind ? rowsOf(file, kind) : []
  })
  const answers = new Map<string, ReadonlySet<string>>()
  const adrs = new Set<string>()
  for (const { path, text } of tree.files) {
    if (SLICE_FILE.test(path)) answers.set(sliceCode(text), new Set(matches(text.slice(text.indexOf('\n## Answers')), /^(\d+)\. /gm)))
    const adr = /^docs\/adr\/(\d{4})-/.exec(path)?.[1]
    if (adr) adrs.add(adr)
  }
  return {
    rows,
    ids: new Set(rows.map(({ id }) => id)),
    prefixes: new Set(rows.map(({ id }) => id.split('.')[0]!)),
    decisions: new Set(matches(tree.get(`${HOME}decisions.md`)?.text ?? '', /^#{2,3} ([A-Z]\d*)\. /gm)),
    sections: new Set(matches(tree.get(`${HOME}wire-contract.md`)?.text ?? '', /^#{2,3} (\d+(?:\.\d+)?)\.? /gm)),
    answers,
    adrs,
  }
}
