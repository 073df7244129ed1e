import type { AnswerOf } from '@lamplight/console-kit'
import type { spreadRoute } from '../../server/params/param-page.handler.ts'

/** Answer of `blade-city/param/spread`: the number of chosen devices, and how many of them hold which value. */
export type Spread = Omit<AnswerOf<typeof spreadRoute>, 'wanted'>
