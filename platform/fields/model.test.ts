import fc from 'fast-check'
import { expect, test } from 'vitest'
import { f, modelOf, titleName } from './model.ts'

const L = { label: ['甲', 'A'] } as const
const through = (field: ReturnType<(typeof f)['text']>, value: never) => {
  const model = modelOf(field)
  return model.fromWire(model.toWire(value, field.options), field.options)
}

test('every type is parsed back from the wire unchanged', () => {
  const cases: [unknown, fc.Arbitrary<unknown>][] = [
    [f.text(L), fc.string({ minLength: 1 }).map((text) => `x${text.trim()}`)],
    [f.int({ ...L, min: 0 }), fc.nat(2_000_000_000)],
    [f.number(L), fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)],
    [f.flag(L), fc.boolean()],
    [f.choice({ 1: ['一', 'one'], 2: ['二', 'two'] }, L), fc.constantFrom(1, 2)],
    [f.ref('a.b', L), fc.bigInt({ min: 1n, max: 9_000_000_000_000_000_000n }).map(String)],
    [f.refs('a.b', L), fc.array(fc.bigInt({ min: 1n, max: 9_000_000_000_000_000_000n }).map(String), { minLength: 1, maxLength: 9 })],
    [f.terms({ wet: ['湿', 'Wet'], torn: ['破', 'Torn'] }, L), fc.uniqueArray(fc.constantFrom('wet', 'torn'), { minLength: 1 })],
    [
      f.geo(L),
      fc.record({
        lng: fc.integer({ min: -1800, max: 1800 }).map((n) => n / 10),
        lat: fc.integer({ min: -900, max: 900 }).map((n) => n / 10),
      }),
    ],
  ]
  for (const [field, values] of cases)
    fc.assert(
      fc.property(values, (value) => {
        expect(through(field as never, value as never)).toEqual(value)
      }),
    )
})
test('nulls are written as wire-contract 2.3 defines and are parsed back as null', () => {
  for (const field of [f.text(L), f.number(L), f.time(L), f.dict('x', L), f.ref('a.b', L), f.refs('a.b', L), f.secret(L)]) {
    expect(modelOf(field).toWire(null, field.options)).toEqual([''])
    expect(modelOf(field).fromWire([''], field.options)).toBeNull()
  }
  expect(modelOf(f.int({ ...L, min: 0 })).toWire(null, L)).toEqual([-1])
  expect(modelOf(f.int({ ...L, min: 0 })).fromWire([-1], { ...L, min: 0 } as never)).toBeNull()
  expect(modelOf(f.int(L)).fromWire([-1], L)).toBe(-1)
})
test('plain numbers and flags keep the form of older calls: JSON numbers with null, true and false', () => {
  const [number, flag] = [f.number({ ...L, plain: true, decimals: 1 }), f.flag({ ...L, plain: true })]
  const written = (field: typeof number | typeof flag, value: unknown) => modelOf(field).toWire(value as never, field.options)
  expect([written(number, 1.25), written(number, null)]).toEqual([[1.25], [null]])
  expect([written(flag, true), written(flag, false), written(flag, null)]).toEqual([[true], [false], [false]])
  expect([modelOf(number).fromWire([1.3], number.options), modelOf(flag).fromWire([false], flag.options)]).toEqual([1.3, false])
  expect(modelOf(number).answer(number.options)).toEqual([{ anyOf: [{ type: 'number' }, { type: 'null' }] }])
  expect(modelOf(flag).answer(flag.options)).toEqual([{ type: 'boolean' }])
})
test('a value of the wrong form is distinguished from an invalid value', () => {
  expect(modelOf(f.int(L)).fromWire(['1.5'], L)).toBeUndefined()
  expect(modelOf(f.text(L)).fromWire([{}], L)).toBeUndefined()
  expect(modelOf(f.time(L)).fromWire(['tomorrow'], L)).toBeUndefined()
  expect(modelOf(f.geo(L)).fromWire(['12', ''], L)).toBeUndefined()
  expect(modelOf(f.int({ ...L, max: 100 })).check(101 as never, { ...L, max: 100 } as never)?.[1]).toBe('must be at most 100')
  expect(modelOf(f.geo(L)).check({ lng: 181, lat: 0 } as never, L)).not.toBeNull()
})
test('a secret is never sent', () => {
  expect(modelOf(f.secret(L)).toWire('hunter2' as never, L)).toEqual([''])
})
test('the title of a reference is sent beside it', () => {
  expect([
    titleName('projectId', {}),
    titleName('controllerId', { wire: 'lampControlId' }),
    titleName('areaId', { titleAs: 'area' }),
  ]).toEqual(['projectName', 'lampControlName', 'area'])
})

test('an error in a list names the item and the field once', () => {
  const rule = { begin: f.text({ label: ['起始时间', 'Begin'], required: true }), dim: f.int({ label: ['亮度', 'Level'], max: 100 }) }
  const field = f.items(rule, { ...L, max: 9 })
  const check = (value: unknown) => modelOf(field).check(value, field.options)
  expect(check([{ begin: 'x' }, { begin: null }])).toEqual(['第2项：请输入起始时间', 'item 2: Begin is required'])
  expect(check([{ begin: 'x', dim: 101 }])?.[0]).toMatch(/^第1项亮度/)
  expect(check([{ begin: 'x', dim: 100 }])).toBeNull()
})
