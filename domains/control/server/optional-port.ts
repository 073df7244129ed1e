import type { PortKey } from '@lamplight/kit'
import { type Platform, registryPort } from '@lamplight/server-kit'

/** The service of a port that needs no provider; undefined if no slice provides it. */
export const optional = <T extends object>(platform: Pick<Platform, 'port'>, port: PortKey<T>): T | undefined =>
  platform.port(registryPort).slices.some(({ ports = [] }) => ports.some(({ key }) => key === port)) ? platform.port(port) : undefined
