import type { SliceRows } from '@lamplight/testing'

export const linkageRows: SliceRows = {}
