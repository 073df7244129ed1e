import { dayOf } from '@lamplight/calendar'
import { expect, test } from 'vitest'
import { draftFrom, TEMPLATES } from '../templates.ts'
import { bodyOf, draftOf, headsOf, programOf } from './draft.ts'

test('a strategy of the wire is read and written without values that mean nothing for its triggers', () => {
  const draft = draftOf({
    name: '主干道',
    kind: 1,
    systemType: 2,
    projectId: '',
    entries: [
      { trigger: 2, time: '', offset: -10, level: 100, head: 1, weekdays: '1,2', ramp: 30, lux: '', earliest: -1, latest: -1 },
      { trigger: 1, time: '23:00', offset: -1, level: 0, head: 0, weekdays: '', ramp: -1, lux: '', earliest: -1, latest: -1 },
      { trigger: 7, time: '', offset: -1, level: 0, head: 2, weekdays: '', ramp: 0, lux: 60, earliest: -40, latest: 20 },
    ],
    range: '',
    dayKind: 0,
    priority: 5,
    polar: -1,
    minBurn: -1,
  })
  expect(bodyOf(draft).entries).toEqual([
    { trigger: 2, offset: -10, level: 100, head: 1, ramp: 30, weekdays: '1,2' },
    { trigger: 1, time: '23:00', level: 0, head: 0, ramp: 0, weekdays: '' },
    { trigger: 7, level: 0, head: 2, ramp: 0, weekdays: '', lux: 60, earliest: -40, latest: 20 },
  ])
  expect(headsOf(draft)).toEqual([1, 2])
  expect(programOf(draft, []).entries[0]).toEqual({ trigger: 'sunset', offset: -10, level: 100, head: 1, weekdays: [1, 2], ramp: 30 })
})

test('a festival begins with the coming night; a normal template in the list of special days becomes a special one', () => {
  const at = { label: '节日夜景', today: dayOf('2026-12-31'), kind: 1, systemType: 2, projectId: '' }
  const festival = draftFrom('festival', at)
  expect(festival).toMatchObject({ kind: 2, name: '节日夜景 12-31', range: '2026-12-31..2026-12-31' })
  expect(programOf(festival, [])).toMatchObject({ entries: [], specials: [{ range: '2026-12-31..2026-12-31', priority: 7 }] })
  expect(draftFrom('allNight', { ...at, kind: 2 })).toMatchObject({ kind: 2, entries: TEMPLATES.allNight.entries })
  expect(programOf({ ...festival, range: '', dayKind: 1 }, ['2027-01-01']).specials?.[0]?.days).toEqual(['2027-01-01'])
})
