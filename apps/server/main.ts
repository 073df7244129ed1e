// The server process. PostgreSQL needs a moment to start: where it has a database, it does so while the modules of the server are loaded.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@lamplight/postgres'

const { DATABASE_URL, DATA_DIR } = process.env
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const dataDir = join(resolve(DATA_DIR || join(root, 'data')), 'postgres')
const early = !DATABASE_URL && existsSync(join(dataDir, 'PG_VERSION')) ? startPostgres({ dataDir }) : undefined
// `serve` tells the reason if it fails.
early?.catch(() => undefined)

const leave = async (): Promise<void> => {
  await early?.then((postgres) => postgres.stop()).catch(() => undefined)
  process.exit(0)
}
for (const signal of SIGNALS) process.once(signal, leave)
const { serve } = await import('./serve.ts')
for (const signal of SIGNALS) process.off(signal, leave)
await serve(early)
