import type { AnswerOf } from '@lamplight/console-kit'
import type { repairRoute } from '../server/param-settle.handler.ts'

/** A batch that a call created. */
export type MadeBatch = AnswerOf<typeof repairRoute>['batches'][number]
