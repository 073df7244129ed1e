import { afterAll, expect, test } from 'vitest'
import { createFolder, inspected, planned } from '../made-files.ts'

const { write, remove } = createFolder()
afterAll(remove)
const lines = (...rows: readonly string[]): string => write(`${rows.join('\n')}\n`)

test('the separator that the first line names is used, and that line is no row', async () => {
  const path = lines('\uFEFFsep=;', 'longitud;latitud;potencia', '-3,71;40,41;70,5', '-3,72;40,42;70,5', '-3,73;40,43;70,5')
  const { mapping } = await inspected(path)
  expect([mapping.separator, mapping.headerRow]).toEqual([';', 2])
  const { lamps } = await planned(path)
  expect(lamps.map(({ row, lng, lat, power }) => [row, lng, lat, power])).toEqual([
    [3, -3.71, 40.41, 70.5],
    [4, -3.72, 40.42, 70.5],
    [5, -3.73, 40.43, 70.5],
  ])
})
test('a title above a table with decimal commas does not decide the separator', async () => {
  const path = lines('Alumbrado público, distrito 3', 'codigo;longitud;latitud', 'A1;-3,71;40,41', 'A2;-3,72;40,42', 'A3;-3,73;40,43')
  expect((await inspected(path)).mapping).toMatchObject({ separator: ';', headerRow: 2 })
  expect((await planned(path)).lamps.map(({ key, lng }) => [key, lng])).toEqual([
    ['A1', -3.71],
    ['A2', -3.72],
    ['A3', -3.73],
  ])
})
test('a quote that nobody closes costs no row behind it, and a note names it', async () => {
  const row = (n: number, name: string): string => `Q-${n},${name},-1.5${n},53.8,60`
  const rows = Array.from({ length: 12 }, (_, at) => row(at, at === 3 ? '"Mill Rd' : at === 8 ? '"Old "Bridge' : `Road ${at}`))
  const path = lines('id,name,longitude,latitude,wattage', ...rows, row(12, '"End'))
  const { lamps, failed } = await planned(path)
  expect([lamps.length, failed, lamps[3]?.name, lamps[12]?.name]).toEqual([13, [], 'Mill Rd', 'End'])
  expect((await inspected(path)).notes.map(([, en]) => en)).toContain('Rows 5, 14: unpaired quotes were read as ordinary characters')
})
test('a quote that is closed by chance rows later does not swallow them, and text of several lines stays one cell', async () => {
  const path = lines(
    'id,name,lng,lat',
    'A,"Mill Rd,1.1,2.1',
    'B,Road 2,1.2,2.2',
    'C,5",1.3,2.3',
    'D,"Square',
    'north, by the well',
    'and the tree",1.4,2.4',
  )
  expect((await planned(path)).lamps.map(({ key, name }) => [key, name.replace(/\s+/g, ' ')])).toEqual([
    ['A', 'Mill Rd'],
    ['B', 'Road 2'],
    ['C', '5"'],
    ['D', 'Square north, by the well and the tree'],
  ])
})
test('rows with more values than names raise a question instead of being placed', async () => {
  const path = lines('type,code,lng,lat', ...[1, 2, 3, 4].map((n) => `LED,${n},443910,447${n}000,4481550,847${n}000`))
  const file = await inspected(path)
  expect([file.asks, file.question?.[1]]).toEqual(['rows', expect.stringMatching(/^The header has 4 columns but the rows have 6 values/)])
  expect((await planned(path)).lamps).toEqual([])
})

test('names propose, values decide: kinds are no numbers, codes are no light sources', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `${at},112.9${10 + at},28.2,pole,NH-00${at % 3},${at % 2 ? 'single' : 'double'},${(at % 3) + 1}`,
  )
  const { mapping } = await inspected(lines('id,lng,lat,support,neighborhood_id,灯杆,code', ...rows))
  expect(mapping.columns.post).toBeUndefined()
  expect(mapping.columns.lampType).toBeUndefined()
  expect(mapping.columns.key).toEqual(['id'])
  const { lamps } = await planned(lines('id,lng,lat,support', ...rows.map((row) => row.split(',').slice(0, 4).join(','))))
  expect(new Set(lamps.map(({ post }) => post)).size).toBe(12)
})
test('a column of light sources is still found by its values', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `${at},112.9${at},28.2,${['NH 110', 'HPS-150', 'LED'][at % 3]},1${at}`)
  expect((await inspected(lines('id,lng,lat,what,x_id', ...rows))).mapping.columns.lampType).toEqual(['what'])
})

const AR = Array.from(
  { length: 12 },
  (_, at) => `AR-${at},-58.4${at},-34.6,${at === 5 ? 'LLAVES TÉRMICAS' : at % 2 ? 'SODIO' : 'LED'},${100 + at},${(at % 3) + 1}`,
)
test('a count per point makes as many lamps, and breakers among the light sources are no lamps', async () => {
  const path = lines('CODIGO,LONGITUD,LATITUD,TECNOLOGIA,POTENCIA,CANTIDAD POR PUNTO', ...AR)
  const file = await inspected(path)
  expect(file.mapping.columns.count).toEqual(['CANTIDAD POR PUNTO'])
  expect(file.mapping.rules).toEqual([{ column: 'TECNOLOGIA', values: ['LLAVES TÉRMICAS'], as: 'skip' }])
  const { lamps, notes } = await planned(path)
  const expected = AR.filter((row) => !row.includes('LLAVES')).map((row) => row.split(',').map(Number))
  expect(lamps.length).toBe(expected.reduce((sum, row) => sum + row[5]!, 0))
  expect(lamps.reduce((sum, { power }) => sum + (power ?? 0), 0)).toBe(expected.reduce((sum, row) => sum + row[4]! * row[5]!, 0))
  expect(notes.map(({ text }) => text[1])).toContain('Not imported because of the condition (TECNOLOGIA: LLAVES TÉRMICAS)')
})
test('lamps nearer than 0.5 m without an identity are refused, or kept by choice with the same post', async () => {
  const path = lines('lng,lat,watts', '112.9,28.2,60', '112.9,28.2,70', '112.9000002,28.2,80', '112.91,28.2,90')
  expect((await planned(path)).failed.map(({ row }) => row)).toEqual([3, 4])
  const file = await inspected(path)
  const kept = await planned(path, file, { ...file.mapping, nearby: 'keep' })
  expect(kept.failed).toEqual([])
  expect(kept.lamps.map(({ key, power, post }) => [key, power, post])).toEqual([
    ['112.900000,28.200000', 60, '112.900000,28.200000'],
    ['112.900000,28.200000~2', 70, '112.900000,28.200000'],
    ['112.900000,28.200000~3', 80, '112.900000,28.200000'],
    ['112.910000,28.200000', 90, '112.910000,28.200000'],
  ])
})

test('a post number belongs to its street, or to the 20 m around it', async () => {
  const { lamps } = await planned(
    lines(
      'id,street,post_number,lng,lat',
      'A,Elm Rd,12,15.5,47.1',
      'B,Elm Rd,12,15.5005,47.1',
      'C,Oak Rd,12,15.50005,47.1',
      'D,Elm Rd,12,15.6,47.1',
      'E,,12,15.7,47.1',
      'F,,12,15.7001,47.1',
      'G,,12,15.701,47.1',
    ),
  )
  const post = Object.fromEntries(lamps.map((lamp) => [lamp.key, lamp.post]))
  expect(post.B).toBe(post.A)
  expect(post.F).toBe(post.E)
  expect(new Set(Object.values(post)).size).toBe(5)
})
