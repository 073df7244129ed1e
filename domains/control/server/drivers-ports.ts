import { definePort } from '@lamplight/kit'
import type { Drivers } from './drivers.port.ts'

/** The drivers of this process, for slices whose devices push messages over HTTP. */
export const driversPort = definePort<Drivers>('control.drivers')
