import { definePort } from '@lamplight/kit'
import type { Files } from './files/files.port.ts'

/** Keys of services that only this slice uses. */
export const filesPort = definePort<Files>('system.files')
