// npm run restore -- FILE: restores an archive of npm run backup.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '@lamplight/postgres'
import { restoreBackup } from '@lamplight/server-kit/backup'
import { runCommand } from './command.ts'

const HELP = `npm run restore -- FILE [--force] [--data-dir ./data]

Checks the whole archive, then puts database and files back as they were, and applies migrations that are newer than it. Stop the servers first.
--force    replaces what is in the database; without it a database that holds anything is refused
BACKUP_PASSPHRASE opens a sealed archive. DATABASE_URL names another database.
What fails, or is broken off, leaves the old state.`

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' }, 'data-dir': { type: 'string' }, help: { type: 'boolean' } },
  })
  const [file, ...more] = positionals
  if (values.help || file === undefined || more.length > 0) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
  const dataDir = resolve(values['data-dir'] ?? process.env.DATA_DIR ?? join(root, 'data'))
  const postgres = process.env.DATABASE_URL ? null : await startPostgres({ dataDir: join(dataDir, 'postgres') })
  try {
    const done = await restoreBackup({
      url: process.env.DATABASE_URL ?? (postgres?.url as string),
      dataDir,
      file: resolve(file),
      passphrase: process.env.BACKUP_PASSPHRASE ?? '',
      force: values.force ?? false,
      migrations: join(root, 'db', 'migrations'),
      onStep: ([zh, en]) => console.log(`${zh} / ${en}`),
    })
    console.log(
      `as of ${done.madeAt}: ${done.rows} rows of ${done.tables} tables, ${done.files} files, ${done.migrated.length} newer migrations, ${(done.ms / 1000).toFixed(1)} s`,
    )
    return 0
  } finally {
    await postgres?.stop()
  }
}

void runCommand(main)
