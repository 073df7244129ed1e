import { LIMITS } from '@lamplight/protocol'
import { expect, test } from 'vitest'
import { textsOf } from './texts-of.ts'

const read = (texts: readonly string[]): unknown[] => texts.flatMap((text) => JSON.parse(text) as unknown[])

test('entries are grouped into messages, limited by number and size, in order', () => {
  const few = [1, 2, 3]
  expect(textsOf(few, JSON.stringify)).toEqual(['[1,2,3]'])
  expect(textsOf([], JSON.stringify)).toEqual(['[]'])
  const many = Array.from({ length: 2 * LIMITS.entriesPerMessage + 1 }, (_, n) => n)
  expect(textsOf(many, JSON.stringify).map((text) => JSON.parse(text).length)).toEqual([1000, 1000, 1])
  const large = Array.from({ length: 900 }, (_, n) => `${n}${'灯'.repeat(250)}`)
  const texts = textsOf(large, JSON.stringify)
  expect(texts.length).toBeGreaterThan(1)
  expect(Math.max(...texts.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(LIMITS.payloadBytes)
  expect(read(texts)).toEqual(large)
  expect(read(textsOf(many, JSON.stringify))).toEqual(many)
})
