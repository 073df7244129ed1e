import { afterAll, expect, test } from 'vitest'
import { createFolder, inspected, planned } from '../made-files.ts'

const { write, remove } = createFolder()
afterAll(remove)
const csv = (rows: readonly (readonly [number, number])[], names = 'x;y'): string =>
  write(
    `numero;${names}\n${rows.map(([x, y], at) => `P-${at};${String(x).replace('.', ',')};${String(y).replace('.', ',')}`).join('\n')}\n`,
  )
const LAMBERT = csv([1, 2, 3, 4].map((n) => [652_100.4 + 20 * n, 6_862_050.7 + 10 * n]))

test('metres of an unnamed grid are placed nowhere before a user has named the grid; the grids that fit are offered', async () => {
  for (const zone of ['Asia/Shanghai', 'America/New_York', undefined]) {
    const file = await inspected(LAMBERT, { zone })
    expect([file.mapping.place.form, file.mapping.place.epsg, file.asks]).toEqual(['projected', null, 'grid'])
    expect(file.question?.[1]).toMatch(/^The coordinates are in metres of a projection that the file does not name, so no lamp is placed/)
    expect(file.grids?.map(({ epsg }) => epsg)).toContain(2154)
    expect((await planned(LAMBERT, file)).lamps).toEqual([])
  }
})
test('a chosen grid places the lamps', async () => {
  const file = await inspected(LAMBERT)
  const { lamps } = await planned(LAMBERT, file, { ...file.mapping, place: { ...file.mapping.place, epsg: 2154 } })
  expect([lamps.length, lamps[0]?.lng.toFixed(3), lamps[0]?.lat.toFixed(3)]).toEqual([4, '2.347', '48.857'])
})
test("where one grid of the tenant's country fits, it is taken with a question; where several fit, they are offered first", async () => {
  const file = await inspected(LAMBERT, { zone: 'Europe/Paris' })
  expect(file.mapping.place).toMatchObject({ form: 'projected', epsg: 2154 })
  expect([file.asks, file.question?.[1]]).toEqual([
    'grid',
    expect.stringMatching(/Read as RGF93 \/ Lambert-93 they lie at 48\.86, 2\.35: check them on the map$/),
  ])
  const open = await inspected(csv([1, 2, 3].map((n) => [500_100 + n, 3_098_442 + n])), { zone: 'Asia/Shanghai' })
  expect(open.mapping.place.epsg).toBeNull()
  expect(open.grids?.slice(0, 3).every(({ lng, lat }) => lng > 73 && lng < 136 && lat > 18 && lat < 54)).toBe(true)
  const swiss = await inspected(csv([1, 2, 3].map((n) => [2_600_100 + n, 1_200_100 + n])), { zone: 'Europe/Zurich' })
  expect(swiss.mapping.place).toMatchObject({ form: 'projected', epsg: 2056 })
})
test('lamps that the tenant has nearby tell the grid, and axes that stand the other way round', async () => {
  const file = await inspected(LAMBERT, { zone: 'Europe/Paris', near: [[2.35, 48.86]] })
  expect([file.mapping.place.epsg, file.mapping.place.order, file.question]).toEqual([2154, 'lngLat', null])
  const chinese = csv(
    [1, 2, 3].map((n) => [3_098_442 + n, 38_500_100 + n]),
    '纵坐标X;横坐标Y',
  )
  const read = await inspected(chinese, { zone: 'Asia/Shanghai', columns: { lng: ['纵坐标X'], lat: ['横坐标Y'] } })
  expect(read.mapping.place).toMatchObject({ form: 'projected', epsg: 4526, order: 'latLng' })
  const { lamps } = await planned(chinese, read)
  expect([lamps[0]?.lng.toFixed(2), lamps[0]?.lat.toFixed(2)]).toEqual(['114.00', '28.00'])
})
test('a first import in a wrong country does not vouch for the next one', async () => {
  const wrong = [5.86, 52.34] as const
  const file = await inspected(LAMBERT, { zone: 'Europe/Paris', near: [wrong, [2.35, 48.86]] })
  expect(file.mapping.place).toMatchObject({ form: 'projected', epsg: 2154 })
})
