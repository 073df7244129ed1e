import { DEVICE_NEWS, VALUES_REPORTED } from '@lamplight/devices/model'
import type { Platform, Task } from '@lamplight/server-kit'
import { LINKAGE_SEEN, LINKAGES_CHANGED } from '../model/index.ts'
import { advance } from './advance.ts'
import { raiseAlarms } from './alarms.ts'
import { runBoxStrategies } from './box-runs.ts'
import { sendDue, settle } from './execute.ts'
import { type AlarmNews, alarmsIn, NOTHING, readWatched, seenIn, storeSeen } from './watch.ts'

const RELOAD_MS = 30_000
const TICK_MS = 500

/**
 * Stores the reports that linkages compare, in the process that received them. The runner, which may be another process, takes them from there.
 */
export const watchTask: Task = {
  name: 'linkage.watch',
  role: 'ingest',
  start: async (platform) => {
    let watched = NOTHING
    let loading: Promise<void> = Promise.resolve()
    const load = (): Promise<void> => {
      loading = loading
        .then(async () => {
          watched = await readWatched(platform)
        })
        .catch((thrown: unknown) => platform.log.error('linkages not read', { why: String(thrown) }))
      return loading
    }
    await load()
    const working = new Set<Promise<void>>()
    const work = (name: string, job: Promise<unknown>): void => {
      const done: Promise<void> = job
        .then(() => platform.bus.emit(LINKAGE_SEEN, {}))
        .catch((thrown: unknown) => platform.log.error(name, { why: String(thrown) }))
        .finally(() => working.delete(done))
      working.add(done)
    }
    const alarm = (news: readonly AlarmNews[]): void => {
      if (news.length > 0) work('alarm linkages not raised', raiseAlarms(platform, news))
    }
    const ends = [
      platform.bus.on(LINKAGES_CHANGED, load),
      platform.bus.on(VALUES_REPORTED, (reported) => {
        const seen = seenIn(watched, reported)
        if (seen.length > 0) work('reports for linkages not stored', storeSeen(platform.system.query, seen))
        alarm(alarmsIn(watched, reported))
      }),
      platform.bus.on(DEVICE_NEWS, (news) => {
        if (watched.alarmTypes.size > 0)
          alarm(news.map(({ tenantId, deviceId, at, type, on }) => ({ tenantId, deviceId, at, event: { type, on } })))
      }),
    ]
    const timer = setInterval(() => void load(), RELOAD_MS)
    return async () => {
      for (const end of ends) end()
      clearInterval(timer)
      await loading
      await Promise.allSettled(working)
    }
  },
}

/** One turn of the runner: conditions, times of box strategies, commands, results. */
export const runLinkages = async (platform: Platform): Promise<void> => {
  for (let taken = 1; taken > 0; ) taken = (await advance(platform)).reports
  await runBoxStrategies(platform)
  while ((await sendDue(platform)) > 0);
  await settle(platform)
}

/** Runs linkages and box strategies, in one process at a time. */
export const runTask: Task = {
  name: 'linkage.run',
  role: 'schedule',
  start: async (platform) => {
    let ended = false
    let wake: () => void = () => undefined
    let woken = false
    const off = platform.bus.on(LINKAGE_SEEN, () => {
      woken = true
      wake()
    })
    const pause = (): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, TICK_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        if (woken || ended) wake()
      })
    const loop = (async () => {
      while (!ended) {
        woken = false
        await runLinkages(platform).catch((thrown: unknown) => platform.log.error('linkages not run', { why: String(thrown) }))
        await pause()
      }
    })()
    return async () => {
      ended = true
      off()
      wake()
      await loop
    }
  },
}
