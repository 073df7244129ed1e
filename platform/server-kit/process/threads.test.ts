import { freshDatabase } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createThreads } from './threads.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let threads: ReturnType<typeof createThreads>
beforeAll(async () => {
  database = await freshDatabase()
  threads = createThreads({ url: database.url, dataDir: '/tmp', log: createLog('silent'), heapMb: 48 })
})
afterAll(async () => {
  await threads?.stop()
  await database?.drop()
})

const module = (body: string): URL =>
  new URL(`data:text/javascript,${encodeURIComponent(`export const run = async (job, data) => { ${body} }`)}`)
const job = (progress = async (_done: number, _total: number): Promise<void> => undefined) => ({
  id: '7',
  tenantId: '100001',
  input: { word: 'lamp' },
  progress,
})

test('a thread has its input, the database of its tenant and its own ids; progress is reported in order, before the result', async () => {
  const reported: number[] = []
  const slowly = async (done: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, done === 1 ? 60 : 0))
    reported.push(done)
  }
  const result = await threads.run(
    module(`
      const [{ tenant }] = await data.asTenant(job.tenantId).query("select current_setting('app.tenant') as tenant")
      for (const done of [1, 2, 3]) await job.progress(done, 3)
      return { tenant, word: job.input.word, ids: new Set([data.newId(), data.newId()]).size, dataDir: data.config.dataDir }`),
    job(slowly),
  )
  expect(result).toEqual({ tenant: '100001', word: 'lamp', ids: 2, dataDir: '/tmp' })
  expect(reported).toEqual([1, 2, 3])
})

test('an error of a thread is reported; a thread beyond its memory limit ends alone; one that exits without a result has failed', async () => {
  await expect(threads.run(module("throw new Error('no such street')"), job())).rejects.toThrow('no such street')
  await expect(
    threads.run(module("const kept = []; for (;;) kept.push({ at: kept.length, name: 'lamp ' + kept.length })"), job()),
  ).rejects.toThrow(/memory/)
  await expect(threads.run(module('process.exit(0)'), job())).rejects.toThrow('the thread of job 7 ended with 0')
})

test('stop() ends running threads', async () => {
  const waiting = expect(threads.run(module('await new Promise(() => setInterval(() => undefined, 1000))'), job())).rejects.toThrow(
    'ended with',
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  await threads.stop()
  await waiting
})
