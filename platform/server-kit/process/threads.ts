import { Worker } from 'node:worker_threads'
import type { Log, ThreadJob } from '../platform-types.ts'

/** Size of the young generation of a thread's heap, MB; a small one limits its garbage. */
const NURSERY = 8
/** Largest heap of a thread, MB. Beyond it only the thread ends, and its job is repeated. A file of a million lamps needs a third of it. */
const HEAP = 1536

/** Start data of a thread. */
export interface ThreadStart {
  /** Path of the module that exports `run`. */
  readonly module: string
  readonly url: string
  readonly dataDir: string
  readonly job: Pick<ThreadJob, 'id' | 'tenantId' | 'input'>
}
/** A message from a thread: its progress, a log line, or its result. */
export type ThreadWord =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'log'; readonly level: keyof Log; readonly what: string; readonly detail?: object }
  | { readonly kind: 'result'; readonly result: Record<string, unknown> }

/** Runs jobs in worker threads, each with its own database connections. `stop` terminates the running threads. */
export const createThreads = (options: { url: string; dataDir: string; log: Log; heapMb?: number }) => {
  const running = new Set<Worker>()

  const run = async (module: URL, { id, tenantId, input, progress }: ThreadJob): Promise<Record<string, unknown>> => {
    const start: ThreadStart = { module: module.href, url: options.url, dataDir: options.dataDir, job: { id, tenantId, input } }
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: start,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY, maxOldGenerationSizeMb: options.heapMb ?? HEAP },
    })
    running.add(thread)
    let reported = Promise.resolve()
    try {
      return await new Promise<Record<string, unknown>>((resolve, reject) => {
        thread.on('message', (word: ThreadWord) => {
          if (word.kind === 'log') options.log[word.level](word.what, word.detail)
          else if (word.kind === 'result') resolve(word.result)
          else reported = reported.then(() => progress(word.done, word.total)).catch(reject)
        })
        thread.once('error', reject)
        thread.once('exit', (code) => reject(new Error(`the thread of job ${id} ended with ${code}`)))
      })
    } finally {
      await reported
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
