import { describe, expect, it } from 'vitest'
import { dayAfterKey, namesOf, weeksOf } from './month.ts'
import { END, readTyped, spanAfter } from './typed-time.ts'

describe('a typed time', () => {
  it('is read in common forms, also with the signs of a Chinese input method', () => {
    for (const typed of ['2026-11-30', '2026/11/30', '2026.11.30', '20261130', '2026年11月30日', ' 2026－11－30 ', '２０２６/11/30'])
      expect(readTyped(typed), typed).toBe('2026-11-30 00:00:00')
    for (const typed of [
      '2026-11-30 18:00',
      '2026/11/30 18:00',
      '2026-11-30T18:00:00',
      '2026年11月30日18时',
      '2026-11-30 18：00',
      '20261130 18:00',
    ])
      expect(readTyped(typed), typed).toBe('2026-11-30 18:00:00')
    expect(readTyped('2026-1-5 8:05:09')).toBe('2026-01-05 08:05:09')
    expect(readTyped('2026年1月5日 8时5分')).toBe('2026-01-05 08:05:00')
  })
  it('is the end of its day at the end of a range', () => {
    expect(readTyped('2026-11-30', END)).toBe('2026-11-30 23:59:59')
    expect(readTyped('2026-11-30 18:00', END)).toBe('2026-11-30 18:00:00')
  })
  it('is null if empty, and undefined if the calendar has no such time', () => {
    expect(readTyped('  ')).toBeNull()
    for (const typed of [
      '2026-02-31',
      '2026-13-01',
      '2026-11-30 25:00',
      '2026-11-30 24:00',
      '2026-11-30 18:60',
      '11-30',
      'soon',
      '2026-11-3018:00',
    ])
      expect(readTyped(typed), typed).toBeUndefined()
  })
})

describe('a range', () => {
  it('keeps its order when one end is chosen', () => {
    const span = { from: '2026-11-10 00:00:00', to: '2026-11-20 23:59:59' }
    expect(spanAfter(span, 'from', '2026-11-15 00:00:00')).toEqual({ from: '2026-11-15 00:00:00', to: '2026-11-20 23:59:59' })
    expect(spanAfter(span, 'from', '2026-11-25 00:00:00')).toEqual({ from: '2026-11-25 00:00:00', to: '' })
    expect(spanAfter(span, 'to', '2026-11-12 23:59:59')).toEqual({ from: '2026-11-10 00:00:00', to: '2026-11-12 23:59:59' })
    expect(spanAfter(span, 'to', '2026-11-05 23:59:59')).toEqual({ from: '2026-11-05 00:00:00', to: '2026-11-10 23:59:59' })
    expect(spanAfter({ from: '', to: '' }, 'to', '2026-11-05 23:59:59')).toEqual({ from: '', to: '2026-11-05 23:59:59' })
  })
})

describe('a month', () => {
  it('is shown in six weeks that begin on Monday', () => {
    const weeks = weeksOf('2026-11-30')
    expect(weeks).toHaveLength(6)
    expect([weeks[0]?.[0], weeks[0]?.[6], weeks[5]?.[6]]).toEqual(['2026-10-26', '2026-11-01', '2026-12-06'])
    expect(weeksOf('2027-02-10')[0]?.[0]).toBe('2027-02-01')
  })
  it('is walked through by keys', () => {
    const after = (key: string, shift = false) => dayAfterKey('2026-01-31', key, shift)
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => after(key))).toEqual([
      '2026-01-30',
      '2026-02-01',
      '2026-01-24',
      '2026-02-07',
    ])
    expect([after('Home'), after('End')]).toEqual(['2026-01-26', '2026-02-01'])
    expect([after('PageUp'), after('PageDown'), after('PageUp', true), after('PageDown', true)]).toEqual([
      '2025-12-31',
      '2026-02-28',
      '2025-01-31',
      '2027-01-31',
    ])
    expect(after('x')).toBeNull()
  })
  it('has names in Chinese and English', () => {
    const [zh, en] = [namesOf('zh'), namesOf('en')]
    expect([zh.month('2026-11-30'), en.month('2026-11-30')]).toEqual(['2026年11月', 'November 2026'])
    expect(zh.day('2026-11-30')).toBe('2026年11月30日星期一')
    expect(en.day('2026-11-30')).toMatch(/^Monday,? 30 November 2026$/)
    expect(zh.weekdays.map(({ short }) => short).join('')).toBe('一二三四五六日')
    expect(en.weekdays[6]).toEqual({ short: 'Sun', long: 'Sunday' })
  })
})
