import type { Row } from '@lamplight/kit'
import type { thing } from '../model/thing.listing.ts'

/** An integrated device with its latest values. */
export type Thing = Row<typeof thing>
