import { createCalendar, dayOf } from '@lamplight/calendar'
import { expect, test } from 'vitest'
import { entryFrom, type StoredEntry } from '../../model/strategy-fields.ts'
import { clockEntryAt, draggedEntry, lineOf, nudgedEntry } from './night-scale.ts'

const SITE = { lat: 31.2, lng: 121.5, zone: 'Asia/Shanghai' }
const DAY = dayOf('2026-11-26')
const MINUTE = 60_000
const SUNSET: StoredEntry = { trigger: 2, offset: -10, level: 100 }
const LATE: StoredEntry = { trigger: 1, time: '23:00', level: 50 }
const SENSOR: StoredEntry = { trigger: 6, lux: 30, earliest: -30, latest: 30, level: 100 }
const entries = [SUNSET, LATE, SENSOR]
const calendar = createCalendar({ entries: entries.map(entryFrom) }, SITE)
const night = calendar.night(DAY)
const stepOf = (index: number) => night.instants.find(({ entry }) => entry === index)!

test('a dragged clock point snaps to five minutes and five percent, and stays in its night', () => {
  const step = stepOf(1)
  const move = (minutes: number, level: number) =>
    draggedEntry(calendar, night, { entry: LATE, step, at: step.at + minutes * MINUTE, level })
  expect(move(72, 63)).toMatchObject({ time: '00:10', level: 65 })
  expect(move(-4000, 120)).toMatchObject({ time: '12:00', level: 100 })
  expect(move(4000, -5)).toMatchObject({ time: '11:55', level: 0 })
})

test('a dragged sun point moves as an offset to its event, within what devices hold', () => {
  const step = stepOf(0)
  const move = (minutes: number) => draggedEntry(calendar, night, { entry: SUNSET, step, at: step.at + minutes * MINUTE, level: 80 })
  expect(move(23)).toMatchObject({ trigger: 2, offset: 15, level: 80 })
  expect(move(-600)).toMatchObject({ offset: -180 })
})

test('a light sensor keeps its time: only its level changes', () => {
  const step = stepOf(2)
  expect(draggedEntry(calendar, night, { entry: SENSOR, step, at: step.at + 50 * MINUTE, level: 41 })).toEqual({ ...SENSOR, level: 40 })
  expect(nudgedEntry(SENSOR, 5, 5)).toEqual(SENSOR)
})

test('keys move by steps, past midnight and not past noon', () => {
  expect(nudgedEntry({ ...LATE, time: '23:58' }, 5, 0)).toMatchObject({ time: '00:03' })
  expect(nudgedEntry({ ...LATE, time: '11:55' }, 5, 0)).toMatchObject({ time: '11:55' })
  expect(nudgedEntry({ ...LATE, time: '12:00' }, -30, 20)).toMatchObject({ time: '12:00', level: 70 })
  expect(nudgedEntry(SUNSET, -30, -20)).toMatchObject({ offset: -40, level: 80 })
})

test('a new point has the clock time of its place in the night', () => {
  expect(clockEntryAt(calendar, night, night.start + 9.52 * 60 * MINUTE, 33)).toEqual({ trigger: 1, time: '21:30', level: 35 })
})

test('the line of a night begins dark at noon, steps, and shows ramps as slopes', () => {
  const ramped = createCalendar(
    {
      entries: [
        { trigger: '20:00', level: 80, ramp: 600 },
        { trigger: '20:05', level: 20 },
      ],
    },
    SITE,
  ).night(DAY)
  const at = (minutes: number) => ramped.start + minutes * MINUTE
  expect(lineOf(ramped)).toEqual([
    [at(0), 0],
    [at(480), 0],
    [at(485), 80],
    [at(485), 80],
    [at(485), 20],
    [at(1440), 20],
  ])
})
