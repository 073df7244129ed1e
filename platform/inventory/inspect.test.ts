import { afterAll, expect, test } from 'vitest'
import { createFolder, inspected, planned, sheetRow, workbookOf, zipOf } from './made-files.ts'

const { write, remove } = createFolder()
afterAll(remove)

test('a CSV with BOM, semicolons and Chinese headings is read', async () => {
  const path = write('\uFEFF编号;经度;纬度;功率(W);配电箱;所属区域\r\nA1;112.9;28.2;100;箱1;东区\r\nA2;112,91;28,21;;箱1;西区\r\n')
  const file = await inspected(path)
  expect(file.format).toBe('csv')
  expect(file.mapping).toMatchObject({
    encoding: 'utf-8',
    separator: ';',
    headerRow: 1,
    place: { source: 'columns', form: 'degrees', order: 'lngLat' },
    columns: { key: ['编号'], lng: ['经度'], lat: ['纬度'], power: ['功率(W)'], cabinet: ['配电箱'], district: ['所属区域'] },
  })
  const { lamps, failed } = await planned(path)
  expect(failed).toEqual([])
  expect(lamps).toMatchObject([
    { row: 2, key: 'A1', lng: 112.9, lat: 28.2, power: 100, cabinet: '箱1', district: '东区' },
    { row: 3, key: 'A2', lng: 112.91, lat: 28.21, power: null },
  ])
})

const gbk = Uint8Array.from([0xb1, 0xe0, 0xba, 0xc5, 0x2c, 0x78, 0x2c, 0x79, 0x0a, 0x31, 0x2c, 0x32, 0x2c, 0x33, 0x0a])
test.each([
  ['gb18030', gbk],
  ['utf-16le', Buffer.from('\uFEFF编号\tx\ty\n1\t2\t3\n', 'utf16le')],
  ['utf-8', '编号|x|y\n1|2|3\n'],
])('text in %s is read', async (encoding, bytes) => {
  const path = write(bytes)
  const file = await inspected(path)
  expect(file.mapping.encoding).toBe(encoding)
  expect(file.columns.map(({ name }) => name)).toEqual(['编号', 'x', 'y'])
  expect((await planned(path)).lamps).toMatchObject([{ key: '1', lng: 2, lat: 3 }])
})

test('a title above the header, repeated column names and empty columns are tolerated', async () => {
  const path = write('2026年路灯台账,,,,\n,,,,\n编号,经度,纬度,备注,备注,\nA,112.9,28.2,x,y,\n')
  const file = await inspected(path)
  expect(file.mapping.headerRow).toBe(3)
  expect(file.columns.map(({ name }) => name)).toEqual(['编号', '经度', '纬度', '备注', '备注 (2)', '#6'])
  expect(file.columns.find(({ name }) => name === '#6')?.type).toBe('empty')
  expect((await planned(path)).lamps).toMatchObject([{ row: 4, key: 'A' }])
})
test('the columns of a file without a header are recognised by their values', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => `L${at},28.2${at}1234,112.9${at}5678,LED 100W`).join('\n')
  const file = await inspected(write(rows))
  expect(file.mapping).toMatchObject({ headerRow: 0, columns: { lng: ['#3'], lat: ['#2'], lampType: ['#4'] } })
  expect((await planned(write(rows), file)).lamps).toHaveLength(5)
})

const csv = (head: string, lines: readonly string[]) => write([head, ...lines].join('\n'))
test.each([
  ['degrees', 'lngLat', csv('id,lng,lat', ['1,112.9,28.2', '2,112.8,28.1', '3,999,28'])],
  ['degrees', 'latLng', csv('id,lng,lat', ['1,28.2,112.9', '2,28.1,112.8'])],
  ['dms', 'lngLat', csv('id,lng,lat', [`1,112°54',28°12'`, `2,112°53'30",28°13'`])],
  ['mercator', 'lngLat', csv('id,x,y', ['1,-9824847.8,4887225.98', '2,-9824857.8,4887225.98'])],
  ['projected', 'lngLat', csv('id,Easting,Northing', ['1,500123.1,3120456.2', '2,500223.1,3120456.2'])],
  ['projected', 'lngLat', csv('id,x,y', ['1,38500123.1,3120456.2', '2,38500223.1,3120456.2'])],
  ['degrees', 'latLng', csv('id;location', ['1;28.2, 112.9', '2;28.1, 112.8'])],
  ['degrees', 'latLng', csv('id;location', ['1;43.7, 7.4', '2;43.8, 7.5'])],
  ['degrees', 'lngLat', csv('id;wkt', ['1;POINT(7.4 43.7)', '2;POINT(7.5 43.8)'])],
  ['dms', 'lngLat', csv('id;坐标', [`1;N28°12' E112°54'`, `2;N28°13' E112°53'`])],
])('coordinates in %s, %s are recognised', async (form, order, path) => {
  expect((await inspected(path)).mapping.place).toMatchObject({ form, order })
})
test('the location of the city decides the order of coordinates that the numbers leave open', async () => {
  const path = csv('id;location', ['1;7.4, 43.7', '2;7.5, 43.8'])
  expect((await inspected(path)).mapping.place.order).toBe('latLng')
  expect((await inspected(path, { near: [[7.4, 43.7]] })).mapping.place.order).toBe('lngLat')
})
test('places at sea, or far from all known lamps, give a warning', async () => {
  const question = async (path: string, near: readonly (readonly [number, number])[] = []) =>
    (await inspected(path, { near })).question?.[1] ?? null
  const paris = csv('id,lng,lat', ['1,2.35,48.85', '2,2.36,48.86', '3,2.34,48.87'])
  const turned = csv('id,lng,lat', ['1,48.85,2.35', '2,48.86,2.36', '3,48.87,2.34'])
  expect(await question(paris)).toBeNull()
  expect(await question(turned)).toBe(
    'The lamps would lie at sea (2.35° N, 48.86° E), and on land with longitude and latitude exchanged: check their order',
  )
  expect(await question(csv('id,lng,lat', ['1,-30.1,35.2', '2,-30.1,35.3']))).toBe(
    'The lamps would lie at sea (35.30° N, 30.10° W): check the coordinates',
  )
  expect(await question(paris, [[2.3, 48.8]])).toBeNull()
  expect(await question(paris, [[112.9, 28.2]])).toMatch(
    /^The lamps would lie at 48\.86° N, 2\.35° E, about 9,03\d km from all known lamps/,
  )
  const near = await inspected(turned, {
    near: [
      [112.9, 28.2],
      [2.3, 48.8],
    ],
  })
  expect([near.mapping.place.order, near.question]).toEqual(['latLng', null])
  for (const [lng, lat] of [
    [7.42, 43.73],
    [103.85, 1.29],
    [126.97, 37.56],
    [139.69, 35.68],
    [-0.12, 51.5],
  ])
    expect(await question(csv('id,lng,lat', [`1,${lng},${lat}`])), `${lng},${lat}`).toBeNull()
})
test('a location column with postal addresses is not read as coordinates', async () => {
  const { mapping } = await inspected(csv('id,location,lng,lat', ['1,Main Street 12,112.9,28.2', '2,Main Street 14,112.9,28.3']))
  expect(mapping.place.source).toBe('columns')
  expect(mapping.columns.place).toBeUndefined()
})

test.each([
  ['m', 'pole_height', ['9', '10', '8']],
  ['ft', 'pole_height', ['30', '35', '25']],
  ['ft', 'Pole_Height_ft', ['9', '10', '8']],
  ['m', '杆高(米)', ['30', '35', '25']],
])('heights in %s are distinguished from %s', async (unit, name, heights) => {
  const path = csv(
    `id,lng,lat,${name}`,
    heights.map((height, at) => `${at},112.9${at},28.2,${height}`),
  )
  expect((await inspected(path)).mapping).toMatchObject({ lengthUnit: unit, columns: { height: [name] } })
})
test('a column of class codes is not read as heights', async () => {
  const file = await inspected(
    csv(
      'id,lng,lat,Pole_Height',
      ['1,1', '2,3', '3,7', '4,1'].map((line) => line.replace(',', ',112.9,28.2,')),
    ),
  )
  expect(file.mapping.columns.height).toBeUndefined()
  expect(file.notes.map(([, en]) => en)).toEqual(['"Pole_Height" looks like codes, not heights, and is not used'])
})

test('the sheet with the most known columns is used, or the requested one', async () => {
  const path = write(
    zipOf(
      workbookOf(
        {
          Cover: `${sheetRow(1, ['Inventory', 'of', 'lamps'])}${sheetRow(2, ['by', 'the', 'city'])}`,
          Lamps: `${sheetRow(1, ['id', 'lng', 'lat', 'watts'])}${sheetRow(2, ['A1', 112.9, 28.2, 100])}`,
          More: `${sheetRow(1, ['id', 'lng', 'lat'])}${sheetRow(2, ['B1', 112.8, 28.2])}`,
        },
        '',
      ),
    ),
  )
  const file = await inspected(path)
  expect([file.format, file.sheets, file.mapping.sheet]).toEqual(['xlsx', ['Cover', 'Lamps', 'More'], 'Lamps'])
  expect((await planned(path)).lamps).toMatchObject([{ row: 2, key: 'A1', lng: 112.9, lat: 28.2, power: 100 }])
  const other = await inspected(path, { reading: { sheet: 'More' } })
  expect((await planned(path, other)).lamps).toMatchObject([{ key: 'B1' }])
})
test('the signature depends on the column names, in any order and spelling', async () => {
  const one = await inspected(csv('ID,Lng,Lat,Lamp_Type', ['1,2,3,LED']))
  const other = await inspected(csv('lamp type;lat;lng;id', ['LED;3;2;1']))
  const third = await inspected(csv('id,lng,lat', ['1,2,3']))
  expect(one.signature).toBe(other.signature)
  expect(third.signature).not.toBe(one.signature)
})
test('the user can override how the file is read', async () => {
  const path = csv('a,b\nid;lng;lat', ['1;112.9;28.2'])
  const file = await inspected(path, { reading: { separator: ';', headerRow: 2 } })
  expect(file.mapping.columns).toMatchObject({ key: ['id'], lng: ['lng'] })
  expect((await planned(path, file)).lamps).toHaveLength(1)
})
