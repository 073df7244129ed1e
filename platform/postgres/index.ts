export { createDatabase, databaseUrl, dropDatabase } from './databases.ts'
export type { Connection, Postgres, PostgresOptions } from './manager.ts'
export { startPostgres } from './manager.ts'
