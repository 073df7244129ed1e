import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type TestPlatform, testPlatform } from '@lamplight/testing'
import { createConfig, lint } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const DOCUMENT = join(root, 'docs/openapi.json')
let product: TestPlatform
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-client-'))
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
}, 60_000)
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('docs/openapi.json has no error by the recommended rules of redocly lint', { timeout: 60_000 }, async () => {
  const problems = await lint({ ref: DOCUMENT, config: await createConfig({ extends: ['recommended'] }) })
  expect(
    problems.filter(({ severity }) => severity === 'error').map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})

/** A program that uses only the generated types: a wrong call, parameter or key of an answer must not compile. */
const PROGRAM = `import type { paths } from './api'

type Json<R> = R extends { content: { 'application/json': infer A } } ? A : never
type Good<O> = O extends { responses: { 200: infer R } } ? Json<R> : never
type Query<O> = O extends { parameters: { query?: infer Q } } ? Q : never
type Body<O> = O extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never

const { BASE, TOKEN } = process.env
const ask = async (method: string, path: string, query: object, body?: unknown) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const response = await fetch(\`\${BASE}\${path}?\${search}\`, {
    method,
    headers: { 'Blade-Auth': \`bearer \${TOKEN}\`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.json()
}
type Getting = { [P in keyof paths]: paths[P] extends { get: { responses: { 200: unknown } } } ? P : never }[keyof paths]
type Posting = { [P in keyof paths]: paths[P] extends { post: { responses: { 200: unknown } } } ? P : never }[keyof paths]
const get = <P extends Getting>(path: P, query: Partial<Query<paths[P]['get']>> = {}): Promise<Good<paths[P]['get']>> =>
  ask('GET', path, query as object) as never
const post = <P extends Posting>(path: P, given: { query?: Partial<Query<paths[P]['post']>>; body?: Partial<Body<paths[P]['post']>> }): Promise<Good<paths[P]['post']>> =>
  ask('POST', path, (given.query ?? {}) as object, given.body) as never

const lamps = await get('/api/blade-city/lamp/list', { current: 1, size: 5 })
const lamp = lamps.data.records[0]
if (!lamp) throw new Error('there is no lamp')
const lampSn: string = lamp.sn
const sexes = await get('/api/blade-system/dict/dictionary', { code: 'sex' })
const words: string[] = sexes.data.map(({ dictValue }) => dictValue)
const me = await get('/api/blade-user/info')
const account: string = me.data.account
const roles = await get('/api/blade-system/role/tree')
const titles: string[] = roles.data.map(({ title }) => title)
const region = await get('/api/blade-system/region/detail', { code: '4301' })
const home = await get('/api/blade-report/dashboard/info')
const gateways = await get('/api/blade-device/gateway/status_num')
const made = await post('/api/blade-system/post/submit', { body: { postName: '调度员', postCode: 'dispatch', category: '1', sort: 3 } })
const batch = await post('/api/blade-city/lamp/dim', { body: { ids: [lamp.id], level: 40, duration: 60 } })
const devices = await get('/api/blade-city/commandrecord/executeStatus', { commandRecordId: batch.data.batchId })
const removed = await post('/api/blade-system/post/remove', { query: { ids: made.data.id } })
// @ts-expect-error a key that no answer has
export const none = () => lamps.data.nothing
console.log(
  JSON.stringify({
    lampSn, words, account, roles: titles.length, region: region.data.name, lamps: home.data.lamps, gateways: gateways.data.total,
    sent: devices.data.total, removed: removed.data.count,
  }),
)
`

test('a client made by openapi-typescript compiles, and its calls answer what the types say', { timeout: 120_000 }, async () => {
  await writeFile(join(folder, 'calls.ts'), PROGRAM)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const maker = join(root, 'platform/testing/node_modules/openapi-typescript/bin/cli.js')
  await run(process.execPath, [maker, DOCUMENT, '-o', join(folder, 'api.d.ts')])
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    'false',
    '--target',
    'esnext',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ]
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compiled = await run(process.execPath, [compiler, ...options, ...types, join(folder, 'calls.ts')]).catch((failed) => failed)
  expect(compiled.stdout).toBe('')
  const admin = await product.signIn()
  const { stdout } = await run(process.execPath, [join(folder, 'calls.ts')], {
    env: { ...process.env, BASE: product.url, TOKEN: admin.token },
  })
  expect(JSON.parse(stdout)).toMatchObject({ words: ['男', '女'], account: 'admin', region: '长沙', lamps: 20, sent: 1, removed: 1 })
})
