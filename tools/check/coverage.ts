import { type RowKind, type SpecRow, specOf } from './spec.ts'
import { isTest, type Tree } from './tree.ts'

/** The parts of an OpenAPI document that are compared with the calls of docs/spec. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
}
interface ApiOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: ApiSchema }>> }
}
interface ApiSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, unknown>>
  readonly items?: ApiSchema
  readonly anyOf?: readonly ApiSchema[]
  readonly oneOf?: readonly ApiSchema[]
  readonly allOf?: readonly ApiSchema[]
}

/** A row of docs/spec, and whether the product has it. */
export interface CheckedRow {
  readonly row: SpecRow
  readonly isThere: boolean
  /** Parameters of a call that the document lacks. */
  readonly lacking: readonly string[]
  /** A hint at what may be meant instead. */
  readonly hint?: string
}

/** `GET /api/a/{id}/` → `GET /api/a/{}`: parameters of a path are compared by their place. */
const addressOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/+$/, '')}`

/** Adds the names of a body's fields, and `[]` if it may be an array. */
const collect = (schema: ApiSchema, names: Set<string>): void => {
  for (const name of Object.keys(schema.properties ?? {})) names.add(name)
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) collect(part, names)
  if (schema.items || schema.type === 'array') names.add('[]')
  if (schema.items) collect(schema.items, names)
}

const parametersOf = (operation: ApiOperation): Set<string> => {
  const names = new Set((operation.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name))
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) if (schema) collect(schema, names)
  return names
}

/** A parameter `ids[]` may also be the body itself. */
const isMet = (parameter: string, names: ReadonlySet<string>): boolean =>
  names.has(parameter.replace(/\[\]$/, '')) || (parameter.endsWith('[]') && names.has('[]'))

/** Compares calls with the document. */
const callsIn = (rows: readonly SpecRow[], document: ApiDocument): CheckedRow[] => {
  const operations = new Map<string, ApiOperation>()
  const methods = new Map<string, string[]>()
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      const address = addressOf(method, path)
      const place = address.slice(address.indexOf(' '))
      operations.set(address, operation)
      methods.set(place, [...(methods.get(place) ?? []), method.toUpperCase()])
    }
  return rows.map((row) => {
    const { method = '', path = '', params = '' } = row.cells
    const address = addressOf(method, path)
    const operation = operations.get(address)
    if (!operation) {
      const others = methods.get(address.slice(address.indexOf(' ')))
      return { row, isThere: false, lacking: [], ...(others && { hint: `the path has ${others.join(', ')}` }) }
    }
    const names = parametersOf(operation)
    return { row, isThere: true, lacking: params.split(',').filter((each) => each && !isMet(each, names)) }
  })
}

const DOTTED = /[\w-]+(?:\.[\w-]+)+/g

/** Dotted words in the strings of tests: titles, and tables of cases. */
const wordsOfTests = (tree: Tree): Set<string> => {
  const words = new Set<string>()
  for (const { path, scan } of tree.sources) {
    if (!isTest(path)) continue
    for (const { kind, value } of scan.tokens)
      if (kind === 'string' || kind === 'template') for (const word of value.match(DOTTED) ?? []) words.add(word)
  }
  return words
}

/** Compares docs/spec with the product: calls with its API document, rules and screens with what its tests name. */
export const coverageOf = (
  tree: Tree,
  document: ApiDocument,
  slices?: readonly string[],
): Readonly<Record<RowKind, readonly CheckedRow[]>> => {
  const { rows, answers } = specOf(tree)
  for (const slice of slices ?? [])
    if (!answers.has(slice)) throw new Error(`there is no slice ${slice}; there are ${[...answers.keys()].sort().join(', ')}`)
  const chosen = rows.filter(({ slice }) => !slices || slices.includes(slice))
  const named = wordsOfTests(tree)
  const proven = (kind: RowKind): CheckedRow[] =>
    chosen.filter((row) => row.kind === kind).map((row) => ({ row, isThere: named.has(row.id), lacking: [] }))
  return {
    call: callsIn(
      chosen.filter(({ kind }) => kind === 'call'),
      document,
    ),
    screen: proven('screen'),
    rule: proven('rule'),
  }
}

const TITLES: Readonly<Record<RowKind, string>> = { call: 'calls', screen: 'screens', rule: 'rules' }
const LONGEST_LINE = 160

const groupOf = ({ kind, cells, file }: SpecRow): string =>
  kind === 'call'
    ? file.path.slice(file.path.lastIndexOf('/') + 1, -'.tsv'.length)
    : ((kind === 'screen' ? cells.domain : cells.area) ?? '')

const lineOf = ({ row, isThere, lacking, hint }: CheckedRow): string => {
  const { cells, id, kind } = row
  const what = kind === 'call' ? `${cells.method} ${cells.path}` : (cells.what ?? cells.rule)
  const state = lacking.length ? `lacks ${lacking.join(', ')}` : isThere ? 'there' : (hint ?? 'missing')
  const begin = `  ${isThere && !lacking.length ? '+' : '-'} ${id}  ${what}`
  return `${begin.slice(0, LONGEST_LINE)}  (${state})`
}

/** What is listed besides the counts: nothing, what is missing, or every row. */
export type Detail = 'counts' | 'missing' | 'all'

/** Returns the report of `npm run check -- spec`, line by line. */
export const coverageLines = (coverage: Readonly<Record<RowKind, readonly CheckedRow[]>>, detail: Detail): string[] => {
  const lines: string[] = []
  const isWhole = ({ isThere, lacking }: CheckedRow): boolean => isThere && lacking.length === 0
  for (const kind of ['call', 'screen', 'rule'] as const) {
    const all = coverage[kind]
    for (const [group, members] of Map.groupBy(all, ({ row }) => groupOf(row))) {
      lines.push(`${TITLES[kind]} ${group}: ${members.filter(({ isThere }) => isThere).length} of ${members.length}`)
      if (detail !== 'counts') lines.push(...members.filter((each) => detail === 'all' || !isWhole(each)).map(lineOf))
    }
    const lacking = all.filter((each) => each.lacking.length > 0).length
    const rest = kind === 'call' ? `, ${lacking} without all parameters` : ' named by a test'
    lines.push(`${TITLES[kind]}: ${all.filter(({ isThere }) => isThere).length} of ${all.length}${rest}`, '')
  }
  return lines.slice(0, -1)
}

/** True if the product has every row. */
export const isCovered = (coverage: Readonly<Record<RowKind, readonly CheckedRow[]>>): boolean =>
  Object.values(coverage).every((all) => all.every(({ isThere, lacking }) => isThere && lacking.length === 0))
