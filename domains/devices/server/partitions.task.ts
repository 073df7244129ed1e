import type { Task } from '@lamplight/server-kit'
import { dropDeviceLog } from './device-log.ts'
import { dropErrorPackets } from './error-packets.ts'
import { dropFaults } from './faults.ts'
import { dropPartitions, ensurePartitions } from './partitions.ts'
import { dropRejectedValues } from './rejected-values.ts'

const DAY_MS = 86_400_000
const EVERY_MS = 3_600_000

/** Makes the telemetry partitions of today and tomorrow ahead of need, drops those older than TELEMETRY_DAYS (400), and faults and rejected values of devices that ended before FAULT_DAYS (800), entries of the device log older than DEVICE_LOG_DAYS (90), and refused messages older than MISFIT_DAYS (30). */
export const partitionsTask: Task = {
  name: 'devices.partitions',
  role: 'schedule',
  start: async (platform) => {
    const keep = platform.config.number('TELEMETRY_DAYS', 400) * DAY_MS
    const run = async (): Promise<void> => {
      const now = platform.clock.now()
      await ensurePartitions(platform, [now, now + DAY_MS])
      const dropped = await dropPartitions(platform, now - keep)
      const faultsFrom = new Date(now - platform.config.number('FAULT_DAYS', 800) * DAY_MS)
      await dropFaults(platform, faultsFrom)
      await dropRejectedValues(platform, faultsFrom)
      await dropDeviceLog(platform, new Date(now - platform.config.number('DEVICE_LOG_DAYS', 90) * DAY_MS))
      await dropErrorPackets(platform, new Date(now - platform.config.number('MISFIT_DAYS', 30) * DAY_MS))
      if (dropped > 0) platform.log.info('old telemetry dropped', { days: dropped })
    }
    await run()
    const timer = setInterval(
      () => void run().catch((thrown: unknown) => platform.log.error('partitions not kept', { why: String(thrown) })),
      EVERY_MS,
    )
    return async () => clearInterval(timer)
  },
}
