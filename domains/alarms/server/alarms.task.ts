import { DEVICE_NEWS, deviceTypesPort, gatewayType } from '@lamplight/devices/model'
import type { Task } from '@lamplight/server-kit'
import { ALARMS_CHANGED } from '../model/events.ts'
import { followDevices } from './follow.ts'
import { followIncidents, tenantsToFollow } from './incidents.ts'

/** After an event the alarms are brought up to date this soon, so that events of one outage are read together. */
const SOON_MS = 500
const EVERY_SECONDS = 5
/** Presence is compared at every third turn: it changes slowly, and an outage is an event of the gateway. */
const PRESENCE_EVERY = 3
/** Lost devices are explained at most this often. */
const EXPLAIN_SECONDS = 5
/** Defaults of INCIDENT_OPENS_SECONDS and INCIDENT_CLOSES_SECONDS. */
const OPENS_SECONDS = 10
const CLOSES_SECONDS = 300

/** Opens and ends alarms by what devices report: after each event, and every ALARM_SECONDS (5). */
export const alarmsTask: Task = {
  name: 'alarms.follow',
  role: 'schedule',
  start: async (platform) => {
    const types = platform.port(deviceTypesPort)
    let running: Promise<unknown> = Promise.resolve()
    let [busy, again, turn] = [false, false, 0]
    const { number } = platform.config
    const times = {
      opensMs: number('INCIDENT_OPENS_SECONDS', OPENS_SECONDS) * 1000,
      closesMs: number('INCIDENT_CLOSES_SECONDS', CLOSES_SECONDS) * 1000,
    }
    const explainMs = Math.min(EXPLAIN_SECONDS, number('ALARM_SECONDS', EVERY_SECONDS)) * 1000
    let explained = 0
    /** Explains the lost devices of each tenant. A tenant whose turn fails does not stop the others. */
    const explainAll = async (): Promise<void> => {
      if (platform.clock.now() - explained < explainMs) return
      explained = platform.clock.now()
      for (const tenantId of await tenantsToFollow(platform))
        await followIncidents(platform, tenantId, times).then(
          (changed) => changed && platform.bus.emit(ALARMS_CHANGED, { tenantId }),
          (why: unknown) => platform.log.error('lost devices were not explained', { tenantId, why: String(why) }),
        )
    }
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
        .then(explainAll)
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
