import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import { migrate } from '@lamplight/server-kit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS, migrateBefore } from '../platform/migrations.ts'

const NAME = `test_rights_migration_${process.pid}`
const server = process.env.TEST_DATABASE_URL ?? ''
const url = databaseUrl(server, NAME)
let client: pg.Client

beforeAll(async () => {
  await createDatabase(server, NAME)
  await migrateBefore(url, '0968')
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into identity_role (id, tenant_id, role_name, role_alias) values (1, '100001', 'a', 'operator'), (2, '100001', 'b', 'maintainer'),
       (3, '100001', 'c', 'maintainer'), (4, '100001', 'd', 'custom'), (5, '100001', 'e', 'guest');
     insert into identity_role_menu (role_id, menu_code, tenant_id) values
       (1, 'lamp_dim', '100001'), (1, 'solar_lamp_dim', '100001'), (1, 'controller_edit', '100001'), (1, 'device_register', '100001'),
       (2, 'lamp_switch', '100001'), (2, 'solar_lamp_view', '100001'), (2, 'controller_view', '100001'), (2, 'device_register', '100001'),
       (3, 'lamp_view', '100001'), (4, 'trash_edit', '100001'), (4, 'well_edit', '100001'), (5, 'controller_view', '100001'), (5, 'role_edit', '100001');
     insert into identity_known_right (code) values ('lamp_dim'), ('solar_lamp_dim'), ('controller_edit'), ('device_register')`,
  )
  await migrate(url, MIGRATIONS)
})
afterAll(async () => {
  await client?.end()
  await dropDatabase(server, NAME)
})

test('existing roles get the rights of repair staff once: who could do more, and maintainers who still have their first rights', async () => {
  const { rows } = await client.query(
    `select role_id::int as role, string_agg(menu_code, ' ' order by menu_code) as codes from identity_role_menu
     where menu_code in ('lamp_dim_one', 'solar_lamp_one', 'device_replace', 'device_register_view') group by 1 order by 1`,
  )
  const all = 'device_register_view device_replace lamp_dim_one solar_lamp_one'
  expect(rows).toEqual([
    { role: 1, codes: all },
    { role: 2, codes: all },
    { role: 4, codes: 'device_replace' },
  ])
  const known = await client.query("select code from identity_known_right where code ~ '(_one|_replace|register_view)$' order by 1")
  expect(known.rows.map(({ code }) => code).join(' ')).toBe(all)
})
