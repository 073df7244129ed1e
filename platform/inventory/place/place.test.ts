import { expect, test } from 'vitest'
import { fromMercator, placeOf, readAngle, readPair } from './place.ts'

test('Web Mercator metres are converted to degrees', () => {
  const [lng, lat] = fromMercator(-9824847.80767025, 4887225.98189152)
  expect(lng).toBeCloseTo(-88.258109, 5)
  expect(lat).toBeCloseTo(40.146306, 5)
})
test.each([
  ['28.2', 28.2, null],
  ['28,2', 28.2, null],
  ['-88.25°', -88.25, null],
  ['28.2N', 28.2, 'lat'],
  ['W 88.5', -88.5, 'lng'],
  [`28°12'36"N`, 28.21, 'lat'],
  ['28°12.6′', 28.21, null],
  ['北纬28度12分36秒', 28.21, 'lat'],
  ['东经112°30′', 112.5, 'lng'],
  ['112 30 0 E', 112.5, 'lng'],
  ['28:12:36', 28.21, null],
])('an angle written %j is %s', (text, value, axis) => {
  const angle = readAngle(text)
  expect(angle?.value).toBeCloseTo(value, 9)
  expect(angle?.axis).toBe(axis)
})
test.each(['', 'x', `28°61'`, `N28°12'S`, '112.5 30', '28°12.5 30', 'Main Street 12', '1'.repeat(10_000)])(
  '%j is not a valid angle',
  (text) => {
    const angle = readAngle(text)
    expect(angle === null || !Number.isFinite(angle.value)).toBe(true)
  },
)
test.each([
  ['40.1, -88.2', 40.1, -88.2],
  ['(40.1 -88.2)', 40.1, -88.2],
  ['112.9，28.2', 112.9, 28.2],
  ['POINT (-88.2 40.1)', -88.2, 40.1],
  ['SRID=4326;POINT(-88.2 40.1)', -88.2, 40.1],
  ['[-88.2, 40.1, 3]', -88.2, 40.1],
  ['{"latitude": 40.1, "longitude": -88.2}', -88.2, 40.1],
  [`N28°12'36" E112°30'`, 28.21, 112.5],
  [`28°12'36"N, 112°30'0"E`, 28.21, 112.5],
])('both coordinates are read from %j', (text, first, second) => {
  const pair = readPair(text)
  expect(pair?.first.value).toBeCloseTo(first, 9)
  expect(pair?.second.value).toBeCloseTo(second, 9)
})
test.each(['Main Street 12', '40.1', '', 'POINT EMPTY', '1, 2, 3, 4'])('%j contains no coordinates', (text) => {
  expect(readPair(text)).toBeNull()
})
test.each([
  [0, 0, 'The coordinates are 0, 0'],
  [999, 28, 'The coordinates are out of range: 999, 28'],
  [28, 112, 'The coordinates are out of range; longitude and latitude may be swapped: 28, 112'],
  [Number.NaN, 28, 'It has no coordinates'],
])('%s, %s is not a possible place of a lamp', (x, y, why) => {
  expect(placeOf(x, y, { source: 'columns', form: 'degrees', order: 'lngLat' })[1]).toBe(why)
})
