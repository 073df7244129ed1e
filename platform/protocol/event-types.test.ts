import { expect, test } from 'vitest'
import { EVENT_TYPE_NAMES, EVENT_TYPES, isEventType, isFaultType } from './event-types.ts'

test('each event has its own label in both languages', () => {
  const labels = Object.values(EVENT_TYPES)
  expect(new Set(labels.map(([zh]) => zh)).size).toBe(labels.length)
  expect(new Set(labels.map(([, en]) => en)).size).toBe(labels.length)
  for (const [zh, en] of labels) {
    expect(zh).toMatch(/^[\u4e00-\u9fff]+$/)
    expect(en).toMatch(/^[\x20-\x7e]+$/)
  }
})

test('only the declared names are event types', () => {
  expect(EVENT_TYPE_NAMES.every(isEventType)).toBe(true)
  expect(isEventType('toString')).toBe(false)
  expect(isFaultType('lampFailure')).toBe(true)
  expect(isFaultType('lightStateChange')).toBe(false)
})
