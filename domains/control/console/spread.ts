import type { AnswerOf } from '@lamplight/console-kit'
import type { spreadRoute } from '../server/param-page.handler.ts'

/** Answer of `blade-city/param/spread`: what the choice affects, and how many of the chosen devices hold which value. */
export type Spread = Omit<AnswerOf<typeof spreadRoute>, 'wanted'>
