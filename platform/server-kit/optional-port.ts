import type { PortKey } from '@lamplight/kit'
import type { Platform } from './platform-types.ts'
import { registryPort } from './ports.ts'

/** The service of a port that needs no provider (`ServerSlice.mayUse`); undefined if no slice provides it. */
export const optionalPort = <T extends object>(platform: Pick<Platform, 'port'>, port: PortKey<T>): T | undefined =>
  platform.port(registryPort).slices.some(({ ports = [] }) => ports.some(({ key }) => key === port)) ? platform.port(port) : undefined
