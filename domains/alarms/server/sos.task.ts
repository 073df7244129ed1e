import { VALUES_REPORTED } from '@lamplight/devices/model'
import { alarmMachineType } from '@lamplight/media/model'
import type { Platform, Task } from '@lamplight/server-kit'
import { ALARMS_CHANGED } from '../model/events.ts'
import { followSos } from './sos.ts'

export const SOS_TOPIC = 'sos'
/** All machines are compared every third time that alarms are: a call whose report was stored by a process that then died still rings. */
const EVERY_SECONDS = 5
const EVERY = 3

/** Runs one after another, and tells consoles and other slices what changed. */
const createFollower = (platform: Platform) => {
  let work: Promise<unknown> = Promise.resolve()
  const follow = async (ids: readonly string[] | null): Promise<void> => {
    const changed = await followSos(platform, ids)
    for (const { id, tenant_id: tenantId, result } of changed) platform.live.change(tenantId, SOS_TOPIC, id, { result })
    for (const tenantId of new Set(changed.map(({ tenant_id }) => tenant_id))) platform.bus.emit(ALARMS_CHANGED, { tenantId })
  }
  return {
    run: (ids: readonly string[] | null): void => {
      work = work
        .then(() => follow(ids))
        .catch((why: unknown) => platform.log.error('SOS calls were not brought up to date', { why: String(why) }))
    },
    idle: () => work,
  }
}

/** Opens and ends SOS calls as soon as alarm machines report, in the process that received the reports. */
export const sosTask: Task = {
  name: 'alarms.sos',
  role: 'ingest',
  start: async (platform) => {
    const follower = createFollower(platform)
    const off = platform.bus.on(VALUES_REPORTED, ({ values }) => {
      const ids = values.flatMap(({ type, deviceId }) => (type === alarmMachineType.code ? [deviceId] : []))
      if (ids.length > 0) follower.run([...new Set(ids)])
    })
    return async () => {
      off()
      await follower.idle()
    }
  },
}

/** Compares all alarm machines now and then, in one process. */
export const sosWatchTask: Task = {
  name: 'alarms.sosWatch',
  role: 'schedule',
  start: async (platform) => {
    const follower = createFollower(platform)
    const timer = setInterval(() => follower.run(null), platform.config.number('ALARM_SECONDS', EVERY_SECONDS) * EVERY * 1000)
    return async () => {
      clearInterval(timer)
      await follower.idle()
    }
  },
}
