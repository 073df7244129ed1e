import type { Role, Task } from '@lamplight/server-kit'
import { deviceTypesPort } from '../model/ports.ts'

const ROLES: readonly Role[] = ['api', 'ingest', 'dispatch', 'schedule']

/** Each process reads the types made at run time before it works with devices. */
export const typeTasks: readonly Task[] = ROLES.map((role) => ({
  name: `devices.types.${role}`,
  role,
  start: async ({ port }) => {
    await port(deviceTypesPort).ready()
    return async () => undefined
  },
}))
