import type { SliceRows } from '@lamplight/testing'

export const controlRows: SliceRows = { marks: { control_batch: ['target_text', 'account'] } }
