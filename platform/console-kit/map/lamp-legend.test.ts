import { LAMP_STATE, type LampState } from '@lamplight/lamp-packet'
import { expect, test } from 'vitest'
import { nextFilter } from './lamp-legend.tsx'
import { LAMP_STATES } from './paint/marks.ts'

const { on, off, fault } = LAMP_STATE
const shown = (hidden: ReadonlySet<LampState>): LampState[] => LAMP_STATES.filter((state) => !hidden.has(state))

test('a press shows only one state, a press on another state replaces it, and a second press shows all', () => {
  const one = nextFilter(new Set(), on, false)
  expect(shown(one)).toEqual([on])
  expect(shown(nextFilter(one, off, false))).toEqual([off])
  expect(shown(nextFilter(one, on, false))).toEqual(LAMP_STATES)
})

test('with Shift a press adds or removes a state; with no state left all are shown', () => {
  const one = nextFilter(new Set(), on, true)
  expect(shown(one)).toEqual([on])
  const two = nextFilter(one, fault, true)
  expect(shown(two)).toEqual([on, fault])
  expect(shown(nextFilter(two, on, true))).toEqual([fault])
  expect(shown(nextFilter(one, on, true))).toEqual(LAMP_STATES)
})
