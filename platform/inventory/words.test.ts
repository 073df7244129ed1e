import { expect, test } from 'vitest'
import { readLampType } from './light-sources.ts'
import { readLength, readPower } from './words.ts'

test.each([
  ['250', 250, null],
  ['286(LED)', 286, 'LED'],
  ['66 (LED)', 66, 'LED'],
  ['250/100', 250, null],
  ['286(LED)/66(LED)', 286, 'LED'],
  ['150 W', 150, null],
  ['100瓦', 100, null],
  ['0.25kW', 250, null],
  ['LED100', 100, 'LED'],
  ['100WLED', 100, 'LED'],
  ['高压钠灯250W', 250, 'HPS'],
  ['2x58W', 116, null],
  ['58W×2', 116, null],
  ['2盏x60W', 120, null],
  ['250+100', 350, null],
  ['', null, null],
  [' - ', null, null],
  ['many', null, null],
  ['-4', null, null],
  ['0', null, null],
  ['99999', null, null],
  ['9'.repeat(5000), null, null],
])('a wattage written %j is read as %s', (text, power, type) => {
  expect(readPower(text)).toMatchObject({ power, type })
})
test.each([
  ['250', null],
  ['', null],
  ['250/100', 'The wattage "250/100" has several values: the first, 250 W, was taken'],
  ['2x58W', 'The wattage "2x58W" was read as 116 W in total'],
  ['many', 'The wattage "many" could not be read: left empty'],
])('an interpreted wattage gives a note: %j', (text, note) => {
  expect(readPower(text).note?.[1] ?? null).toBe(note)
})
test.each([
  ['HPS', 'HPS'],
  ['HPS/Induction', 'HPS/IND'],
  ['Mercury Vapor', 'MV'],
  ['高压钠灯', 'HPS'],
  ['低压钠灯', 'LPS'],
  ['LED灯', 'LED'],
  ['high_pressure_sodium', 'HPS'],
  ['Other', null],
  ['无', null],
  ['Xenon', 'XENON'],
])('a light source written %j is read as %s', (text, type) => {
  expect(readLampType(text)).toBe(type)
})
test.each([
  ['9', 'm', 9],
  ['30', 'ft', 9.14],
  ['30 ft', 'm', 9.14],
  [`25'6"`, 'm', 7.77],
  ['9 m', 'ft', 9],
  ['9米', 'ft', 9],
  ['900cm', 'm', 9],
  ['9,5', 'm', 9.5],
  ['80', 'm', null],
  ['0', 'm', null],
  ['tall', 'm', null],
] as const)('a height written %j in a column of %s is read as %s m', (text, unit, metres) => {
  expect(readLength(text, unit)).toBe(metres)
})
