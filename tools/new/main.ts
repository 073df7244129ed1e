// npm run new -- resource SLICE.ENTITY …: writes a resource and its migration with the generator of
// the console, adds it to its slice, runs gen and renews db/catalogue.txt.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type ResourceRoles, snake } from '@lamplight/kit'
import { createForeignDatabase, OutboundError } from '@lamplight/server-kit'
import { isAddress, readAddress, type Scaffold, ScaffoldError, type ScaffoldOrder, scaffold, tableIn } from '@lamplight/system/server'
import { nextNumber } from '../gen/migration.ts'
import { columnFrom } from './columns.ts'
import { EMPTY_PLAIN, plainFile, sidesOf, takingUp, wired } from './wire.ts'

const root = resolve(import.meta.dirname, '..', '..')
const USAGE = `npm run new -- resource SLICE.ENTITY --service blade-city [--label 名称]
  --column 'name:varchar(64)!*=名称' …            each column: name:type, ! never empty, * unique, =label
  --from postgres://host/database --table [SCHEMA.]TABLE [--user USER] [--key id]   or the columns of a table (PGPASSWORD)
  [--roles devices]   rows of the permission matrix: a row or a set of platform/kit/roles.ts     [--parent city]   code of the menu above its page
  [--keep-base]   keeps columns such as create_time that every row has anyway`

const options = {
  service: { type: 'string' },
  label: { type: 'string', default: '' },
  column: { type: 'string', multiple: true, default: [] as string[] },
  from: { type: 'string' },
  table: { type: 'string' },
  user: { type: 'string', default: process.env.PGUSER ?? 'postgres' },
  key: { type: 'string', default: 'id' },
  roles: { type: 'string', default: 'devices' },
  parent: { type: 'string' },
  'keep-base': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const readTable = async (from: string, name: string, user: string): Promise<ScaffoldOrder['table']> => {
  const address = readAddress(from)
  if (!isAddress(address)) throw new Error(`--from ${address[1]}`)
  const { schema, ...place } = address
  // Private addresses are allowed: the user of this machine can reach them anyway.
  const connect = createForeignDatabase({ number: (key, fallback) => (key === 'OUTBOUND_PRIVATE' ? 1 : fallback) })
  const table = await connect({ ...place, user, password: process.env.PGPASSWORD ?? '' }, (query) => tableIn(query, schema, name))
  if (!table) throw new Error(`there is no table ${name}`)
  return table
}

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) return console.log(USAGE)
  const [what, name = ''] = positionals
  const [slice = '', entity = ''] = name.split('.')
  if (what !== 'resource' || !slice || !entity || !values.service || (values.from ? !values.table : values.column.length === 0))
    throw new Error(USAGE)
  if (!existsSync(join(root, 'domains', slice, 'domain.ts'))) throw new Error(`there is no slice ${slice}`)
  const taken = await readdir(join(root, 'db', 'migrations'))
  const table = values.from
    ? await readTable(values.from, values.table ?? '', values.user)
    : { comment: '', columns: [{ ...columnFrom('id:bigint!'), name: values.key }, ...values.column.map(columnFrom)] }
  const made = scaffold({
    slice,
    service: values.service,
    label: values.label,
    prefix: '',
    key: values.key,
    parent: values.parent,
    base: !values['keep-base'],
    wrapped: false,
    migration: Number(nextNumber(taken)),
    roles: values.roles as ResourceRoles,
    table: { ...table, name: snake(entity) },
  })
  const there = made.files.find(({ path }) => existsSync(join(root, path)))
  if (there) throw new Error(`${there.path} is there already`)
  const wiring = await wiringOf(made)
  for (const [path, text] of [...made.files.map(({ path, text }) => [path, text] as const), ...wiring]) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const written = [...made.files.map(({ path }) => path), ...wiring.map(([path]) => path)]
  run('node_modules/@biomejs/biome/bin/biome', [
    'check',
    '--write',
    '--vcs-enabled=false',
    ...written.filter((path) => /\.tsx?$/.test(path)),
  ])
  run('tools/gen/main.ts', [])
  run('tools/gen/main.ts', ['catalogue'])
  for (const path of written) console.log(path)
  for (const [, note] of made.notes) console.log(`- ${note}`)
  console.log(
    'Review them: the page in the menu, the row of the permission matrix (roles), the migration, the new lines of db/catalogue.txt.',
  )
}

/** Returns paths and new texts of the files that serve the resource: the slice's list of plain resources, and what takes it up. Throws if the resource is in it already. */
const wiringOf = async ({ parts }: Scaffold): Promise<readonly (readonly [path: string, text: string])[]> => {
  const changed = async (path: string, change: (text: string) => string, empty?: string): Promise<(readonly [string, string])[]> => {
    const isThere = existsSync(join(root, path))
    if (!isThere && empty === undefined) throw new Error(`${path} is missing`)
    const text = isThere ? await readFile(join(root, path), 'utf8') : (empty ?? '')
    try {
      const next = change(text)
      return next === text ? [] : [[path, next]]
    } catch (thrown) {
      throw new Error(`${path}: ${(thrown as Error).message}`)
    }
  }
  const sides = sidesOf(parts).map((side) => changed(side.path, (text) => takingUp(text, side)))
  return (await Promise.all([changed(plainFile(parts), (text) => wired(text, parts), EMPTY_PLAIN), ...sides])).flat()
}

const run = (program: string, args: readonly string[]): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, program), ...args], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stdout}${stderr}`)
}

main().catch((thrown: unknown) => {
  const isPlain = thrown instanceof ScaffoldError || thrown instanceof OutboundError || thrown instanceof Error
  console.error(isPlain ? thrown.message : thrown)
  process.exitCode = 1
})
