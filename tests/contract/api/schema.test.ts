import { readFile } from 'node:fs/promises'
import type { RefOptions } from '@lamplight/fields/model'
import { connectTo } from '@lamplight/postgres/connect'
import { freshDatabase, queryOnce } from '@lamplight/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { type Catalogue, readCatalogue, type Shape } from '../../../tools/gen/catalogue.ts'

const CATALOGUE = new URL('../../../db/catalogue.txt', import.meta.url)

const resources = slices.flatMap((slice) => slice.resources ?? []).map(({ resource }) => resource)
const READS = 'SELECT'
let database: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client
let catalogue: Catalogue

beforeAll(async () => {
  database = await freshDatabase()
  client = await connectTo(database.url)
  catalogue = await readCatalogue((sql) => queryOnce(database.url, sql), resources)
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const isOf =
  (...kinds: readonly string[]) =>
  (name: string) =>
    kinds.some((kind) => name.startsWith(`${kind} `))
const pick = (shape: Shape, wanted: (name: string) => boolean): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => wanted(name)))

// The declared tables are created beside the migrated ones from the DDL in db/schema.sql, and both are read from the catalogue.
test.each(resources.map((resource) => [resource.name, resource] as const))(
  'rule.entities.partial: columns outside the specification are declared: the migrations create the table that %s declares, with indexes, policies and triggers',
  (_name, resource) => {
    const { made, declared, isView } = catalogue.of(resource)
    if (isView) {
      const types = (shape: Shape) =>
        Object.fromEntries(
          Object.entries(pick(shape, isOf('column'))).map(([name, sql]) => [name, sql.replace(/ (not null|default .*)/g, '')]),
        )
      expect(types(made)).toMatchObject(types(declared))
      expect(pick(made, isOf('grant'))).toEqual({ 'grant lamplight_app': READS, 'grant lamplight_worker': READS })
    } else expect(made).toMatchObject(declared)
  },
)

// A difference is a migration, or a definition, after which nobody ran `npm run gen -- catalogue`.
test('the migrated database is db/catalogue.txt, line by line: each table, column, index, rule, policy, trigger, function, view, grant and role', async () => {
  const committed = (await readFile(CATALOGUE, 'utf8')).trimEnd().split('\n').slice(1)
  const [now, then] = [new Set(catalogue.lines), new Set(committed)]
  expect({
    'only in the database': catalogue.lines.filter((line) => !then.has(line)),
    'only in db/catalogue.txt': committed.filter((line) => !now.has(line)),
  }).toEqual({ 'only in the database': [], 'only in db/catalogue.txt': [] })
  expect(committed).toEqual(catalogue.lines)
})

test('every reference names an existing resource', () => {
  const known = new Set<string>(resources.map((resource) => resource.name))
  const lost = resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]) => {
      const to = (field.options as Partial<RefOptions>).to
      return to && !known.has(to) ? [`${resource.name}.${name} → ${to}`] : []
    }),
  )
  expect(lost).toEqual([])
})

test('rule.product.multitenant: every table has forced row-level security and policies; the server roles own nothing and cannot bypass it', async () => {
  const { rows: open } = await client.query(`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'kit_migration'
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`)
  expect(open).toEqual([])
  const { rows: views } = await client.query(`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'v' and not coalesce(c.reloptions @> '{security_invoker=true}', false)`)
  expect(views).toEqual([])
  const { rows: roles } = await client.query(
    "select rolname, rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owns from pg_roles r where rolname like 'lamplight\\_%'",
  )
  expect(roles.sort((a, b) => (a.rolname < b.rolname ? -1 : 1))).toEqual([
    { rolname: 'lamplight_app', rolsuper: false, rolbypassrls: false, owns: 0 },
    { rolname: 'lamplight_scoped', rolsuper: false, rolbypassrls: false, owns: 0 },
    { rolname: 'lamplight_worker', rolsuper: false, rolbypassrls: false, owns: 0 },
  ])
})

test('maintained totals stay exact over inserts, moves, deletes and updates of many rows', async () => {
  const count = async () => {
    const { rows } = await client.query(
      "select coalesce(sum(n), 0)::int as kept, (select count(*)::int from lighting_post where not is_deleted) as counted from kit_counter where resource = 'lighting_post' and project_id = -1",
    )
    return rows[0] as { kept: number; counted: number }
  }
  await client.query(
    "insert into lighting_post (id, tenant_id, name, sn, project_id) select n, '00000' || n % 3, 'p' || n, 's' || n, nullif(n % 4, 0) from generate_series(1, 500) n",
  )
  await client.query('update lighting_post set project_id = 9 where id % 5 = 0')
  await client.query('update lighting_post set is_deleted = true where id % 7 = 0')
  await client.query('update lighting_post set is_deleted = false where id % 14 = 0')
  await client.query('delete from lighting_post where id % 11 = 0')
  const { kept, counted } = await count()
  expect(kept).toBe(counted)
  const { rows } = await client.query(`
    select k.tenant_id, k.project_id, k.n::int from kit_counter k where resource = 'lighting_post' and project_id >= 0 and area_id = -1 and n <> (
      select count(*) from lighting_post p where p.tenant_id = k.tenant_id and coalesce(p.project_id, 0) = k.project_id and not p.is_deleted)`)
  expect(rows).toEqual([])
})
