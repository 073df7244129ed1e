import { expect, test } from 'vitest'
import { dataOption, shapeOf, type ValueLook, type Values, valueOption } from './value-option.ts'

const LOOK: ValueLook = { colours: ['red'], text: 'black', line: 'grey', font: 'x', fontSize: 20 }
const values = (...numbers: (number | null)[]): Values => ({
  names: numbers.map((_, at) => `n${at}`),
  series: [{ name: 'a', unit: 'kWh', values: numbers }],
})

test('new values change only data; series, text size and kind change the shape', () => {
  expect(dataOption('line', values(1, null), LOOK)).toEqual({ xAxis: { data: ['n0', 'n1'] }, series: [{ data: [1, null] }] })
  expect(dataOption('pie', values(null, 2), { ...LOOK, colours: ['red', 'blue'] })).toEqual({
    series: [{ data: [{ name: 'n1', value: 2, itemStyle: { color: 'blue' } }] }],
  })
  const shape = shapeOf('line', values(1), LOOK)
  expect(shapeOf('line', values(2, 3), LOOK)).toBe(shape)
  expect(shapeOf('bar', values(1), LOOK)).not.toBe(shape)
  expect(shapeOf('line', values(1), { ...LOOK, fontSize: 40 })).not.toBe(shape)
  expect(shapeOf('line', { names: [], series: [] }, LOOK)).not.toBe(shape)
})

test('the whole options draw nothing smaller than the text size, and animate nothing', () => {
  const made = valueOption('bar', values(1), { look: LOOK, number: String }) as Record<string, { axisLabel?: { fontSize: number } }>
  expect([made.animation, made.xAxis?.axisLabel?.fontSize, made.yAxis?.axisLabel?.fontSize]).toEqual([false, 20, 20])
})
