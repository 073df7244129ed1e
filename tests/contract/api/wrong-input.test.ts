import { type ApiClient, atLeast, queryOnce, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { fill, standFor } from './examples.ts'
import type { Call } from './hand-written.ts'
import { callsOfRun } from './kinds.ts'
import { type Known, knownRows } from './known-rows.ts'
import { type Answered, fingerprint, LOGS, type RouteRow, routeRows, sendCall } from './router.ts'
import { createSamples } from './samples.ts'
import { fits, wrongFor } from './wrong-values.ts'

type Schema = Record<string, unknown>
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

let product: TestPlatform
let admin: ApiClient
let known: Known
let rows: RouteRow[]
let document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  known = await knownRows(product, '000000', admin)
  rows = callsOfRun(routeRows(product.registry), import.meta.url)
  document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as typeof document
})
afterAll(() => product?.stop())

const operationOf = ({ route }: RouteRow): Operation => document.paths[route.path]?.[route.method.toLowerCase()] ?? {}
const bodyOf = (operation: Operation): Schema => operation.requestBody?.content['application/json']?.schema ?? {}
/** Returns the properties of an object schema, including those of its union parts. */
const propertiesOf = (schema: Schema): Record<string, Schema> => {
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as Schema[] | undefined) ?? [])
  return Object.assign({}, ...parts.map(propertiesOf), (schema.properties as Record<string, Schema> | undefined) ?? {})
}
const isText = ({ follows }: RouteRow, name: string): boolean => follows?.resource.fields[name]?.kind === 'text'
const SUFFIXES = ['_equal', '_ge']

interface Wrong {
  readonly name: string
  readonly value: unknown
  readonly call: Call
  readonly languages: readonly string[]
}
const LANGUAGES = ['zh-CN', 'en-US'] as const

/** Calls whose parameters of one form are tried with every wrong value; the first two values are sent in both languages. */
const WHOLE = 2
/**
 * Returns the wrong values of parameters. Thousands of parameters have the same form (page number, id, filter of a text), and one function of the server
 * reads all of a form. After the first calls each further parameter is tried with one of the values, the next parameter with the next value.
 */
const choose = () => {
  const used = new Map<string, number>()
  return (where: 'query' | 'body', name: string, schema: Schema, isText = false): (readonly [unknown, readonly string[]])[] => {
    const values = wrongFor(where, name, schema, isText)
    const { description: _words, example: _example, ...rules } = schema
    const form = JSON.stringify([where, rules, values.length])
    const turn = used.get(form) ?? 0
    used.set(form, turn + 1)
    if (turn >= WHOLE) return [[values[turn % values.length], [LANGUAGES[turn % 2] as string]]]
    return values.map((value, at) => [value, at < 2 ? LANGUAGES : [LANGUAGES[at % 2] as string]])
  }
}
const wrongsOf = (row: RouteRow, valuesOf: ReturnType<typeof choose>): Wrong[] => {
  const operation = operationOf(row)
  const good = row.good(known)
  const found: Wrong[] = []
  for (const { name, in: where, schema } of operation.parameters ?? []) {
    const path = where === 'path'
    for (const [value, languages] of valuesOf('query', name, schema, isText(row, name))) {
      if (path && (Array.isArray(value) || String(value).length > 150)) continue
      const call = path ? { ...good, path: { [name]: String(value) } } : { ...good, query: { ...good.query, [name]: value } }
      found.push({ name, value, call, languages })
    }
  }
  const body = (good.body ?? {}) as Record<string, unknown>
  for (const [name, schema] of Object.entries(propertiesOf(bodyOf(operation)))) {
    for (const [value, languages] of valuesOf('body', name, schema, isText(row, name)))
      found.push({ name, value, call: { ...good, body: { ...body, [name]: value } }, languages })
    for (const [inner, part] of Object.entries(propertiesOf(schema)))
      for (const [value, languages] of valuesOf('body', inner, part))
        found.push({
          name: inner,
          value,
          call: { ...good, body: { ...body, [name]: { ...(body[name] as object), [inner]: value } } },
          languages,
        })
  }
  return found
}
/** Returns what is wrong with a refusal, which must name the field in the caller's language; null if nothing. */
const complaint = ({ status, msg, field, json }: Answered, name: string, lang: string): string | null => {
  if (status !== 400 || json?.success === true) return `answered ${status}: ${msg}`
  if (!msg.includes(name) && field !== name && !field.startsWith(`${name}.`)) return `does not name it: ${msg} [${field}]`
  return lang === 'en-US' && /[\u4e00-\u9fff]/.test(msg.replace(/长+/g, '')) ? `speaks Chinese: ${msg}` : null
}
const shown = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Calls whose refusals have another form: the token's (wire-contract.md 3.2), and files. */
const ANSWERS_ELSEWISE = new Set(['POST /api/blade-auth/oauth/token'])

/** 19 digits as an id has, above 2^63. */
const PAST_BIGINT = '9999999999999999999'

describe('wrong input', () => {
  test('every wrong parameter of every call: 400 that names it, in both languages, and nothing changes', { timeout: 900_000 }, async () => {
    const before = await fingerprint(product)
    const failed: string[] = []
    const valuesOf = choose()
    let callCount = 0
    for (const row of rows) {
      if (ANSWERS_ELSEWISE.has(row.name)) continue
      for (const { name, value, call, languages } of wrongsOf(row, valuesOf))
        for (const lang of languages) {
          const why = complaint(await sendCall(product, admin, row.route, call, lang), name, lang)
          callCount += 1
          if (why) failed.push(`${row.name} ${name}=${shown(value)} ${why}`)
        }
    }
    expect(failed).toEqual([])
    expect(callCount).toBeGreaterThan(atLeast(5000))
    expect(await fingerprint(product)).toEqual(before)
  })

  test('a number above the range of its column is refused with the name of the parameter, in every call', {
    timeout: 900_000,
  }, async () => {
    const failed: string[] = []
    const used = new Map<string, number>()
    let named = 0
    // The exports of these lists would return all calls of the test before.
    await queryOnce(product.databaseUrl, `truncate ${LOGS.join(', ')}`)
    for (const row of rows) {
      const good = row.good(known)
      const { parameters = [] } = operationOf(row)
      // What the schema refuses is refused before the call is made, and named, as the test above shows. Generated calls read parameters of one name and
      // form by one function; written calls are all tried.
      const isOpen = (name: string, schema: Schema): boolean => {
        if (!fits(schema, PAST_BIGINT)) return false
        const form = JSON.stringify([name, schema])
        const turn = used.get(form) ?? 0
        used.set(form, turn + 1)
        return !row.follows || turn < WHOLE
      }
      const calls: (readonly [string, Call])[] = [
        ...parameters
          .filter(({ name, schema }) => isOpen(name, schema))
          .map(({ name, in: where }) =>
            where === 'path'
              ? ([name, { ...good, path: { [name]: PAST_BIGINT } }] as const)
              : ([name, { ...good, query: { ...good.query, [name]: PAST_BIGINT } }] as const),
          ),
        ...Object.entries(propertiesOf(bodyOf(operationOf(row))))
          .filter(([name, schema]) => isOpen(name, schema))
          .map(([name]) => [name, { ...good, body: { ...(good.body as object), [name]: PAST_BIGINT } }] as const),
      ]
      for (const [name, call] of calls) {
        const { status, msg, field } = await sendCall(product, admin, row.route, call, 'en-US')
        if (status >= 500 || msg.includes('out of range or not allowed')) failed.push(`${row.name} ${name} answered ${status}: ${msg}`)
        else if (status === 400 && field === name) named += 1
      }
    }
    expect(failed).toEqual([])
    expect(named).toBeGreaterThan(atLeast(500))
  })

  test('every parameter has a documented form that a value can violate', () => {
    const open: string[] = []
    for (const row of rows) {
      const operation = operationOf(row)
      for (const { name, schema } of operation.parameters ?? [])
        if (wrongFor('query', name, schema).length === 0) open.push(`${row.name} ${name}`)
      for (const [name, schema] of Object.entries(propertiesOf(bodyOf(operation))))
        if (wrongFor('body', name, schema).length === 0) open.push(`${row.name} ${name}`)
    }
    expect(open).toEqual([])
  })

  test('a missing required parameter is named', async () => {
    const before = await fingerprint(product)
    const failed: string[] = []
    for (const row of rows) {
      const good = row.good(known)
      const shown = fill(row.route.example ?? {}, standFor(known))
      const operation = operationOf(row)
      const missing = (operation.parameters ?? [])
        .filter(({ required, in: where, schema }) => required && where === 'query' && schema.default === undefined)
        .map(({ name }) => name)
      for (const name of missing) {
        const why = complaint(
          await sendCall(product, admin, row.route, { ...good, query: { ...good.query, [name]: undefined } }),
          name,
          'zh-CN',
        )
        if (why) failed.push(`${row.name} without ${name} ${why}`)
      }
      for (const name of (bodyOf(operation).required as string[] | undefined) ?? []) {
        const { [name]: _left, ...rest } = { ...(shown.body as object), ...(good.body as object) } as Record<string, unknown>
        const why = complaint(await sendCall(product, admin, row.route, { ...good, body: rest }), name, 'zh-CN')
        if (why) failed.push(`${row.name} without ${name} ${why}`)
      }
    }
    expect(failed).toEqual([])
    expect(await fingerprint(product)).toEqual(before)
  })

  test('a key that its dictionary does not have is refused by name', async () => {
    const samples = createSamples(admin, product.registry.resources)
    let callCount = 0
    for (const { resource } of product.registry.resources.values())
      for (const [name, field] of Object.entries(resource.fields)) {
        const path = samples.addPath(resource)
        if (field.kind !== 'dict' || !path) continue
        const answer = await admin.post(path, { ...(await samples.body(resource)), [name]: 'no-such-key' })
        expect([answer.status, answer.msg]).toEqual([400, `${name}:不是可选的值`])
        callCount += 1
      }
    expect(callCount).toBeGreaterThan(2)
  })

  test('a filter with a suffix is as strict as one without', async () => {
    const failed: string[] = []
    let tried = 0
    for (const row of rows) {
      const { follows } = row
      if (!follows || !['list', 'page', 'lazy', 'select'].includes(follows.verb ?? '')) continue
      for (const { name, in: where, schema } of operationOf(row).parameters ?? []) {
        // A field in the address is no filter of the query.
        if (where === 'path' || !(name in follows.resource.fields)) continue
        const values = [['1', '1'], 'a\u0000b', ...(wrongFor('query', name, schema, isText(row, name)).includes('x') ? ['x'] : [])]
        // One function reads the suffixes of all filters: each filter is tried with one of them and one value, the next with the next.
        const [suffix, value] = [SUFFIXES[tried % SUFFIXES.length], values[Math.floor(tried / SUFFIXES.length) % values.length]]
        tried += 1
        const why = complaint(
          await sendCall(product, admin, row.route, { query: { ...row.route.example?.query, [`${name}${suffix}`]: value } }),
          name,
          'zh-CN',
        )
        if (why) failed.push(`${row.name} ${name}${suffix}=${shown(value)} ${why}`)
      }
    }
    expect(failed).toEqual([])
    expect(tried).toBeGreaterThan(atLeast(1000))
  })
})

const HEAD = 'Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
const BROKEN: readonly (readonly [what: string, type: string, body: string])[] = [
  ['no boundary', 'multipart/form-data', `--x\r\n${HEAD}a\r\n--x--\r\n`],
  ['another boundary', 'multipart/form-data; boundary=x', `--y\r\n${HEAD}a\r\n--y--\r\n`],
  ['no end', 'multipart/form-data; boundary=x', `--x\r\n${HEAD}a,b\r\n1,2`],
  ['no end of the head', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"'],
  ['nothing', 'multipart/form-data; boundary=x', ''],
]

test('every upload call answers a broken multipart body with 400 and changes nothing', async () => {
  const uploads = rows.filter(({ route }) => route.consumes === 'multipart')
  expect(uploads.length).toBeGreaterThan(atLeast(10))
  const before = await fingerprint(product)
  const answers: unknown[] = []
  for (const { route } of uploads)
    for (const [what, type, body] of BROKEN) {
      const answer = await admin.call(route.method, route.path, { headers: { 'content-type': type }, body })
      const { msg } = (await answer.json()) as { msg: string }
      if (answer.status !== 400 || !msg) answers.push([route.path, what, answer.status, msg])
    }
  expect(answers).toEqual([])
  expect(await fingerprint(product)).toEqual(before)
})
