import type { Role, Task } from '@lamplight/server-kit'
import { deviceTypesPort } from '../../model/ports.ts'

const ROLES: readonly Role[] = ['api', 'ingest', 'dispatch', 'schedule']

/** Loads the types made at run time when a process starts, before it uses devices. */
export const typeTasks: readonly Task[] = ROLES.map((role) => ({
  name: `devices.types.${role}`,
  role,
  start: async ({ port }) => {
    await port(deviceTypesPort).ready()
    return async () => undefined
  },
}))
