import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type CallDefinition, isRefusal, type Verb } from '@lamplight/kit'
import { type ResourceServer, readListQuery } from '@lamplight/server-kit'
import { beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

// Each declared parameter of a list must change its query.

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: {
    readonly type?: string | readonly string[]
    readonly pattern?: string
    readonly enum?: readonly unknown[]
    readonly minimum?: number
  }
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>
}
const DOCUMENT = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url))
const TEXTS = ['1', '2030-01-02 03:04:05', '2030-01-02', 'zq', '100001', '0']
const FORM = new Set(['columns', 'format', 'containData', 'reportName'])
/** Parameters that select and order a page; long-lists.test.ts and the test of the gateway list (`marker`, `offset`) test them. */
const PAGING = new Set(['current', 'size', 'ascs', 'descs', 'marker', 'offset'])
const LISTS: readonly string[] = ['list', 'page', 'lazy', 'tree', 'select', 'export'] satisfies (Verb | 'export')[]

const WORDS = /^\^\(([^()]*)\)/
/** Returns a value that fits the schema of a parameter. */
const sampleOf = ({ schema }: Parameter): string => {
  const [choice] = (schema.enum ?? []).filter((one) => one !== null && one !== '')
  if (choice !== undefined) return String(choice)
  const [word] = WORDS.exec(schema.pattern ?? '')?.[1]?.split('|') ?? []
  if (word && /^[\w-]+$/.test(word)) return word
  if ([schema.type].flat().some((type) => type === 'integer' || type === 'number')) return String(Math.max(schema.minimum ?? 1, 1))
  const fits = new RegExp(schema.pattern ?? '', 'u')
  return TEXTS.find((text) => fits.test(text)) ?? '1'
}

let document: Document
const queryOf = (method: string, path: string): readonly Parameter[] =>
  (document.paths[path]?.[method.toLowerCase()]?.parameters ?? []).filter((one) => one.in === 'query')
beforeAll(async () => {
  document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as Document
})

/** Returns the addresses of the lists of a resource, with the parameter names that the call renames. */
const listsOf = ({
  resource: { api, io },
}: ResourceServer): (readonly [method: string, path: string, names: Readonly<Record<string, string>>])[] => {
  const own = [api.base, ...(api.alias ?? [])].flatMap((base) => [
    ...api.verbs
      .filter((verb) => LISTS.includes(verb))
      .map((verb) => ['GET', `/api/${base}/${verb === 'lazy' ? 'lazy-list' : verb}`, {}] as const),
    ...(io?.export ? [['GET', `/api/${base}/export`, {}] as const] : []),
  ])
  const calls = Object.entries<CallDefinition>(api.calls ?? {}).flatMap(([address, { verb, names = {} }]) => {
    const [method = '', path = ''] = address.split(' ')
    return verb && LISTS.includes(verb) ? [[method, `/api/${path}`, names] as const] : []
  })
  return [...own, ...calls]
}
const EVERYBODY = { id: '1', tenantId: '000000', administrator: true, cut: { projects: false, areas: false } }

test('each filter that the list of a resource declares adds its condition to the query', () => {
  const idle: string[] = []
  let count = 0
  for (const served of slices.flatMap(({ resources = [], listings = [] }) => [...resources, ...listings])) {
    const read = (query: Readonly<Record<string, string>>): string => {
      const { where, params, sorts } = readListQuery(
        served.resource,
        served.implementation,
        query,
        EVERYBODY as never,
        { lang: 'en', zone: 'UTC' } as never,
      )
      return JSON.stringify([where, params, sorts])
    }
    // A parameter whose value is refused is used.
    const isRead = (query: Readonly<Record<string, string>>): boolean => {
      try {
        return read(query) !== plain
      } catch (thrown) {
        if (isRefusal(thrown)) return true
        throw thrown
      }
    }
    const plain = read({})
    for (const [method, path, names] of listsOf(served))
      for (const parameter of queryOf(method, path)) {
        if (PAGING.has(parameter.name) || FORM.has(parameter.name)) continue
        count += 1
        const name = names[parameter.name] ?? parameter.name
        // The source of a listing reads the filters that it declares itself (listings.test.ts).
        if (name in (served.resource.filters ?? {})) continue
        const value = name.endsWith('_null') || name.endsWith('_notnull') ? '1' : sampleOf(parameter)
        if (!isRead({ [name]: value })) idle.push(`${method} ${path} ${parameter.name}=${value}`)
      }
  }
  expect(count).toBeGreaterThan(1000)
  expect(idle).toEqual([])
})
