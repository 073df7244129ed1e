import { closeSync, openSync, readdirSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectInventory } from '../inspect.ts'
import { LIMITS, UnreadableInventory } from '../limits.ts'
import { blobOf, createFolder, type Entry, field, inspected, osmXmlOf, pbfOf, planned, sheetRow, workbookOf, zipOf } from '../made-files.ts'

const { folder, write, remove } = createFolder()
afterAll(remove)

/** Returns the refusal; fails if it took too long or too much memory. `limitMs` allows for a busy machine; alone it takes far less. */
const refusalOf = async (path: string, limitMs = 3000): Promise<string> => {
  const began = performance.now()
  const before = process.memoryUsage().rss
  const inspection = await inspectInventory(path)
  expect(performance.now() - began).toBeLessThan(limitMs)
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6)
  return 'refusal' in inspection ? inspection.refusal[1] : ''
}
const book = (rows: string, shared?: string): readonly Entry[] => workbookOf({ S: rows }, shared)
const HEAD = sheetRow(1, ['id', 'lng', 'lat'])
const replaced = (entries: readonly Entry[], name: string, change: Partial<Entry>): readonly Entry[] =>
  entries.map((entry) => (entry.name.includes(name) ? { ...entry, ...change } : entry))

const OSM = '<?xml version="1.0"?><osm version="0.6">'
const files: readonly (readonly [what: string, content: () => string | Uint8Array, why: RegExp])[] = [
  ['empty', () => '', /empty/],
  ['blank', () => ' \n\t\n', /empty/],
  ['binary', () => '\u0000\u0001', /not a readable inventory/],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /not a readable inventory/],
  ['one word', () => 'just one word', /header/],
  ['no Excel archive', () => zipOf([{ name: 'readme.txt', content: 'x' }]), /no Excel sheet/],
  ['half an archive', () => zipOf(book(HEAD)).subarray(0, 200), /complete Excel/],
  ['an archive of rubbish', () => Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.alloc(2000, 65)]), /complete Excel/],
  ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel/],
  ['packed', () => Buffer.from('425a6839314159265359', 'hex'), /an archive/],
  ['a locked workbook', () => zipOf(replaced(book(HEAD), 'sheet1', { encrypted: true })), /password/],
  ['a zip bomb', () => zipOf(replaced(book(''), 'sheet1', { content: Buffer.alloc(64e6) })), /too large/],
  [
    'a bomb that says it is small',
    () => zipOf(replaced(book(''), 'sheet1', { content: Buffer.alloc(64e6, 32), claims: 1000 })),
    /complete Excel/,
  ],
  ['a bomb that says it is huge', () => zipOf(replaced(book(HEAD), 'sheet1', { claims: 4e9 })), /too large/],
  ['many entries', () => zipOf(Array.from({ length: LIMITS.entries + 1 }, (_, at) => ({ name: `xl/${at}`, content: '' }))), /too large/],
  ['a sheet of a million columns', () => zipOf(book(`<row r="1">${'<c t="str"><v>x</v></c>'.repeat(1e6)}</row>`)), /columns|too large/],
  ['a cell far to the right', () => zipOf(book('<row r="1"><c r="XFD1" t="str"><v>x</v></c></row>')), /columns/],
  [
    'a bomb of shared texts',
    () => zipOf(book('<row r="1"><c t="s"><v>0</v></c></row>', '<si><t>xy</t></si>'.repeat(LIMITS.sharedCount + 10))),
    /too large/,
  ],
  [
    'a sheet of entities',
    () => zipOf(replaced(book(HEAD), 'sheet1', { content: '<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>' })),
    /DOCTYPE/,
  ],
  ['a sheet that breaks off', () => zipOf(replaced(book(HEAD), 'sheet1', { content: '<worksheet><sheetData><row r="1"><c>' })), /XML/],
  ['columns without end', () => `${'a,'.repeat(1e6)}\n`, /characters/],
  ['quoted columns without end', () => `${'"a",'.repeat(1e5)}\n`, /columns/],
  ['too many columns', () => `${'a,'.repeat(LIMITS.columns + 1)}\n`, /columns/],
  ['a quote without end', () => `id,lng,lat\n"${'x'.repeat(3e6)}`, /characters/],
  ['half a GeoJSON', () => '{"type":"FeatureCollection","features":[{', /complete/],
  ['a GeoJSON cut within a feature', () => '{"features":[{"type":"Feature","properties":{"a":"b"', /complete/],
  ['JSON without features', () => '{"a":1}', /no features/],
  ['JSON that is wrong', () => '{"features":[{"a":nope}]}', /complete/],
  ['deep JSON', () => `{"features":[${'['.repeat(1e6)}`, /nested/],
  ['deep JSON beside the features', () => `{"a":${'['.repeat(3e6)}`, /no features/],
  ['one endless feature', () => `{"features":[{"a":"${'x'.repeat(3e6)}`, /characters/],
  [
    'a feature of a million members',
    () => `{"features":[{"properties":{${Array.from({ length: 50_000 }, (_, at) => `"p${at}":1`)}}}]}`,
    /columns/,
  ],
  ['a web page', () => '<html><body>lamps</body></html>', /not OpenStreetMap/],
  [
    'entities of XML',
    () => `<?xml version="1.0"?><!DOCTYPE osm [<!ENTITY a "${'x'.repeat(1000)}">]><osm version="0.6">&a;</osm>`,
    /DOCTYPE/,
  ],
  ['an entity that nobody declared', () => `${OSM}<node id="1" lat="1" lon="1"><tag k="a" v="&b;"/></node></osm>`, /XML/],
  ['deep XML', () => OSM + '<a>'.repeat(1e5), /nested/],
  ['a comment without end', () => `${OSM}<!--${'x'.repeat(5e6)}`, /characters/],
  ['an attribute without end', () => `${OSM}<node id="${'1'.repeat(5e6)}`, /characters/],
  ['XML cut short', () => osmXmlOf([{ id: 1, lng: 1, lat: 1 }], []).slice(0, -12), /XML/],
  ['PBF cut short', () => pbfOf([{ id: 1, lng: 1, lat: 1 }], []).subarray(0, -10), /complete OpenStreetMap PBF/],
  [
    'PBF of another packing',
    () => {
      const blob = field(6, Buffer.alloc(10))
      const header = Buffer.concat([field(1, 'OSMData'), field(3, blob.length)])
      const size = Buffer.alloc(4)
      size.writeUInt32BE(header.length)
      return Buffer.concat([blobOf('OSMHeader', Buffer.alloc(1)), size, header, blob])
    },
    /zlib/,
  ],
  [
    'a PBF bomb',
    () => Buffer.concat([blobOf('OSMHeader', Buffer.alloc(1)), blobOf('OSMData', Buffer.alloc(64e6))]),
    /complete OpenStreetMap PBF/,
  ],
  [
    'a PBF block of a million nodes',
    () => {
      const ids = Buffer.alloc(1e6, 2)
      const block = field(2, field(2, Buffer.concat([field(1, ids), field(8, ids), field(9, ids)])))
      return Buffer.concat([blobOf('OSMHeader', Buffer.alloc(1)), blobOf('OSMData', block)])
    },
    /complete OpenStreetMap PBF/,
  ],
  ['PBF of rubbish', () => Buffer.concat([blobOf('OSMHeader', Buffer.alloc(1)), Buffer.alloc(1000, 0xff)]), /complete OpenStreetMap PBF/],
]
let made: ReadonlyMap<string, string>
beforeAll(() => {
  made = new Map(files.map(([what, content]) => [what, write(content())]))
})
test.each(files.map(([what, , why]) => [what, why] as const))('%s is refused with a readable message', async (what, why) => {
  expect(await refusalOf(made.get(what) ?? '')).toMatch(why)
})

test.each([
  ['zeros', ''],
  ['a good beginning', 'id,lng,lat\n1,112,28\n'],
])('two gigabytes after %s are refused at once', async (_what, start) => {
  const path = join(folder, 'huge')
  const file = openSync(path, 'w')
  if (start) writeSync(file, start)
  closeSync(file)
  truncateSync(path, 2 ** 31)
  expect(await refusalOf(path, 1000)).toMatch(/512 MB/)
})
test('zero bytes after a valid beginning are not read as text', async () => {
  const path = write('id,lng,lat\n1,112,28\n')
  truncateSync(path, 40e6)
  expect(await refusalOf(path)).toMatch(/not a readable inventory/)
})
test('file names and extensions are ignored', async () => {
  expect((await inspected(write('id,lng,lat\n1,2,3\n', 'lamps.xlsx'))).format).toBe('csv')
  expect((await inspected(write(zipOf(book(`${HEAD}${sheetRow(2, ['a', 1, 2])}`)), 'lamps.csv'))).format).toBe('xlsx')
})
test('formulas of a workbook without a stored result are not imported, and coordinates that are formulas are reported', async () => {
  const { lamps, failed } = await planned(
    write(
      zipOf(
        book(`${HEAD}<row r="2"><c r="A2"><f>A1&amp;"x"</f></c><c r="B2"><v>1</v></c><c r="C2"><v>2</v></c></row>
      <row r="3"><c r="A3"><v>8</v></c><c r="B3"><f>1+1</f></c><c r="C3"><v>2</v></c></row>${sheetRow(4, ['ok', 3, 4])}${sheetRow(5, ['ok2', 4, 4])}`),
      ),
    ),
  )
  expect(lamps).toMatchObject([{ key: 'ok' }, { key: 'ok2' }])
  expect(failed.map(({ reason }) => reason[1])).toEqual([
    'A cell holds a formula: =A1&"x"',
    'The coordinates are a formula: save them as values',
  ])
})
test('column names such as __proto__ are ordinary names', async () => {
  const path = write(
    '{"features":[{"properties":{"__proto__":"x","constructor":"y","id":"1"},"geometry":{"type":"Point","coordinates":[1,2]}}]}',
  )
  const file = await inspected(path)
  expect(file.columns.map(({ name, samples }) => [name, samples[0]])).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
    ['id', '1'],
  ])
  expect((await planned(path)).lamps).toMatchObject([{ key: '1' }])
})
test('a file that is truncated later ends the reading with a readable message', async () => {
  const feature = '{"type":"Feature","properties":{"id":"1"},"geometry":{"type":"Point","coordinates":[1,2]}}'
  const path = write(`{"features":[${`${feature},`.repeat(30_000)}{"type`)
  const file = await inspected(path)
  expect(file.rows).toEqual({ count: 5_000, exact: false })
  await expect(planned(path, file)).rejects.toThrow(UnreadableInventory)
})
test('a hundred thousand lamps with different codes at one place are read without delay', async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => `L${at},112.9,28.2`).join('\n')
  const began = process.cpuUsage()
  expect((await planned(write(`id,lng,lat\n${rows}\n`))).lamps).toHaveLength(100_000)
  expect(process.cpuUsage(began).user / 1e6).toBeLessThan(6)
})
test('no file stays open, and no temporary file remains', async () => {
  const open = readdirSync('/proc/self/fd').length
  for (const path of made.values()) await inspectInventory(path)
  expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(open + 2)
  expect(readdirSync(folder).filter((name) => !/^file-\d+$|^huge$|^lamps\./.test(name))).toEqual([])
})
