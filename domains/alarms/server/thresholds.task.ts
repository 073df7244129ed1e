import { VALUES_REPORTED } from '@lamplight/devices/model'
import type { Task } from '@lamplight/server-kit'
import { ALARMS_CHANGED, CONFIGS_CHANGED } from '../model/events.ts'
import { judgedIn, readConfigs, storeJudged, type Watched } from './thresholds.ts'

const RELOAD_MS = 30_000

/** Compares reports with the limits of alarm configurations, in the process that received them. */
export const thresholdsTask: Task = {
  name: 'alarms.thresholds',
  role: 'ingest',
  start: async (platform) => {
    let watched: Watched = new Map()
    let work: Promise<unknown> = Promise.resolve()
    const then = (name: string, job: () => Promise<unknown>): void => {
      work = work.then(job).catch((why: unknown) => platform.log.error(name, { why: String(why) }))
    }
    const load = (): void =>
      then('alarm configurations were not read', async () => {
        watched = await readConfigs(platform)
      })
    load()
    const offs = [
      platform.bus.on(CONFIGS_CHANGED, load),
      platform.bus.on(VALUES_REPORTED, (reported) => {
        if (watched.size === 0) return
        const judged = judgedIn(watched, reported)
        if (judged.length === 0) return
        then('limits were not compared', async () => {
          for (const tenantId of await storeJudged(platform, judged)) platform.bus.emit(ALARMS_CHANGED, { tenantId })
        })
      }),
    ]
    const timer = setInterval(load, RELOAD_MS)
    return async () => {
      for (const off of offs) off()
      clearInterval(timer)
      await work
    }
  },
}
