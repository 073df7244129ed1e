import { intakePort } from '@lamplight/devices/model'
import type { Platform, Task } from '@lamplight/server-kit'
import { driversPort } from './drivers-ports.ts'
import { reportListenerPort } from './report-listener-ports.ts'

/** Stores messages from drivers in this process and applies them to the ledger. */
const listen = (platform: Platform): (() => Promise<void>) => {
  const { close } = platform.port(intakePort).open()
  const stopListening = platform.port(reportListenerPort).open()
  return async () => {
    await close()
    await stopListening()
  }
}
const NOTHING = async (): Promise<void> => undefined

/** Starts the drivers in processes that dispatch commands. */
export const driversTask: Task = {
  name: 'control.drivers',
  role: 'dispatch',
  start: async (platform) => {
    const drivers = platform.port(driversPort)
    if (!drivers.any) return NOTHING
    const end = listen(platform)
    await drivers.start()
    return async () => {
      await drivers.stop()
      await end()
    }
  },
}

/** Stores pushed messages in processes that answer HTTP calls. */
export const pushedTask: Task = {
  name: 'control.pushed',
  role: 'api',
  start: async (platform) => (platform.port(driversPort).any ? listen(platform) : NOTHING),
}
