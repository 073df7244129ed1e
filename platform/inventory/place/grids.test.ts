import { expect, test } from 'vitest'
import { fitsInCountry, fromGrid, gridOf } from './grids.ts'
import { metresBetween } from './spots.ts'

// Survey marks and landmarks whose coordinates in the national grid are published.
test.each([
  ['Lambert-93', 2154, 652_469.02, 6_862_035.26, 2.3522, 48.8566],
  ['Lambert-93, its origin', 2154, 700_000, 6_600_000, 3, 46.5],
  ['CC46, its origin', 3946, 1_700_000, 5_200_000, 3, 46],
  ['LV95, the old observatory of Bern', 2056, 2_600_072.37, 1_200_147.07, 7.439583, 46.952405555],
  ['RD New, Amersfoort', 28992, 155_000, 463_000, 5.3872, 52.15517],
  ['British National Grid, Greenwich', 27700, 538_890, 177_320, -0.001475, 51.477928],
  ['UTM 34 S, Cape Town', 32734, 261_878, 6_243_186, 18.4241, -33.9249],
  ['ETRS89 UTM 33, Berlin', 25833, 391_780, 5_820_087, 13.405, 52.52],
  ['Gauss-Krüger zone 3, its meridian', 31467, 3_500_000, 5_540_279, 8.99897, 49.9988],
  ['Korea Central Belt, its origin', 5186, 200_000, 600_000, 127, 38],
  ['Japan zone 9, its origin', 6677, 0, 0, 139.8333333333, 36],
  ['CGCS2000 zone 38, its meridian', 4526, 38_500_000, 3_098_442, 114, 28],
  ['Hong Kong, its origin', 2326, 836_694.05, 819_069.8, 114.18097, 22.3106],
])('%s (EPSG:%s) is converted to degrees', (_name, epsg, x, y, lng, lat) => {
  const place = fromGrid(epsg, x, y)
  expect(place).not.toBeNull()
  expect(metresBetween(place![0], place![1], lng, lat), JSON.stringify(place)).toBeLessThan(250)
})
test('an unknown grid gives no place', () => {
  expect(gridOf(999_999)).toBeUndefined()
  expect(fromGrid(999_999, 1, 1)).toBeNull()
  expect(gridOf(32661)).toBeUndefined()
})
test('the grids of a country are those in which the numbers lie in it', () => {
  expect(fitsInCountry(652_100, 6_862_050, 'FR').map(({ epsg, order }) => [epsg, order])).toContainEqual([2154, 'lngLat'])
  expect(fitsInCountry(3_098_442, 38_500_123, 'CN')).toMatchObject([{ epsg: 4526, order: 'latLng' }])
  expect(fitsInCountry(652_100, 6_862_050, 'NL')).toEqual([])
})
