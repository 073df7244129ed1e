// npm run backup: writes one consistent archive of the database and its files; the server may be running or not.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '@lamplight/postgres'
import { archiveName, takeBackup } from '@lamplight/server-kit/backup'
import { runCommand } from './command.ts'

const HELP = `npm run backup -- [--to FILE] [--data-dir ./data]

Writes the database and the files that belong to it into one archive, as they are at this moment; a running server goes on.
--to    the archive; DATA_DIR/backups/lamplight-TIME+OFFSET.zip by default, in the time of this machine
BACKUP_PASSPHRASE seals it (AES-256-GCM). DATABASE_URL names another database.
The archive holds everything, keys too: keep it like a password.`

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, 'data-dir': { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help || positionals.length > 0) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
  const dataDir = resolve(values['data-dir'] ?? process.env.DATA_DIR ?? join(root, 'data'))
  const passphrase = process.env.BACKUP_PASSPHRASE ?? ''
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const to = resolve(values.to ?? join(dataDir, 'backups', archiveName(new Date(), passphrase !== '', timeZone)))
  const postgres = process.env.DATABASE_URL ? null : await startPostgres({ dataDir: join(dataDir, 'postgres'), share: true })
  const leave = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leave.abort())
  try {
    const url = process.env.DATABASE_URL ?? (postgres?.url as string)
    const { size, sha256, ms, rows, tables, files } = await takeBackup({ url, dataDir, to, passphrase, signal: leave.signal })
    console.log(`${to}: ${rows} rows of ${tables} tables, ${files} files, ${size} bytes, ${(ms / 1000).toFixed(1)} s; sha256 ${sha256}`)
    return 0
  } finally {
    await postgres?.stop()
  }
}

void runCommand(main)
