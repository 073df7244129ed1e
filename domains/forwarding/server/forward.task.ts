import { ALARMS_CHANGED } from '@lamplight/alarms/model'
import type { Task } from '@lamplight/server-kit'
import { createDelivery } from './deliver.ts'
import { forgetOld, queueNews, sendDue } from './queue.ts'

/** After a change the queue is filled this soon, so that alarms of one outage travel together. */
const SOON_MS = 500
const DAY_MS = 86_400_000
const FORGET_MS = DAY_MS / 4
/** Rows of transactions that end late are still found. */
const OVERLAP_MS = 60_000

/** Queues and sends alarms after each change, and every FORWARD_SECONDS (10), which is also the time before the second attempt. In one process. */
export const forwardTask: Task = {
  name: 'forwarding.send',
  role: 'schedule',
  start: async (platform) => {
    const seconds = platform.config.number('FORWARD_SECONDS', 10)
    const deliver = createDelivery(platform)
    let since = platform.clock.now() - DAY_MS
    let work: Promise<unknown> = Promise.resolve()
    let waiting = false
    let forgotAt = 0
    const turn = async (): Promise<void> => {
      const now = platform.clock.now()
      await queueNews(platform, new Date(since))
      since = now - OVERLAP_MS
      await sendDue(platform, deliver, seconds)
      if (now - forgotAt < FORGET_MS) return
      forgotAt = now
      await forgetOld(platform)
    }
    const run = (): void => {
      if (waiting) return
      waiting = true
      work = work
        .then(() => {
          waiting = false
          return turn()
        })
        .catch((why: unknown) => platform.log.error('alarms were not forwarded', { why: String(why) }))
    }
    let due: NodeJS.Timeout | undefined
    const off = platform.bus.on(ALARMS_CHANGED, () => {
      due ??= setTimeout(() => {
        due = undefined
        run()
      }, SOON_MS)
    })
    const timer = setInterval(run, seconds * 1000)
    return async () => {
      off()
      clearTimeout(due)
      clearInterval(timer)
      await work
    }
  },
}
