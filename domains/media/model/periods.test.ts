import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAYS, isOnAt, periodsText, periodsWords } from './periods.ts'

const pad = (n: number): string => String(n).padStart(2, '0')
const time = (minute: number): string => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`

test('weekdays count from Monday; a period whose end is before its begin ends on the next day', () => {
  const text = periodsText([
    { days: 31, on: '08:00', off: '22:00' },
    { days: 64, on: '20:00', off: '02:00' },
  ])
  expect(text).toBe('12345 08:00-22:00;7 20:00-02:00')
  const at = (day: number, hour: number, minute = 0): boolean => isOnAt(text, day, hour * 60 + minute)
  expect([at(0, 8), at(4, 21, 59), at(4, 22), at(5, 12)]).toEqual([true, true, false, false])
  expect([at(6, 19, 59), at(6, 20), at(0, 1, 59), at(0, 2)]).toEqual([false, true, true, false])
  expect(isOnAt('', 0, 0)).toBe(false)
})

test('stored periods are said with the names of their days; another form stays as the device sent it', () => {
  const text = periodsText([
    { days: 31, on: '08:00', off: '22:00' },
    { days: 64, on: '20:00', off: '02:00' },
    { days: 5, on: '06:30', off: '07:00' },
  ])
  expect(periodsWords(text)).toEqual([
    '周一至周五 08:00–22:00；周日 20:00–02:00；周一、周三 06:30–07:00',
    'Monday to Friday 08:00–22:00; Sunday 20:00–02:00; Monday, Wednesday 06:30–07:00',
  ])
  expect([periodsWords('1234567 06:30-22:30')?.[1], periodsWords('8 06:30-22:30'), periodsWords('always')]).toEqual([
    'Every day 06:30–22:30',
    undefined,
    undefined,
  ])
})

test('a device is on in exactly the minutes that its periods cover', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const period = fc.record({ days: fc.constantFrom(...Object.keys(DAYS).map(Number)), from: minute, to: minute })
  fc.assert(
    fc.property(fc.array(period, { maxLength: 4 }), (periods) => {
      const week = new Array<boolean>(7 * 1440).fill(false)
      for (const { days, from, to } of periods)
        for (let day = 0; day < 7; day++)
          if (Math.floor(days / 2 ** day) % 2 === 1)
            for (let n = from; n !== to; n = (n + 1) % 1440) week[(day * 1440 + n + (n < from ? 1440 : 0)) % week.length] = true
      const text = periodsText(periods.map(({ days, from, to }) => ({ days, on: time(from), off: time(to) })))
      for (let n = 0; n < week.length; n += 7) expect(isOnAt(text, Math.floor(n / 1440), n % 1440), `${text} at ${n}`).toBe(week[n])
    }),
    { numRuns: 60 },
  )
})
