import { expect, test } from 'vitest'
import { differenceOf } from './difference.ts'

const SUNSET = { trigger: 2, offset: 0, level: 100 }
const LATE = { trigger: 1, time: '23:00', level: 60 }
const SUNRISE = { trigger: 3, offset: 0, level: 0 }

test('a switch point of another clock time is added and removed; one with other values is changed', () => {
  const later = { ...LATE, time: '22:00' }
  const early = { ...SUNSET, offset: -10 }
  expect(differenceOf({ entries: [SUNSET, LATE, SUNRISE] }, { entries: [early, later, SUNRISE] })).toEqual({
    added: [{ trigger: 1, time: '22:00', level: 60 }],
    removed: [{ trigger: 1, time: '23:00', level: 60 }],
    changed: [
      [
        { trigger: 2, level: 100 },
        { trigger: 2, level: 100, offset: -10 },
      ],
    ],
    settings: [],
  })
})
test('values that mean nothing, the order, and initial settings are no difference', () => {
  const long = { ...LATE, offset: null, head: 0, weekdays: '', ramp: 0, lux: null, earliest: null, latest: null }
  expect(differenceOf({ entries: [SUNSET, LATE], priority: 5, range: null }, { entries: [long, SUNSET] })).toEqual({
    added: [],
    removed: [],
    changed: [],
    settings: [],
  })
})
test('equal switch points are paired one to one, and changed settings are named', () => {
  expect(differenceOf({ entries: [LATE, LATE], minBurn: 0 }, { entries: [LATE], minBurn: 10, range: '10-01..10-07' })).toEqual({
    added: [],
    removed: [{ trigger: 1, time: '23:00', level: 60 }],
    changed: [],
    settings: [
      ['range', '', '10-01..10-07'],
      ['minBurn', 0, 10],
    ],
  })
})
