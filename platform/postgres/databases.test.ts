import { expect, test } from 'vitest'
import { connectTo } from './connect.ts'
import { createDatabase, databaseUrl, dropDatabase, runOnce } from './databases.ts'

const url = process.env.TEST_DATABASE_URL!

const query = (database: string, sql: string) => runOnce({ connectionString: databaseUrl(url, database) }, sql)

test('a database made from a template has its tables, and can be dropped while someone is connected', async () => {
  await createDatabase(url, 'tpl "one"')
  await query('tpl "one"', "create table lamp (name text); insert into lamp values ('灯 1'), ('Lamp 2')")
  await createDatabase(url, 'copy_one', 'tpl "one"')
  expect(await query('copy_one', 'select name from lamp order by name')).toEqual([{ name: 'Lamp 2' }, { name: '灯 1' }])

  const guest = await connectTo(databaseUrl(url, 'copy_one'))
  const cut = new Promise<void>((resolve) => guest.on('end', resolve))
  await dropDatabase(url, 'copy_one')
  await cut
  await expect(guest.query('select 1')).rejects.toThrow(/not queryable|closed|terminat/i)
  await dropDatabase(url, 'tpl "one"')
  await dropDatabase(url, 'never_made')
  const rows = await query('postgres', "select datname from pg_database where datname in ('copy_one', 'tpl \"one\"')")
  expect(rows).toEqual([])
})
