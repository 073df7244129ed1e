import { definePort } from '@lamplight/kit'
import type { IngestCache } from './ingest/known.port.ts'

/** Port that only this slice uses. */
export const knownPort = definePort<IngestCache>('devices.known')
