import { expect, test } from 'vitest'
import { type CalendarProgram, calendarPoints, check, LIMITS, switchEventOf, switchEventText } from './index.ts'

const program: CalendarProgram = {
  zone: 'Asia/Shanghai',
  entries: [
    { trigger: 'sunset', offset: -10, level: 100 },
    { trigger: '23:00', level: 40, weekdays: [1, 2, 3] },
    { trigger: 'afterOn', offset: 30, level: 80, head: 2 },
    { trigger: 'sunrise', offsets: { 101: -20 }, level: 0 },
  ],
  specials: [
    { range: '2026-10-01..2026-10-07', priority: 1, entries: [{ trigger: 'sunset', level: 100 }] },
    {
      days: ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20'],
      priority: 2,
      entries: [{ trigger: 'sunrise', offset: 5, level: 0 }],
    },
  ],
}
const faultOf = (changed: object): string | undefined =>
  check('calendar', { id: '1', hash: '0123456789abcdef', program: { ...program, ...changed } })

test('switch points are named by event, offset, level, weekdays and head, those of special nights after their dates', () => {
  expect(calendarPoints(program)).toEqual([
    'sunset-10=100',
    '23:00=40 1,2,3',
    'afterOn+30=80 head 2',
    'sunrise±=0',
    'special 2026-10-01..2026-10-07 sunset=100',
    'special 2026-02-16,2026-02-17,2026-02-18,+2 sunrise+5=0',
  ])
})

test('a full calendar has as many switch points as a value can hold, and each fits into a text of a value', () => {
  const days = Array.from({ length: LIMITS.calendarDays }, (_, n) => `2026-0${1 + (n % 9)}-1${n % 10}`)
  const list = Array.from({ length: LIMITS.calendarEntries }, () => ({
    trigger: 'civilDusk',
    offset: -719.9,
    level: 99.9,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    head: 2,
  }))
  const specials = Array.from({ length: LIMITS.calendarSpecials }, () => ({
    range: '2026-10-01..2026-10-07',
    days,
    priority: 1,
    entries: list,
  }))
  const full = { ...program, entries: list, specials }
  expect(faultOf(full)).toBeUndefined()
  const points = calendarPoints(full)
  expect(points).toHaveLength(LIMITS.paramEntries)
  const value = { id: '2124453936483012700', hash: '0123456789abcdef', points }
  const ack = { id: '1', sn: 'LC-1', ok: true, code: 'ok', at: 1, p: {}, params: { calendar: value } }
  expect(check('ack', [ack])).toBeUndefined()
})

test('a calendar message is refused with the name of what does not fit', () => {
  expect(faultOf({})).toBeUndefined()
  for (const [changed, words] of [
    [{ zone: 'no zone' }, 'program.zone must match'],
    [{ entries: [{ trigger: 'noon', level: 1 }] }, 'program.entries[0].trigger must match'],
    [{ entries: [{ trigger: 'sunset', level: 101 }] }, 'program.entries[0].level must be between 0 and 100'],
    [{ entries: [{ trigger: 'sunset', level: 1, moon: 1 }] }, 'program.entries[0].moon is not known'],
    [{ entries: [{ trigger: 'sunset' }] }, 'program.entries[0].level is missing'],
    [
      { entries: Array.from({ length: 33 }, () => ({ trigger: 'sunset', level: 1 })) },
      'program.entries must have between 0 and 32 entries',
    ],
    [{ specials: [{ range: '10-01', priority: 1, entries: [] }] }, 'program.specials[0].range must match'],
    [{ polar: 'moon' }, 'program.polar must be one of skip, holdOn, holdOff'],
  ] as const)
    expect(faultOf(changed)).toContain(words)
  expect(check('calendar', { id: '1', hash: 'ABC', program })).toContain('hash must match')
})

test('a switch event is read as it was written', () => {
  const event = { at: 1767225600000, level: 62.5, reason: 'program', entry: 3, special: -1 } as const
  expect(switchEventText(event)).toBe('1767225600000,62.5,program,3,-1')
  expect(switchEventOf(switchEventText(event))).toEqual(event)
  for (const wrong of ['', '1,2,3', '1,50,moon,0,0', 'x,50,program,0,0']) expect(switchEventOf(wrong)).toBeUndefined()
})
