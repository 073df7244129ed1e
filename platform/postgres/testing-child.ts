import pg from 'pg'
import { startPostgres } from './index.ts'

/** For tests that kill a whole process: starts the database in folder `argv[2]`, inserts rows without end, and sends the id of each committed row. */
const postgres = await startPostgres({ dataDir: process.argv[2]!, memory: 'test' })
const client = new pg.Client({ connectionString: postgres.url })
client.on('error', () => process.exit(1))
await client.connect()
await client.query('create table if not exists promise (id int primary key)')
const { rows } = await client.query('select coalesce(max(id), 0) as last from promise')
process.send?.({ pid: postgres.pid, adopted: postgres.adopted })
for (let id = rows[0].last + 1; ; id++) {
  await client.query('insert into promise values ($1)', [id])
  process.send?.({ id })
}
