import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, databaseUrl, dropDatabase } from './index.ts'

const url = process.env.TEST_DATABASE_URL!

const query = async (database: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: databaseUrl(url, database) })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a database made from a template has its tables, and can be dropped while someone is connected', async () => {
  await createDatabase(url, 'tpl "one"')
  await query('tpl "one"', "create table lamp (name text); insert into lamp values ('灯 1'), ('Lamp 2')")
  await createDatabase(url, 'copy_one', 'tpl "one"')
  expect(await query('copy_one', 'select name from lamp order by name')).toEqual([{ name: 'Lamp 2' }, { name: '灯 1' }])

  const guest = new pg.Client({ connectionString: databaseUrl(url, 'copy_one') })
  const cut = new Promise<Error>((resolve) => guest.on('error', resolve))
  await guest.connect()
  await dropDatabase(url, 'copy_one')
  expect(await cut).toBeInstanceOf(Error)
  await dropDatabase(url, 'tpl "one"')
  await dropDatabase(url, 'never_made')
  const rows = await query('postgres', "select datname from pg_database where datname in ('copy_one', 'tpl \"one\"')")
  expect(rows).toEqual([])
})
