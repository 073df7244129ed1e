import type { PortKey } from '@lamplight/kit'
import type { Platform } from './platform-types.ts'

/** A port and the function that makes its service, once per process. */
export interface Provided {
  readonly key: PortKey<object>
  readonly make: (platform: Platform) => object
}
