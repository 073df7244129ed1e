// Entry point of a worker thread started by threads.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { createDatabase, tenantAccess } from '../database/db.ts'
import { createIds } from '../database/ids.ts'
import type { Log, ThreadWork } from '../platform-types.ts'
import type { ThreadStart, ThreadWord } from './threads.ts'

const { module, url, dataDir, job } = workerData as ThreadStart
const say = (word: ThreadWord): void => parentPort?.postMessage(word)
const line =
  (level: keyof Log): Log['info'] =>
  (what, detail) =>
    say({ kind: 'log', level, what, detail })

const db = createDatabase({ url, log: { info: line('info'), warn: line('warn'), error: line('error') }, app: 2, worker: 1 })
const [number] = await db.system.query<{ n: string }>(`select nextval('kit_process') as n`)
const { run } = (await import(module)) as { run: ThreadWork }
const progress = async (done: number, total: number): Promise<void> => say({ kind: 'progress', done, total })
const result = await run(
  { ...job, progress },
  { system: db.system, asTenant: tenantAccess(db), config: { dataDir }, newId: createIds(Number(number?.n)) },
)
await db.stop()
say({ kind: 'result', result })
