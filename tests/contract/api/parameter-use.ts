import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Answered } from './router.ts'

// Whether the query parameters that the API document declares change the answers of their calls.

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: {
    readonly type?: string | readonly string[]
    readonly pattern?: string
    readonly enum?: readonly unknown[]
    readonly minimum?: number
    readonly maximum?: number
  }
}
type Paths = Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>
const DOCUMENT = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url))
/** Parameters that select and order a page; long-lists.test.ts and defined-reports.test.ts test them. */
const PAGING = new Set(['current', 'size', 'ascs', 'descs'])

/** Returns a function that gives the query parameters of a GET call, without those that select and order a page. */
export const declaredParameters = async (): Promise<(path: string) => readonly Parameter[]> => {
  const { paths } = JSON.parse(await readFile(DOCUMENT, 'utf8')) as { paths: Paths }
  return (path) => (paths[path]?.get?.parameters ?? []).filter((one) => one.in === 'query' && !PAGING.has(one.name))
}

const WORDS = /^\^\(?\??:?([\w|-]+)\)?\??\$$/
const DAYS = ['2001-01-01', '2001-01-01 00:00:00', '2035-01-01', '2035-01-01 00:00:00', '2001-01', '2001']
const TIME = /(date|time|day|month|year|^start|^end|^from|^to$)/i
const NUMBERS = [0, 1, 2, 3, 4, 7, 30, 200]
/** Texts that no row has, ids that no row has, codes and tenants. */
const TEXTS = ['zq', 'a', '1', '2', '3', '4', '7', '100001', '000000']
/** Returns values that fit the schema of a parameter, those that probably change an answer first. `more`: ids and words of rows. */
export const samplesOf = ({ name, schema }: Parameter, more: readonly string[]): string[] => {
  const choices = (schema.enum ?? []).filter((one) => one !== null && one !== '').map(String)
  if (choices.length > 0) return choices
  const fits = new RegExp(schema.pattern ?? '', 'u')
  if ([schema.type].flat().some((type) => type === 'integer' || type === 'number'))
    return [
      ...NUMBERS.filter((n) => n >= (schema.minimum ?? 0) && n <= (schema.maximum ?? 1000)).map(String),
      ...more.filter((text) => /^\d+$/.test(text) && schema.maximum === undefined && fits.test(text)),
    ]
  const words = WORDS.exec(schema.pattern ?? '')?.[1]?.split('|') ?? []
  return [...(TIME.test(name) ? [...DAYS, String(Date.now())] : []), ...words, ...TEXTS, ...more].filter((text) => fits.test(text))
}

/** Returns the leaves of an answer by path. A text that is no JSON has two: itself, which differs if a file contains the time of its making, and its length. */
const leaves = (value: unknown, at = '', found = new Map<string, string>()): Map<string, string> => {
  if (typeof value === 'object' && value !== null) for (const [key, part] of Object.entries(value)) leaves(part, `${at}/${key}`, found)
  else found.set(at, JSON.stringify(value))
  return found
}
const leavesOf = ({ status, json, text }: Answered): Map<string, string> =>
  leaves(json ? { status, data: json.data } : { status, data: text, length: text.length })

const isEmpty = (value: string | undefined): boolean => value === undefined || value === 'null' || value === '""'
/**
 * Returns a function that compares another answer with `first`. `again` is the answer to the same call, made a second time. Parts in which these two
 * differ, such as the present time, count only if they become empty. A refused value also counts as a difference.
 */
export const differs = (first: Answered, second: Answered): ((answer: Answered) => boolean) => {
  const [plain, again] = [leavesOf(first), leavesOf(second)]
  const moving = new Set([...plain].flatMap(([path, value]) => (again.get(path) === value ? [] : [path])))
  return (answer) => {
    if (answer.status >= 400 && answer.status < 500 && first.status < 400) return true
    const found = leavesOf(answer)
    const isOther = ([path, value]: [string, string]): boolean =>
      moving.has(path) ? isEmpty(value) !== isEmpty(plain.get(path)) : plain.get(path) !== value
    return found.size !== plain.size || [...found].some(isOther)
  }
}
