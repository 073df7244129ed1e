import { intakePort } from '@lamplight/devices/model'
import type { Platform, Task } from '@lamplight/server-kit'
import { driversPort, hearingPort } from './ports.ts'

/** What devices say through drivers is stored by this process and moves the ledger. */
const listen = (platform: Platform): (() => Promise<void>) => {
  const { close } = platform.port(intakePort).open()
  const silence = platform.port(hearingPort).open()
  return async () => {
    await close()
    await silence()
  }
}
const NOTHING = async (): Promise<void> => undefined

/** The drivers send, and hear what is answered, where commands are sent. */
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

/** Devices that push over HTTP are heard where the calls are answered. */
export const pushedTask: Task = {
  name: 'control.pushed',
  role: 'api',
  start: async (platform) => (platform.port(driversPort).any ? listen(platform) : NOTHING),
}
