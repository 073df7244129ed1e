import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAlikeReader } from './alike.ts'
import { check, decode } from './codec.ts'
import { LIMITS } from './limits.ts'
import type { Ack } from './messages.ts'

const readerOf = () => createAlikeReader((answers) => check('ack', answers) === undefined)
const answer = (n: number, more: object = {}) => ({
  id: '7',
  sn: `L${n}`,
  ok: true,
  code: 'ok',
  at: 1000 + n,
  p: { on: true, dim: 30 },
  ...more,
})
const many = (count: number, more: object = {}): string => JSON.stringify(Array.from({ length: count }, (_, n) => answer(n, more)))

test('uniform answers are read as if each was parsed, also with another key order and after another command', () => {
  const read = readerOf()
  for (const text of [
    many(40),
    many(3, { id: '8' }),
    many(2),
    JSON.stringify([1, 2, 3].map((n) => ({ at: n, p: { sn: 'x' }, code: 'ok', ok: true, id: '7', sn: `L${n}` }))),
  ])
    expect(read(text)).toEqual(JSON.parse(text))
})

test('answers that differ or are invalid fall back to the full parser', () => {
  const wrong = [
    JSON.stringify([answer(1), answer(2, { p: { on: true, dim: 31 } })]),
    JSON.stringify([answer(1), answer(2, { sn: 'L 2' })]),
    JSON.stringify([answer(1), answer(2, { at: 253_402_300_800_000 })]),
    JSON.stringify([answer(1), answer(2, { at: -1 })]),
    JSON.stringify([answer(1), answer(2, { at: 1.5 })]),
    many(2, { code: 'fine' }),
    many(2).replace('1001', '01001'),
    many(2).replace('L1', '","sn":"L1'),
    many(2).replaceAll('"p"', '"sn":"L9","p"'),
    `${many(2)}]`,
    many(2).slice(0, -1),
    many(LIMITS.entriesPerMessage + 1),
    '[]',
    '[{},{}]',
    '},{',
  ]
  for (const text of wrong) {
    const read = readerOf()
    read(many(2))
    expect(read(text), text.slice(0, 200)).toBeUndefined()
  }
})

test('for any text the result equals that of parsing and checking', () => {
  const word = fc.constantFrom('L1', 'L2', 'lamp:7.x', 'sn', 'at', '},{', '"', '"sn":"L1"', '\\', '', 'L1","at":5')
  const number = fc.oneof(
    { weight: 8, arbitrary: fc.nat(2) },
    { weight: 2, arbitrary: fc.nat({ max: 253_402_300_799_999 }) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 1.5, 1e21, 253_402_300_800_000) },
  )
  const common = fc.record(
    {
      id: fc.constantFrom('1', '2', '77', '8', 'x'),
      ok: fc.boolean(),
      code: fc.constantFrom('ok', 'busy', 'expired', 'no'),
      p: fc.record({ dim: fc.nat(3), until: number, sn: word }, { requiredKeys: [] }),
      more: fc.oneof(word, fc.array(fc.record({ sn: word, at: number }))),
    },
    { requiredKeys: ['id', 'ok', 'code'] },
  )
  const keys = fc.shuffledSubarray(['id', 'sn', 'ok', 'code', 'at', 'p', 'more'], { minLength: 7 })
  const own = fc.record({
    sn: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('L1', 'L2', 'L33') }, { weight: 1, arbitrary: word }),
    at: number,
  })
  const texts = fc
    .tuple(
      common,
      keys,
      fc.array(own, { minLength: 1, maxLength: 4 }),
      fc.option(fc.tuple(fc.nat(), fc.constantFrom(',', '0', '"', '}', 'e1', ' ')), { freq: 1 }),
    )
    .map(([alike, order, each, spoilt]) => {
      const all: Record<string, unknown>[] = each.map((one) => ({ ...alike, ...one }))
      const text = JSON.stringify(all.map((one) => Object.fromEntries(order.flatMap((key) => (key in one ? [[key, one[key]]] : [])))))
      if (!spoilt) return text
      const at = spoilt[0] % text.length
      return text.slice(0, at) + spoilt[1] + text.slice(at)
    })
  const longWay = (text: string): Ack[] | undefined => {
    try {
      const value = JSON.parse(text) as Ack[]
      return check('ack', value) === undefined ? value : undefined
    } catch {
      return undefined
    }
  }
  const read = readerOf()
  let alike = 0
  fc.assert(
    fc.property(texts, (text) => {
      const [expected, found, decoded] = [longWay(text), read(text), decode('ack', text)]
      if (found) expect(found).toEqual(expected)
      expect(decoded.ok ? decoded.message : undefined).toEqual(expected)
      if (found) alike += 1
    }),
    { numRuns: 3000 },
  )
  expect(alike).toBeGreaterThan(50)
})
