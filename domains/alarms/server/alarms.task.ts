import { DEVICE_NEWS, deviceTypesPort, gatewayType } from '@lamplight/devices/model'
import type { Task } from '@lamplight/server-kit'
import { ALARMS_CHANGED } from '../model/events.ts'
import { followDevices } from './follow.ts'

/** After an event the alarms are brought up to date this soon, so that events of one outage are read together. */
const SOON_MS = 500
const EVERY_SECONDS = 5
/** Presence is compared at every third turn: it changes slowly, and an outage is an event of the gateway. */
const PRESENCE_EVERY = 3

/** Opens and ends alarms by what devices report: after each event, and every ALARM_SECONDS (5). */
export const alarmsTask: Task = {
  name: 'alarms.follow',
  role: 'schedule',
  start: async (platform) => {
    const types = platform.port(deviceTypesPort)
    let running: Promise<unknown> = Promise.resolve()
    let [busy, again, turn] = [false, false, 0]
    const run = (): void => {
      if (busy) {
        again = true
        return
      }
      busy = true
      again = false
      const lost = turn++ % PRESENCE_EVERY === 0 ? types.all.flatMap(({ code }) => (code === gatewayType.code ? [] : [code])) : []
      running = followDevices(platform, lost)
        .then((tenants) => {
          for (const tenantId of tenants) platform.bus.emit(ALARMS_CHANGED, { tenantId })
        })
        .catch((why: unknown) => platform.log.error('alarms were not brought up to date', { why: String(why) }))
        .finally(() => {
          busy = false
          if (again) soon()
        })
    }
    let due: NodeJS.Timeout | undefined
    const soon = (): void => {
      clearTimeout(due)
      due = setTimeout(run, SOON_MS)
    }
    const off = platform.bus.on(DEVICE_NEWS, soon)
    const timer = setInterval(run, platform.config.number('ALARM_SECONDS', EVERY_SECONDS) * 1000)
    return async () => {
      off()
      clearTimeout(due)
      clearInterval(timer)
      await running
    }
  },
}
