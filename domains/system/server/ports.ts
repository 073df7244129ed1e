import { definePort } from '@lamplight/kit'
import type { Dictionaries } from './dictionaries.port.ts'
import type { Files } from './files.port.ts'

/** Services that only this slice calls. */
export const dictionariesPort = definePort<Dictionaries>('system.dictionaries')
export const filesPort = definePort<Files>('system.files')
