import { onServer } from '@lamplight/server-kit'
import { batch } from '../model/index.ts'

/** Command records are written by commands alone. */
export const batchServer = onServer(batch, { place: 'author' })
