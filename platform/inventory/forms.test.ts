import { afterAll, expect, test } from 'vitest'
import { inspectInventory } from './inspect.ts'
import { createFolder, inspected, osmXmlOf, planned, zipOf } from './made-files.ts'

const { write, remove } = createFolder()
afterAll(remove)

const feature = (id: string, geometry: object | null, more: object = {}): object => ({
  type: 'Feature',
  properties: { ref: id, wattage: 60, ...more },
  geometry,
})
const point = (lng: number, lat: number): object => ({ type: 'Point', coordinates: [lng, lat] })
const keysOf = async (text: string): Promise<readonly (string | number)[][]> =>
  (await planned(write(text))).lamps.map(({ key, lng, lat }) => [key, lng, lat])
const THREE = [4.3, 4.31, 4.32].map((lng, at) => feature('ABC'[at]!, point(lng, 50.8)))
const SAME = [
  ['A', 4.3, 50.8],
  ['B', 4.31, 50.8],
  ['C', 4.32, 50.8],
]

test.each([
  ['a feature collection', JSON.stringify({ type: 'FeatureCollection', features: THREE })],
  ['features line by line', `${THREE.map((one) => JSON.stringify(one)).join('\n')}\n`],
  ['a GeoJSON text sequence', THREE.map((one) => `\u001e${JSON.stringify(one)}\n`).join('')],
  ['an array of features', JSON.stringify(THREE, null, 1)],
  [
    'points written as MultiPoint or collection',
    JSON.stringify({
      features: [
        feature('A', { type: 'MultiPoint', coordinates: [[4.3, 50.8]] }),
        feature('B', { type: 'GeometryCollection', geometries: [point(4.31, 50.8)] }),
        feature('C', point(4.32, 50.8)),
      ],
    }),
  ],
  [
    'Esri JSON',
    JSON.stringify({
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 4326 },
      fields: [{ name: 'ref' }],
      features: SAME.map(([ref, x, y]) => ({ attributes: { ref }, geometry: { x, y } })),
    }),
  ],
  [
    'records of CKAN',
    JSON.stringify({ success: true, result: { fields: [{ id: 'ref' }], records: SAME.map(([ref, lng, lat]) => ({ ref, lng, lat })) } }),
  ],
  ['a list of records with a place of its own', JSON.stringify(SAME.map(([ref, lon, lat]) => ({ ref, geo_point_2d: { lon, lat } })))],
  ['records line by line', SAME.map(([ref, lng, lat]) => JSON.stringify({ ref, lng, lat })).join('\n')],
])('%s is read', async (_what, text) => {
  expect(await keysOf(text)).toEqual(SAME)
})
test('Overpass JSON gives its street lamps only', async () => {
  const elements = [
    { type: 'node', id: 7, lat: 50.84, lon: 4.35, tags: { highway: 'street_lamp', ref: 'B-7', 'light:count': '2' } },
    { type: 'node', id: 8, lat: 50.85, lon: 4.35, tags: { highway: 'crossing' } },
    { type: 'node', id: 9, lat: 50.86, lon: 4.35 },
    { type: 'way', id: 10, nodes: [7, 9], tags: { highway: 'residential', lit: 'yes' } },
  ]
  const { lamps, failed } = await planned(write(JSON.stringify({ version: 0.6, osm3s: {}, elements })))
  expect(lamps.map(({ key, number, lat }) => [key, number, lat])).toEqual([
    ['node/7', 'B-7', 50.84],
    ['node/7#2', 'B-7-2', 50.84],
  ])
  expect(failed).toEqual([])
})
test('NaN and Infinity, which JSON does not know, are missing values; texts that contain them stay', async () => {
  const text = JSON.stringify({ features: THREE })
    .replace('"wattage":60', '"wattage":NaN')
    .replace('"wattage":60', '"wattage":-Infinity')
    .replace('"ref":"C"', '"ref":"NaN \\"Infinity\\""')
  const { lamps } = await planned(write(text))
  expect(lamps.map(({ key, power }) => [key, power])).toEqual([
    ['A', null],
    ['B', null],
    ['NaN "Infinity"', 60],
  ])
})
test('geometries that are no single point are counted in a note, and their rows fail', async () => {
  const line = { type: 'LineString', coordinates: [[1, 2]] }
  const path = write(
    JSON.stringify({
      features: [
        ...THREE,
        feature('D', line),
        feature('E', {
          type: 'MultiPoint',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        }),
      ],
    }),
  )
  expect((await inspected(path)).notes.map(([, en]) => en)).toContain(
    '2 features are not single points (LineString, MultiPoint), so they have no position',
  )
  const { lamps, failed } = await planned(path)
  expect([lamps.length, failed.map(({ row, reason }) => [row, reason[1]])]).toEqual([
    3,
    [
      [4, 'It has no coordinates'],
      [5, 'It has no coordinates'],
    ],
  ])
})

const UTM = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32734' } }
const metres = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    feature(`M-${at}`, point(262_000.25 + 20 * (at % 50), 6_243_200.5 + 20 * Math.floor(at / 50)), { note: 'x'.repeat(40) }),
  )
test.each([
  ['before the features', (): string => JSON.stringify({ type: 'FeatureCollection', crs: UTM, features: metres(5) }), 5],
  ['behind the features', (): string => JSON.stringify({ type: 'FeatureCollection', features: metres(5), crs: UTM }), 5],
  ['behind many features', (): string => JSON.stringify({ features: metres(900), crs: UTM, bbox: [1, 2, 3, 4] }), 900],
  [
    'as a web address',
    (): string =>
      JSON.stringify({ crs: { type: 'name', properties: { name: 'http://www.opengis.net/def/crs/EPSG/0/32734' } }, features: metres(5) }),
    5,
  ],
  [
    'by Esri',
    (): string =>
      JSON.stringify({
        spatialReference: { wkid: 999, latestWkid: 32734 },
        features: metres(5).map((one) => ({
          attributes: { ref: (one as { properties: { ref: string } }).properties.ref },
          geometry: { x: 262_000, y: 6_243_200 },
        })),
      }),
    5,
  ],
])('a projection named %s is used', async (_where, text, count) => {
  const path = write(text())
  const file = await inspected(path)
  expect(file.mapping.place).toMatchObject({ form: 'projected', epsg: 32734 })
  expect(file.guesses.find(({ about }) => about === 'placeForm')?.reason[1]).toBe('The file names EPSG:32734 (WGS 84 / UTM zone 34S)')
  const { lamps } = await planned(path)
  expect([lamps.length, lamps[0]!.lng.toFixed(2), lamps[0]!.lat.toFixed(2)]).toEqual([count, '18.43', '-33.92'])
})
test('a projection that the product does not know is named in the reason, and nothing is placed', async () => {
  const path = write(JSON.stringify({ crs: { type: 'name', properties: { name: 'EPSG:2229' } }, features: metres(2) }))
  const { lamps, failed } = await planned(path)
  expect([lamps, failed.map(({ reason }) => reason[1])]).toEqual([
    [],
    [expect.stringMatching(/^The coordinates are in EPSG:2229, which the platform does not know/), expect.stringContaining('EPSG:2229')],
  ])
})

test('elements that an editor has deleted stay deleted, lamps and lit ways', async () => {
  const lamp = (id: number) => ({ id, lng: 15.4 + id / 100, lat: 47, tags: { highway: 'street_lamp' } })
  const xml = osmXmlOf([1, 2, 3, 4].map(lamp), [{ id: 9, refs: [1, 2], tags: { highway: 'residential', lit: 'yes' } }])
    .replace('<node id="2"', '<node id="2" action="delete"')
    .replace('<node id="3"', '<node id="3" visible="false"')
    .replace('<node id="4"', '<node id="4" action="modify" visible="true"')
    .replace('<way id="9"', '<way id="9" action="delete"')
  const path = write(xml)
  expect((await planned(path)).lamps.map(({ key }) => key)).toEqual(['node/1', 'node/4'])
  expect((await inspected(path)).litWays).toBe(0)
})
test('points of well-known binary are read from their column, with the projection that they name', async () => {
  const hex = (x: number, y: number, srid: number): string => {
    const bytes = Buffer.alloc(25)
    bytes.writeUInt8(1, 0)
    bytes.writeUInt32LE(0x20000001, 1)
    bytes.writeUInt32LE(srid, 5)
    bytes.writeDoubleLE(x, 9)
    bytes.writeDoubleLE(y, 17)
    return bytes.toString('hex').toUpperCase()
  }
  const [degrees] = (await planned(write(`id,geom\n1,${hex(2.35, 48.85, 4326)}\n2,${hex(2.36, 48.86, 4326)}\n`))).lamps
  expect([degrees?.lng, degrees?.lat]).toEqual([2.35, 48.85])
  const grid = await planned(write(`id,geom\n1,${hex(652_469, 6_862_035, 2154)}\n2,SRID=2154;POINT(652500 6862100)\n`))
  expect(grid.lamps.map(({ lng, lat }) => [lng.toFixed(2), lat.toFixed(2)])).toEqual([
    ['2.35', '48.86'],
    ['2.35', '48.86'],
  ])
})

test.each([
  ['<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>', /KML/],
  ['<gpx version="1.1"></gpx>', /GPX/],
  ['<wfs:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2"/>', /GML/],
  ['<osmChange version="0.6"><delete/></osmChange>', /osmChange/],
  ['{"type":"Topology","objects":{}}', /TopoJSON/],
  ['{"error":{"code":400}}', /GeoJSON, Esri JSON, Overpass, CKAN/],
  [Buffer.from('SQLite format 3\u0000'), /GeoPackage/],
  ['%PDF-1.7 x', /PDF/],
  [zipOf([{ name: 'lamps.shp', content: 'x' }]), /shapefile/],
  [zipOf([{ name: 'content.xml', content: 'x' }]), /OpenDocument/],
])('a file of another kind (%#) is refused with its name and the way out', async (content, why) => {
  const found = await inspectInventory(write(content))
  expect('refusal' in found && found.refusal[1]).toMatch(why)
})
