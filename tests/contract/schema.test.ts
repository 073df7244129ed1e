import type { RefOptions } from '@lamplight/fields/model'
import { ddlOf, tableOf } from '@lamplight/server-kit'
import { freshDatabase } from '@lamplight/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import { type TableShape, tableShape } from './table-shape.ts'

const resources = slices.flatMap((slice) => slice.resources ?? []).map(({ resource }) => resource)
/** Columns written by the server that no definition declares: keys of stored files, sealed passwords, identifiers of gateways. */
const UNDECLARED: Readonly<Record<string, readonly string[]>> = {
  system_attach: ['store_id', 'sha256'],
  identity_guest: ['verifier'],
  identity_register_info: ['verifier'],
  devices_gateway: ['holds_sn', 'report_seconds'],
}
/** Unique indexes added by migrations, over several columns or some rows, which definitions cannot express. */
const UNIQUES: Readonly<Record<string, readonly string[]>> = {
  system_dict: ['system_dict_key'],
  system_dict_biz: ['system_dict_biz_key'],
  system_oss: ['system_oss_one'],
  system_sms: ['system_sms_one'],
  system_backup: ['system_backup_open'],
  identity_oauth: ['identity_oauth_subject'],
  identity_guest: ['identity_guest_pending'],
  identity_invite: ['identity_invite_identification', 'identity_invite_short'],
  identity_register_info: ['identity_register_info_pending'],
  places_map_share: ['places_map_share_code'],
  devices_gateway: ['devices_gateway_platform_sn'],
  lighting_street: ['lighting_street_in_project'],
}
const READS = 'SELECT'
/** Parts that migrations create differently from the definition: notices are read newest first, logs are not written by requests. */
const OTHERWISE: Readonly<Record<string, TableShape>> = {
  system_notice: {
    'index system_notice_release_time':
      'CREATE INDEX system_notice_release_time ON system_notice USING btree (tenant_id, release_time DESC NULLS LAST, id DESC) WHERE (NOT is_deleted)',
  },
  ...Object.fromEntries(['usual', 'api', 'error', 'client'].map((log) => [`system_log_${log}`, { 'grant lamplight_app': READS }])),
}
/** Resources that read a view: that of the chained audit log. */
const VIEWS: ReadonlySet<string> = new Set(['system_audit'])
let database: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('create schema declared; set search_path = declared, public')
  for (const resource of resources) await client.query(ddlOf(resource))
  await client.query('set search_path = public')
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const isOf =
  (...kinds: readonly string[]) =>
  (name: string) =>
    kinds.some((kind) => name.startsWith(`${kind} `))
const pick = (shape: TableShape, wanted: (name: string) => boolean): TableShape =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => wanted(name)))

// The declared tables are created beside the migrated ones from the DDL in db/schema.sql, and both are read from the catalogue.
test.each(resources.map((resource) => [resource.name, resource] as const))(
  'rule.entities.partial: columns outside the specification are declared: the migrations create the table that %s declares, with indexes, policies and triggers',
  async (_name, resource) => {
    const table = tableOf(resource)
    const declared = { ...(await tableShape(client, table, 'declared')), ...OTHERWISE[table] }
    const made = await tableShape(client, table)
    if (VIEWS.has(table)) {
      const types = (shape: TableShape) =>
        Object.entries(pick(shape, isOf('column'))).map(([name, sql]) => [name, sql.replace(/ (not null|default .*)/g, '')])
      expect(Object.fromEntries(types(made))).toMatchObject(Object.fromEntries(types(declared)))
      expect(pick(made, isOf('grant'))).toEqual({ 'grant lamplight_app': READS, 'grant lamplight_worker': READS })
      return
    }
    expect(made).toMatchObject(declared)
    const beyond = Object.keys(made).filter((name) => !(name in declared) && !isOf('index', 'trigger')(name))
    const known = [
      ...(UNDECLARED[table] ?? []).map((column) => `column ${column}`),
      ...(UNIQUES[table] ?? []).map((index) => `unique ${index}`),
    ]
    expect(beyond.sort()).toEqual(known.sort())
  },
)

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
