import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fromMercator, planImport, readPower } from './import-plan.handler.ts'
import { readInventory } from './import-read.handler.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const plan = (text: string) => {
  const read = readInventory(bytes(text))
  if ('unreadable' in read) throw new Error(read.unreadable[1])
  return planImport(read.records)
}

test.each([
  ['250', 250, null],
  ['286(LED)', 286, 'LED'],
  ['250/100', 250, null],
  ['150 W', 150, null],
  ['', null, null],
  ['many', null, null],
  ['-4', null, null],
  ['99999', null, null],
])('a wattage written %j is read as %s', (text, power, type) => {
  expect(readPower(text)).toMatchObject({ power, type })
})
test('Web Mercator metres become degrees', () => {
  const [lng, lat] = fromMercator(-9824847.80767025, 4887225.98189152)
  expect(lng).toBeCloseTo(-88.258109, 5)
  expect(lat).toBeCloseTo(40.146306, 5)
})
test('a CSV with mark, semicolons and Chinese headings is understood', () => {
  const { lamps, failed } = plan('\uFEFF编号;经度;纬度;功率;配电箱\r\nA1;112.9;28.2;100;箱1\r\nA2;112.91;28.21;;箱1\r\n')
  expect(failed).toEqual([])
  expect(lamps).toMatchObject([
    { key: 'A1', lng: 112.9, lat: 28.2, power: 100, cabinet: '箱1' },
    { key: 'A2', power: null },
  ])
})
test('one wild number in a file of degrees is a bad row, not another projection', () => {
  const { lamps, failed } = plan('id,lng,lat\n1,112,28\n2,999,28\n3,112,28.1\n')
  expect([lamps.length, failed[0]?.reason[1]]).toEqual([2, 'The coordinates are outside the world: 999, 28'])
})
test('bad rows are reported with their reason, good ones stay', () => {
  const { lamps, failed } = plan('id,lng,lat\n1,112,28\n1,112,28\n2,,\n3,0,0\n4,x,1\n')
  expect(lamps).toHaveLength(1)
  expect(failed.map((one) => [one.row, one.reason[1]])).toEqual([
    [3, 'Its identity stands twice: 1'],
    [4, 'It has no coordinates'],
    [5, 'The coordinates are 0, 0'],
    [6, 'It has no coordinates'],
  ])
})
test.each([
  ['{"features": [', /complete/],
  ['', /empty/],
  ['\u0000\u0001', /not text/],
  ['{"a":1}', /no features/],
  ['just one word', /header/],
])('a file %j is refused as a whole', (text, why) => {
  const read = readInventory(bytes(text))
  expect('unreadable' in read && read.unreadable[1]).toMatch(why)
})
test('GB 18030 is read when it is no UTF-8', () => {
  const read = readInventory(Uint8Array.from([0xb1, 0xe0, 0xba, 0xc5, 0x2c, 0x78, 0x2c, 0x79, 0x0a, 0x31, 0x2c, 0x32, 0x2c, 0x33]))
  expect('records' in read && Object.keys(read.records[0]?.values ?? {})).toEqual(['编号', 'x', 'y'])
})

const real = join(import.meta.dirname, '../../../../shared/data/champaign')
test(`a real inventory reads the same in both projections${existsSync(real) ? '' : ' (its files are not here: only the reader of made-up ones was tried)'}`, async () => {
  if (!existsSync(real)) {
    expect(plan('X,Y,OBJECTID\n-9824847.8,4887225.98,1\n').lamps).toHaveLength(1)
    return
  }
  const [geo, csv] = await Promise.all(
    ['streetlights.geojson', 'streetlights-webmercator.csv'].map(async (name) => plan((await readFile(join(real, name))).toString())),
  )
  expect([geo?.lamps.length, geo?.failed.length, csv?.lamps.length]).toEqual([4556, 0, 4556])
  expect(new Set(geo?.lamps.map((lamp) => lamp.cabinet).filter(Boolean)).size).toBe(151)
  const byKey = new Map(csv?.lamps.map((lamp) => [lamp.key, lamp]))
  for (const lamp of geo?.lamps ?? []) {
    const twin = byKey.get(lamp.key)
    expect(twin && Math.hypot((twin.lng - lamp.lng) * 85_000, (twin.lat - lamp.lat) * 111_000)).toBeLessThan(1)
  }
})
