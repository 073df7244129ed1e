import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { metNothing } from './asker.ts'
import { batchOf, judge } from './judge.ts'
import { until } from './processes.ts'
import { metLine } from './report.ts'
import type { World } from './world.ts'

const DONE_MS = 180_000
const SETTLE_MS = 60_000
const PROBE = '/api/blade-city/commandrecord/page?current=1&size=10'

/**
 * Sends a batch to all lamps while `trouble` runs, waits until it has ended, and prints the verdict. Returns
 * true if nothing was lost, doubled, wrong or hung.
 */
export const playScene = async (world: World, words: string, level: number, trouble: () => Promise<void>): Promise<boolean> => {
  const { caller, city, lamps } = world
  Object.assign(caller.met, metNothing())
  let probing = true
  const probes = (async () => {
    while (probing) {
      void caller.once('GET', PROBE)
      await sleep(250)
    }
  })()
  const body = { command: 'dim', level, duration: 3600, selector: world.selector }
  const sending = caller.sure<{ batchId: string }>('POST', '/api/blade-city/controller/batch/command', body, randomUUID())
  await trouble()
  const begun = performance.now()
  const answered = await until(async () => (await caller.once('GET', PROBE))?.status === 200, SETTLE_MS)
  const back = performance.now() - begun
  const { batchId } = (await sending).data
  const ended = await until(
    async () => {
      const batch = await batchOf(caller, batchId)
      return batch.ended === batch.total
    },
    DONE_MS,
    250,
  )
  const took = performance.now() - begun
  probing = false
  await probes
  const { lost, doubled, wrong, words: why } = await judge(city, caller, { batchId, level, lamps })
  let missing = 0
  await until(
    async () => {
      missing = await world.receipts.missing(world.databaseUrl)
      return missing === 0
    },
    SETTLE_MS,
    2000,
  )
  console.log(
    `${words}: lost ${lost}, doubled ${doubled}, wrong ${wrong}, ${missing} of ${world.receipts.count()} acknowledged reports missing; answers again ${(back / 1000).toFixed(1)} s and all ended ${(took / 1000).toFixed(1)} s after the trouble${why ? ` · ${why}` : ''}\n  ${metLine(caller.met)}`,
  )
  const { unadvised, failed, hung } = caller.met
  return answered && ended && lost + doubled + wrong + missing + unadvised + failed + hung === 0
}
