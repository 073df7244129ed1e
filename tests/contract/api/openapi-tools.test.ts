import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type IRuleResult, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Other programs must be able to read docs/openapi.json: a linter and a generator of clients, run as their users run them.
const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const DOCUMENT = join(root, 'docs/openapi.json')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-orval-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Returns the places of enumerations with values of several types. */
const mixedEnums = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((part, at) => mixedEnums(part, `${path}/${at}`))
  if (!isObject(value)) return []
  const own = Array.isArray(value.enum) && new Set(value.enum.map((one) => typeof one)).size > 1 ? [`${path}/enum`] : []
  return [...own, ...Object.entries(value).flatMap(([key, part]) => mixedEnums(part, `${path}/${key}`))]
}

test('an enumeration has values of one type, and an example of a parameter is of its type', async () => {
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly parameters?: readonly (Json & { readonly schema: Json })[] }>>>
    >
  }
  expect(mixedEnums(document)).toEqual([])
  const wrong = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.values(calls).flatMap(({ parameters = [] }) =>
      parameters
        .filter(({ schema, example }) => example !== undefined && schema.type === 'string' && typeof example !== 'string')
        .map(({ name }) => `${path} ${String(name)}`),
    ),
  )
  expect(wrong).toEqual([])
})

/** Names of the rules for OpenAPI 3 whose violation is an error. The other rules are matters of style and take most of the time. */
const ERRORS = Object.entries(oas.rules as Readonly<Record<string, { readonly severity?: unknown }>>)
  .filter(([name, { severity }]) => (severity === 0 || severity === 'error') && !name.startsWith('oas2'))
  .map(([name]) => [name, 'error'])

test('spectral finds no error under its OpenAPI rules', async () => {
  expect(ERRORS.length).toBeGreaterThan(5)
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [[oas as never, 'off']], rules: Object.fromEntries(ERRORS) })
  const found: IRuleResult[] = await spectral.run(JSON.parse(await readFile(DOCUMENT, 'utf8')))
  expect(found.map(({ code, message, path }) => `${String(code)} ${path.join('/')} ${message}`)).toEqual([])
})

test('the client that orval generates compiles', async () => {
  const target = join(folder, 'api.ts')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const maker = join(root, 'node_modules/orval/dist/bin/orval.mjs')
  await run(process.execPath, [maker, '--input', DOCUMENT, '--output', target, '--client', 'fetch'], { cwd: folder })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'esnext', '--module', 'esnext', '--moduleResolution', 'bundler']
  const compiled = await run(process.execPath, [compiler, ...options, '--lib', 'esnext,dom', target]).catch((failed) => failed)
  expect(String(compiled.stdout).split('\n').slice(0, 20).join('\n')).toBe('')
})
