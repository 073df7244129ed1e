import { DEVICE_NEWS, gatewaysPort } from '@lamplight/devices/model'
import type { Task } from '@lamplight/server-kit'
import { ALARMS_CHANGED } from '../model/events.ts'
import { followFaults, followMembers, followPresence, openHalves } from './follow/follow.ts'
import { followIncidents, tenantsToFollow } from './incidents.ts'

/** Delay from an event to the update of the alarms, so that one update reads all events of an outage; and the shortest pause between two updates outside of a flood. */
const SOON_MS = 200
const REST_MS = 1000
/**
 * A flood begins when FLOOD events come within a second, or when FEW events have come and FLOOD entries wait in ingest. During a flood the update of the alarms
 * waits, because half of an outage has other causes than the whole.
 */
const FLOOD = 1000
const FEW = 100
const FLOOD_WINDOW_MS = 1000
/** A flood ends when fewer events come for this time. */
const FLOOD_QUIET_MS = 1500
/** It ends sooner when ingest has stored everything and receives nothing for this time. */
const FLOOD_IDLE_MS = 200
/** The update looks this often whether the flood has ended, and waits at most FLOOD_MS. */
const FLOOD_LOOK_MS = 50
const FLOOD_MS = 10_000
const EVERY_SECONDS = 5
/** Presence is compared after so many intervals: it changes slowly, and an outage is an event of the gateway. While events open alarms it waits, at most twice as long. */
const PRESENCE_EVERY = 3
/** Lost devices are explained this often, and sooner when so many more or fewer of a tenant are lost; but explaining takes at most this share of the time. */
const EXPLAIN_SECONDS = 5
const MANY = 10
const EXPLAIN_SHARE = 0.15
/** Defaults of INCIDENT_OPENS_SECONDS and INCIDENT_CLOSES_SECONDS. */
const OPENS_SECONDS = 10
const CLOSES_SECONDS = 300

/** Opens and ends alarms by what devices report: after each event, and every ALARM_SECONDS (5). */
export const alarmsTask: Task = {
  name: 'alarms.follow',
  role: 'schedule',
  start: async (platform) => {
    let running: Promise<unknown> = Promise.resolve()
    let [busy, again, stopped, compared] = [false, false, false, 0]
    const { number } = platform.config
    const gateways = platform.port(gatewaysPort)
    const times = {
      opensMs: number('INCIDENT_OPENS_SECONDS', OPENS_SECONDS) * 1000,
      closesMs: number('INCIDENT_CLOSES_SECONDS', CLOSES_SECONDS) * 1000,
    }
    const everyMs = number('ALARM_SECONDS', EVERY_SECONDS) * 1000
    const explainMs = Math.min(EXPLAIN_SECONDS * 1000, everyMs)
    const presenceMs = PRESENCE_EVERY * everyMs
    /** By tenant: when its lost devices were explained last, how many there were, and how long it took. */
    const explained = new Map<string, { readonly at: number; readonly lost: number; readonly tookMs: number }>()
    /**
     * Explains the lost devices of the tenants whose turn it is. After a flood it is the turn of every tenant. A tenant whose turn fails does not stop the others. Returns the tenants
     * whose incidents changed.
     */
    const explainAll = async (afterFlood: boolean): Promise<ReadonlySet<string>> => {
      const changed = new Set<string>()
      const now = platform.clock.now()
      for (const [tenantId, lost] of await tenantsToFollow(platform)) {
        const last = explained.get(tenantId)
        if (last && !afterFlood && now - last.at < (Math.abs(lost - last.lost) < MANY ? explainMs : last.tookMs / EXPLAIN_SHARE)) continue
        const began = performance.now()
        await followIncidents(platform, tenantId, times).then(
          (isChanged) => isChanged && changed.add(tenantId),
          (why: unknown) => platform.log.error('lost devices were not explained', { tenantId, why: String(why) }),
        )
        explained.set(tenantId, { at: platform.clock.now(), lost, tookMs: performance.now() - began })
      }
      return changed
    }
    /** Explains before it opens alarms, so that the alarms of a flood are opened with their incident. */
    const follow = async (afterFlood: boolean): Promise<void> => {
      const explaining = explainAll(afterFlood)
      // It is awaited below. Without this, Node would report a failure before that as an unhandled rejection.
      explaining.catch(() => undefined)
      const announce = (tenants: ReadonlySet<string>): void => {
        for (const tenantId of tenants) platform.bus.emit(ALARMS_CHANGED, { tenantId })
      }
      const openedHalves = afterFlood ? await openHalves(platform, explaining) : new Set<string>()
      const changed = await explaining
      const isExplained = changed.size > 0
      announce(changed.union(openedHalves))
      const opened = await followFaults(platform)
      announce(opened)
      const waited = platform.clock.now() - compared
      const isDue = waited >= presenceMs && (opened.union(openedHalves).size === 0 || waited >= 2 * presenceMs)
      if (isDue) {
        compared = platform.clock.now()
        announce(await followPresence(platform))
      }
      if (isDue || isExplained) announce(await followMembers(platform))
    }
    /** Number of events since the last update, the time at which that update ended, and the time since which the update waits for the end of a flood. */
    let [events, endedAt, heldSince] = [0, 0, 0]
    /** Events are counted by the second: when it began, and how many came in it. */
    let [windowAt, inWindow] = [0, 0]
    /** When the last event of a flood came, and when ingest last had entries to store. */
    let [floodAt, workAt] = [Number.NEGATIVE_INFINITY, 0]
    const note = (n: number): void => {
      const now = performance.now()
      if (now - windowAt > FLOOD_WINDOW_MS) [windowAt, inWindow] = [now, 0]
      events += n
      inWindow += n
      workAt = now
      if (inWindow >= FLOOD) floodAt = now
    }
    const mustWait = (): boolean => {
      const now = performance.now()
      const { waiting } = gateways.counts()
      if (waiting > 0) workAt = now
      const isFlood = now - floodAt < FLOOD_QUIET_MS || (events >= FEW && waiting >= FLOOD)
      if (isFlood) heldSince ||= now
      return isFlood && now - workAt < FLOOD_IDLE_MS && now - heldSince < FLOOD_MS
    }
    const run = (): void => {
      if (mustWait()) {
        soon(FLOOD_LOOK_MS)
        return
      }
      if (busy) {
        again = true
        return
      }
      busy = true
      again = false
      const afterFlood = heldSince > 0
      events = 0
      heldSince = 0
      floodAt = Number.NEGATIVE_INFINITY
      running = follow(afterFlood)
        .catch((why: unknown) => platform.log.error('alarms were not brought up to date', { why: String(why) }))
        .finally(() => {
          busy = false
          endedAt = performance.now()
          if (again && !stopped) soon(heldSince > 0 ? FLOOD_LOOK_MS : undefined)
        })
    }
    let due: NodeJS.Timeout | undefined
    const soon = (ms = Math.max(SOON_MS, endedAt + REST_MS - performance.now())): void => {
      clearTimeout(due)
      due = setTimeout(run, ms)
    }
    const off = platform.bus.on(DEVICE_NEWS, (news) => {
      note(news.length)
      soon(performance.now() - floodAt < FLOOD_QUIET_MS ? FLOOD_LOOK_MS : undefined)
    })
    const timer = setInterval(run, everyMs)
    return async () => {
      stopped = true
      off()
      clearTimeout(due)
      clearInterval(timer)
      await running
    }
  },
}
