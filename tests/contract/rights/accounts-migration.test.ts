import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import { migrate } from '@lamplight/server-kit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../platform/migrations.ts'

const NAME = `test_accounts_migration_${process.pid}`
const server = process.env.TEST_DATABASE_URL ?? ''
const url = databaseUrl(server, NAME)
let older: string
let client: pg.Client
const rows = async <R>(sql: string): Promise<R[]> => (await client.query(sql)).rows as R[]

beforeAll(async () => {
  older = await mkdtemp(join(tmpdir(), 'lamplight-migrations-'))
  for (const name of await readdir(MIGRATIONS)) if (name < '0200') await cp(join(MIGRATIONS, name), join(older, name))
  await createDatabase(server, NAME)
  await migrate(url, older)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into identity_user (id, tenant_id, account) values (1, '100001', 'invited'), (2, '100001', 'manager'), (3, '100001', 'free'), (4, '100001', 'reviewer');
     insert into places_area (id, tenant_id, area_name, parent_id) values (10, '100001', '东', null), (11, '100001', '东一', 10), (12, '100001', '西', null);
     insert into identity_grant (user_id, kind, ref_id, tenant_id) values (1, 'area', 12, '100001');
     insert into places_area_manage (id, tenant_id, area_id, manager_ids, reviewer_ids) values (20, '100001', 10, '{2}', '{4}');
     insert into identity_lock (key, failures, last_at, locked_until) values ('account:100001:free', 5, now(), now() + interval '30 min');
     insert into identity_role (id, tenant_id, role_name, role_alias) values (31, '100001', 'a', 'a'), (32, '100001', 'b', 'b'), (33, '100001', 'c', 'c'), (34, '100001', 'd', 'd');
     insert into identity_role_menu (role_id, menu_code, tenant_id) values
       (31, 'controller_dim', '100001'), (31, 'controller_switch', '100001'), (32, 'lamp_close', '100001'), (33, 'lamp_dim', '100001'), (34, 'lamp_view', '100001');
     insert into identity_known_right (code) values ('controller_switch'), ('lamp_close');
     insert into system_menu (id, tenant_id, code, name, category, path) values (41, '000000', 'controller_dim', '调光', 2, '/x/dim'),
       (42, '000000', 'controller_switch', '开关灯', 2, '/x/switch'), (43, '000000', 'lamp_close', '关灯', 2, '/y/close')`,
  )
  await migrate(url, MIGRATIONS)
})
afterAll(async () => {
  await client?.end()
  await dropDatabase(server, NAME)
  await rm(older, { recursive: true, force: true })
})

test('areas granted by an invitation are stored in the user, and area managers are granted their areas', async () => {
  expect(await rows('select id::int, area_ids::int[] as areas from identity_user where area_ids is not null')).toEqual([
    { id: 1, areas: [12] },
  ])
  expect(
    await rows('select user_id::int as who, ref_id::int as area, named, managed from identity_grant order by user_id, ref_id'),
  ).toEqual([
    { who: 1, area: 12, named: true, managed: false },
    { who: 2, area: 10, named: false, managed: true },
    { who: 2, area: 11, named: false, managed: false },
    { who: 4, area: 10, named: false, managed: true },
    { who: 4, area: 11, named: false, managed: false },
  ])
})

test('active locks name their user', async () => {
  expect(await rows('select user_id::int as who from identity_locked_users()')).toEqual([{ who: 3 }])
})

test('roles keep their commands under the remaining rights', async () => {
  expect(
    await rows(
      `select role_id::int as role, string_agg(menu_code, ' ' order by menu_code) as codes from identity_role_menu group by 1 order by 1`,
    ),
  ).toEqual([
    { role: 31, codes: 'lamp_dim lamp_dim_one lamp_release lamp_switch' },
    { role: 32, codes: 'lamp_switch' },
    { role: 33, codes: 'lamp_dim lamp_dim_one' },
    { role: 34, codes: 'lamp_view' },
  ])
  expect(await rows(`select code, name, path from system_menu where not is_deleted and id in (41, 42, 43)`)).toEqual([
    { code: 'lamp_switch', name: '开灯、关灯', path: '/y/switch' },
  ])
  expect(await rows(`select code from identity_known_right where code = 'lamp_switch'`)).toHaveLength(1)
})
