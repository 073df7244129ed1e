import { expect, test } from 'vitest'
import { dataOption, inLines, shapeOf, type ValueLook, type Values, valueOption } from './value-option.ts'

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

test('the axis of a rate near 100 ends at 100 %, also when the values change later; other units keep their own axis', () => {
  const rate = (unit: string, value: number): Values => ({ names: ['n'], series: [{ name: 'a', unit, values: [value] }] })
  const axis = (unit: string, value: number) =>
    (valueOption('line', rate(unit, value), { look: LOOK, number: String }) as { yAxis: { max?: number } }).yAxis.max
  expect([axis('%', 99.8), axis('%', 100), axis('%', 40), axis('kWh', 99.8)]).toEqual([100, 100, undefined, undefined])
  expect(dataOption('line', rate('%', 99.8), LOOK)).toMatchObject({ yAxis: { max: 100 } })
  expect(dataOption('line', rate('kWh', 99.8), LOOK)).not.toHaveProperty('yAxis')
})

test('a pie draws no labels, which a narrow widget would cut: its names stand beside it', () => {
  const made = valueOption('pie', values(5, 0, 3), { look: LOOK, number: String }) as { series: [{ label: { show: boolean } }] }
  expect(made.series[0].label.show).toBe(false)
})

test('names below bars take two lines; dates stay whole', () => {
  expect(['窑湾街道', '城东', '11-16', '2026-11', 'Lotus Picker Avenue', 'North'].map(inLines)).toEqual([
    '窑湾\n街道',
    '城东',
    '11-16',
    '2026-11',
    'Lotus\nPicker Avenue',
    'North',
  ])
})
