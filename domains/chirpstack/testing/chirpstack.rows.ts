import type { SliceRows } from '@lamplight/testing'

export const chirpstackRows: SliceRows = { rows: {} }
