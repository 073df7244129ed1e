import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityServer } from '@lamplight/identity/server'
import { SQL_RESERVED, systemServer } from '@lamplight/system/server'
import { type ApiClient, type DatabaseGate, openDatabaseGate, queryOnce, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainFile, wired } from '../../tools/new/wire.ts'
import { filesIn } from './archives.ts'
import { copyProduct, type ProductCopy } from './product-copy.ts'

/** A table with columns of every kind, reserved names of SQL and JavaScript, and comments that try to break out of a string. */
const TABLE = `
  create type mood as enum ('calm', 'wild');
  create table t_switch (
    id bigint generated always as identity primary key,
    class varchar(64) not null unique, "user" text, "SN" char(8), notes varchar(500), small smallint, whole integer not null, big bigint,
    price numeric(10,2), huge numeric(30,10), plain numeric, ratio real, exact double precision, lit boolean not null, born date,
    seen timestamptz, local timestamp(3), at time, info jsonb, raw json, key uuid, blob bytea, tags text[], mood mood, "constructor" int,
    size int, project_id bigint, area_id bigint, to_string text, tenant_id varchar(12), create_time timestamptz, is_deleted int default 0
  );
  comment on table t_switch is $$开关' + \${process.exit(7)} + " \\ */ -- x$$;
  comment on column t_switch.class is $$它's "类" \\u0027 \` */$$;
  comment on column t_switch.price is $$价格
，元$$`

/** A file that does not compile, to prove that the compiler checks the folder. */
const WRONG = 'tests/contract/does-not-compile.ts'

let product: TestPlatform
let admin: ApiClient
let gate: DatabaseGate
let dataDir: string
let copy: ProductCopy

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'll-generated-'))
  product = await testPlatform({ slices: [systemServer, identityServer], config: { OUTBOUND_PRIVATE: '1', DATA_DIR: dataDir } })
  await queryOnce(product.databaseUrl, TABLE)
  gate = await openDatabaseGate(product.databaseUrl)
  admin = await product.signIn()
  copy = await copyProduct()
})
afterAll(async () => {
  await copy?.remove()
  await gate?.stop()
  await product?.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

const make = async (path: string, body: object): Promise<string> => {
  const made = await admin.post<{ id: string }>(`/api/blade-develop/${path}/submit`, body)
  expect(made.code, made.msg).toBe(200)
  return made.data.id
}
const archiveOf = async (): Promise<Map<string, string>> => {
  const { port, username, pathname } = new URL(gate.url)
  const datasourceId = await make('datasource', {
    name: '表',
    driverClass: 'org.postgresql.Driver',
    url: `postgres://127.0.0.1:${port}${pathname}`,
    username,
    password: 'any',
  })
  const ids = await make('code', {
    codeName: '开关\' "两种"',
    datasourceId,
    tableName: 't_switch',
    tablePrefix: 't_',
    pkName: 'id',
    serviceName: 'blade-city',
    packageName: 'org.example.places',
    baseMode: 1,
    wrapMode: 2,
  })
  const made = await admin.post<{ link: string }>('/api/blade-develop/code/gen-code', undefined, { ids, system: 'saber' })
  expect(made.code, made.msg).toBe(200)
  const opened = await product.anonymous.call('GET', made.data.link)
  const files = await filesIn(Buffer.from(await opened.arrayBuffer()))
  files.delete('README.md')
  return files
}
const migration = async (table: string): Promise<string> => {
  const folder = join(copy.folder, 'db', 'migrations')
  return join(folder, (await readdir(folder)).find((name) => name.endsWith(`_${table}.sql`)) ?? '')
}
const modules = (path: string): string => join(copy.folder, 'node_modules', path)

/** Adds the resource of an archive to its slice, as its README says. */
const wire = async (placed: ReadonlyMap<string, string>): Promise<void> => {
  const variable = /^export const (\w+) = defineResource/m.exec(placed.get('domains/places/model/switch.resource.ts') ?? '')?.[1] ?? ''
  const parts = { slice: 'places', variable, file: 'switch' }
  const file = join(copy.folder, plainFile(parts))
  await writeFile(file, wired(await readFile(file, 'utf8'), parts))
}
const GAUGE = 'domains/devices/model/rain-gauge.resource.ts'
/** A slice without plain resources. */
const TILE = 'domains/dashboards/model/wall-tile.resource.ts'
const TILE_WIRING = [
  'domains/dashboards/model/plain.ts',
  'domains/dashboards/server/index.ts',
  'domains/dashboards/console/dashboards.console.tsx',
]
const order = ['resource', 'devices.rainGauge', '--service', 'blade-device']

test('dev.code: generated code compiles, passes tools/check and the contract suites; npm run new needs no manual step', async () => {
  const placed = await archiveOf()
  await copy.place(placed)
  await wire(placed)
  const columns = ['name:varchar(64)!*=名称', 'rain:numeric(6,1)=雨量', 'order:int', 'seen:timestamptz']
  const made = await copy.run('tools/new/main.ts', [
    ...order,
    '--label',
    '雨量计',
    '--parent',
    'equipment',
    ...columns.flatMap((column) => ['--column', column]),
  ])
  expect(made.code, made.output).toBe(0)
  expect(await readFile(await migration('devices_rain_gauge'), 'utf8')).toContain('order_value integer')
  expect(await readFile(join(copy.folder, 'db', 'catalogue.txt'), 'utf8')).toContain('\ntable devices_rain_gauge ')
  const output = made.output.split('\n')
  const touched = output.filter((line) => line.startsWith('domains/') && line !== GAUGE)
  expect(touched).toEqual(['domains/devices/model/plain.ts'])
  const again = await copy.run('tools/new/main.ts', [...order, '--column', 'a:int'])
  expect([again.code, again.output.includes('is there already')]).toEqual([1, true])
  const definition = await readFile(join(copy.folder, GAUGE), 'utf8')
  await rm(join(copy.folder, GAUGE))
  const twice = await copy.run('tools/new/main.ts', [...order, '--column', 'a:int'])
  expect([twice.code, twice.output.includes('rainGauge is there already')], twice.output).toEqual([1, true])
  await writeFile(join(copy.folder, GAUGE), definition)
  const tile = await copy.run('tools/new/main.ts', [
    'resource',
    'dashboards.wallTile',
    '--service',
    'blade-visual',
    '--parent',
    'equipment',
    '--column',
    'name:varchar(64)!',
  ])
  expect(tile.code, tile.output).toBe(0)
  expect(tile.output.split('\n').filter((line) => line.startsWith('domains/'))).toEqual([TILE, ...TILE_WIRING])

  const sources = [...placed.keys(), GAUGE, ...touched, TILE, ...TILE_WIRING].filter((path) => /\.tsx?$/.test(path))
  /** Returns the messages about the written files; the other files have tests of their own. */
  const about = ({ output }: { output: string }): string[] =>
    output.split('\n').filter((line) => [...sources, WRONG].some((path) => line.startsWith(path)))
  await copy.place([[WRONG, "export const wrong: number = ''\n"]])
  const include = [...sources, WRONG, 'platform/**/*.d.ts']
  await writeFile(join(copy.folder, 'tsconfig.generated.json'), JSON.stringify({ extends: './tsconfig.json', include }))
  const typed = await copy.run(modules('typescript/bin/tsc'), ['--noEmit', '-p', 'tsconfig.generated.json'])
  expect(about(typed)).toEqual([expect.stringMatching(new RegExp(`^${WRONG}.*TS2322`))])
  const linted = await copy.run(modules('@biomejs/biome/bin/biome'), ['check', '--vcs-enabled=false', ...sources])
  expect(linted.code, linted.output).toBe(0)
  const checked = await copy.run('tools/check/main.ts', [])
  expect(about(checked)).toEqual([])
  const generated = await copy.run('tools/gen/main.ts', ['--check'])
  expect(generated.code, generated.output).toBe(0)

  const suites = ['tests/contract/schema.test.ts', 'tests/contract/resources.test.ts']
  const tested = await copy.run(modules('vitest/vitest.mjs'), [
    'run',
    '--project',
    'node',
    '-t',
    'devices.rainGauge|places.switch|dashboards.wallTile',
    ...suites,
  ])
  expect(tested.code, tested.output).toBe(0)
  expect(tested.output).toMatch(/Tests {2}2\d passed/)
})

test('the reserved column names are those of the database', async () => {
  const rows = await queryOnce<{ word: string }>(product.databaseUrl, `select word from pg_get_keywords() where catcode in ('R', 'T')`)
  expect(rows.map(({ word }) => word).filter((word) => !SQL_RESERVED.has(word))).toEqual([])
})
