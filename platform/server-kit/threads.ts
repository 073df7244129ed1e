import { Worker } from 'node:worker_threads'
import type { Log, ThreadJob } from './platform-types.ts'

/** MB: a small nursery keeps the garbage of a thread small. */
const NURSERY = 8
/** MB: beyond it a thread ends alone, and its job is tried again. A file of a million lamps takes a third of it. */
const HEAP = 1536

/** What a thread begins with. */
export interface ThreadStart {
  /** Module that exports `run`. */
  readonly module: string
  readonly url: string
  readonly dataDir: string
  readonly job: Pick<ThreadJob, 'id' | 'tenantId' | 'input'>
}
/** What a thread says: how far it is, what it logs, what came of it. */
export type ThreadWord =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'log'; readonly level: keyof Log; readonly what: string; readonly detail?: object }
  | { readonly kind: 'result'; readonly result: Record<string, unknown> }

/** Runs jobs in threads of their own, each with its own connections to the database. `stop` ends those that run. */
export const createThreads = (given: { url: string; dataDir: string; log: Log; heapMb?: number }) => {
  const running = new Set<Worker>()

  const run = async (module: URL, { id, tenantId, input, progress }: ThreadJob): Promise<Record<string, unknown>> => {
    const start: ThreadStart = { module: module.href, url: given.url, dataDir: given.dataDir, job: { id, tenantId, input } }
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: start,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY, maxOldGenerationSizeMb: given.heapMb ?? HEAP },
    })
    running.add(thread)
    let told = Promise.resolve()
    try {
      return await new Promise<Record<string, unknown>>((resolve, reject) => {
        thread.on('message', (word: ThreadWord) => {
          if (word.kind === 'log') given.log[word.level](word.what, word.detail)
          else if (word.kind === 'result') resolve(word.result)
          else told = told.then(() => progress(word.done, word.total)).catch(reject)
        })
        thread.once('error', reject)
        thread.once('exit', (code) => reject(new Error(`the thread of job ${id} ended with ${code}`)))
      })
    } finally {
      await told
      await thread.terminate()
      running.delete(thread)
    }
  }

  return {
    run,
    stop: async (): Promise<void> => {
      await Promise.all([...running].map((thread) => thread.terminate()))
    },
  }
}
