import { definePort } from '@lamplight/kit'
import type { Files } from './files.port.ts'

/** Services that only this slice calls. */
export const filesPort = definePort<Files>('system.files')
