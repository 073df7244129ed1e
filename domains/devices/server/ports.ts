import { definePort } from '@lamplight/kit'
import type { IngestCache } from './known.port.ts'

/** A service that only this slice calls. */
export const knownPort = definePort<IngestCache>('devices.known')
