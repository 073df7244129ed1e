// npm run audit -- verify: checks the hash chain of the audit log and prints the first entry that was changed.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '@lamplight/postgres'
import { createDatabase, createLog } from '@lamplight/server-kit'
import { verifyAudit } from '@lamplight/system/server'
import { runCommand } from './command.ts'

const HELP = `npm run audit -- verify [--head SEQ:HASH] [--data-dir ./data]

Walks the audit log from its first entry. Names the first that was changed, removed or slipped in, and ends with 1; ends with 0 where there is none.
--head        a head that an earlier run told: it must still stand in the chain, so that a cut-off end is found too
Works beside a running server and without one; DATABASE_URL names another database.`

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { head: { type: 'string' }, 'data-dir': { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help || positionals.length !== 1 || positionals[0] !== 'verify') {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const head = values.head === undefined ? undefined : /^(\d{1,18}):([0-9a-f]{64})$/.exec(values.head)
  if (head === null) throw new Error('--head takes a number, a colon and 64 digits of hex')
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
  const dataDir = resolve(values['data-dir'] ?? process.env.DATA_DIR ?? join(root, 'data'))
  const postgres = process.env.DATABASE_URL ? null : await startPostgres({ dataDir: join(dataDir, 'postgres'), share: true })
  const db = createDatabase({ url: process.env.DATABASE_URL ?? (postgres?.url as string), log: createLog('error'), app: 1, worker: 1 })
  try {
    const found = await verifyAudit(db.system.query, head ? { seq: head[1] as string, hash: head[2] as string } : undefined)
    if (found.broken)
      console.log(
        `broken at entry ${found.broken.entry || '?'} (seal ${found.broken.seq ?? 'none'}): ${found.broken.why}; ${found.sealed} before it are good`,
      )
    else
      console.log(
        `${found.cut === '0' ? '' : `${found.cut} went for their age, `}${found.sealed} entries are as they were sealed, ${found.waiting} wait for their seal; head ${found.head.seq}:${found.head.hash}`,
      )
    return found.ok ? 0 : 1
  } finally {
    await db.stop()
    await postgres?.stop()
  }
}

void runCommand(main)
