import { definePort } from '@lamplight/kit'
import type { Known } from './known.port.ts'

/** A service that only this slice calls. */
export const knownPort = definePort<Known>('devices.known')
