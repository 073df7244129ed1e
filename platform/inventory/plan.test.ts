import { afterAll, expect, test } from 'vitest'
import { createFolder, inspected, planned } from './made-files.ts'
import { applyMapping, mappingFault } from './mapping.ts'
import { noteWithRows } from './notes.ts'

const { write, remove } = createFolder()
afterAll(remove)
const plan = (text: string) => planned(write(text))

test('invalid rows are reported unchanged with their reason; valid rows are imported', async () => {
  const { lamps, failed } = await plan('id,lng,lat\n1,112,28\n1,112.5,28\n2,,\n3,0,0\n4,x,1\n5,999,28\n6,28,112\n')
  expect(lamps).toHaveLength(1)
  expect(failed.map(({ row, kind, reason }) => [row, kind, reason[1]])).toEqual([
    [3, 'duplicate', 'The number "1" repeats row 2'],
    [4, 'invalid', 'It has no coordinates'],
    [5, 'invalid', 'The coordinates are 0, 0'],
    [6, 'invalid', 'The coordinate "x" cannot be read'],
    [7, 'invalid', 'The coordinates are outside the world: 999, 28'],
    [8, 'invalid', 'The coordinates are outside the world, perhaps the other way round: 28, 112'],
  ])
  expect(failed[0]).toMatchObject({ values: { id: '1', lng: '112.5', lat: '28' }, at: [112.5, 28] })
})

test('the number of a lamp is read from its column; a repeated number fails only its own row', async () => {
  const { lamps, failed } = await plan('灯具编号,经度,纬度\nA1,112,28\nA2,112.1,28\nA1,112.2,28\n,112.3,28\nA4,112.4,28\n')
  expect(lamps.map(({ key, number }) => [key, number])).toEqual([
    ['A1', 'A1'],
    ['A2', 'A2'],
    ['112.300000,28.000000', null],
    ['A4', 'A4'],
  ])
  expect(failed.map(({ row, reason }) => [row, reason[0]])).toEqual([[4, '编号重复：A1，与第 2 行相同']])
})
test('key and number are separate: a repeat of either names the first row', async () => {
  const { lamps, failed, notes } = await plan(
    `globalid,facilityid,lng,lat\n{a},1,1,1\n{b},1,2,2\n{a},3,3,3\n{d},,4,4\n{e},${'9'.repeat(41)},5,5\n`,
  )
  expect(lamps.map(({ key, number }) => [key, number])).toEqual([
    ['{a}', '1'],
    ['{d}', null],
  ])
  expect(failed.map(({ row, reason }) => [row, reason[1]])).toEqual([
    [3, 'The number "1" repeats row 2'],
    [4, 'The key "{a}" repeats row 2'],
    [6, 'The number has more than 40 characters'],
  ])
  expect(notes).toContainEqual({ text: ['没有编号，由平台编号', 'No number: the platform assigns one'], rows: 1, at: [5] })
})
test('lamps numbered by their post get a suffix', async () => {
  const { lamps } = await plan('id,pole_id,lng,lat\nA,P1,112.9,28.2\nB,P1,112.9,28.2\nC,P2,112.91,28.2\n')
  expect(lamps.map(({ key, number, postNumber }) => [key, number, postNumber])).toEqual([
    ['A', 'P1', 'P1'],
    ['B', 'P1-2', 'P1'],
    ['C', 'P2', 'P2'],
  ])
})
test('a note lists the rows that it concerns', () => {
  const text = ['功率留空', 'No wattage'] as const
  expect(noteWithRows({ text, rows: 1, at: [5] })).toEqual(['功率留空：第 5 行', 'No wattage: row 5'])
  expect(noteWithRows({ text, rows: 2, at: [5, 9] })).toEqual(['功率留空：第 5、9 行', 'No wattage: rows 5, 9'])
  expect(noteWithRows({ text, rows: 12, at: [5, 9] })).toEqual(['功率留空：第 5、9 行等 12 行', 'No wattage: rows 5, 9 and 10 more'])
})

test('lamps at one place: without a code the same lamp, with another code another head', async () => {
  const { lamps, failed } = await plan(
    'id,lng,lat\nA,112.9,28.2\n,112.9000004,28.2\nB,112.9,28.2000003\nC,112.9001,28.2\n,112.95,28.2\nD,112.95,28.2\n',
  )
  expect(lamps.map(({ key, keyed, post }) => [key, keyed, post])).toEqual([
    ['A', true, 'A'],
    ['B', true, 'A'],
    ['C', true, 'C'],
    ['112.950000,28.200000', false, '112.950000,28.200000'],
  ])
  expect(failed.map(({ row, kind, reason }) => [row, kind, reason[1]])).toEqual([
    [3, 'duplicate', 'It is at the place of row 2'],
    [7, 'duplicate', 'It is at the place of row 6'],
  ])
})
test('lamps that name one post share it, unless they are far apart', async () => {
  const { lamps, notes } = await plan('id,pole_id,lng,lat\nA,P1,112.9,28.2\nB,P1,112.90005,28.2\nC,P1,112.95,28.2\nD,,112.96,28.2\n')
  expect(lamps.map(({ post, postNumber }) => [post, postNumber])).toEqual([
    ['post:P1', 'P1'],
    ['post:P1', 'P1'],
    ['C', 'P1'],
    ['D', null],
  ])
  expect(notes).toContainEqual({ text: expect.arrayContaining([expect.stringMatching(/apart/)]), rows: 1, at: [4] })
})
test('many lamps at one place give a note', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `L${at},112.9,28.2`).join('\n')
  const { lamps, notes } = await plan(`id,lng,lat\n${rows}\n`)
  expect(new Set(lamps.map(({ post }) => post)).size).toBe(1)
  expect(notes.find(({ text }) => /one place/.test(text[1]))?.rows).toBe(4)
})

test('duplicates are found across batches of the file', async () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `L${at % 4_999},${112 + at / 1e4},28.2`)
  const { lamps, failed } = await plan(`id,lng,lat\n${lines.join('\n')}\n`)
  expect([lamps.length, failed.map(({ row }) => row)]).toEqual([4_999, [5_001]])
})

test('values that were interpreted or dropped are counted in notes', async () => {
  const { lamps, notes } = await plan('id,lng,lat,watts,height,controller_sn\n1,1,1,250/100,9,a b\n2,2,2,250/100,tall,X1\n3,3,3,,9,\n')
  expect(lamps.map(({ power, height, controllerSn }) => [power, height, controllerSn])).toEqual([
    [250, 9, null],
    [250, null, 'X1'],
    [null, 9, null],
  ])
  expect(notes.map(({ text, rows, at }) => [text[1], rows, at])).toEqual([
    ['The wattage "250/100" has several values: the first, 250 W, was taken', 2, [2, 3]],
    ['The serial number of the controller has characters that are not allowed: left empty', 1, [2]],
    ['The height could not be read: left empty', 1, [3]],
    ['No wattage: left empty', 1, [4]],
  ])
})
test('the light source in the wattage text is used where its column is empty', async () => {
  const { lamps } = await plan('id,lng,lat,Lamp_Wattage,Lamp_Type\n1,1,1,286(LED),Other\n2,2,2,250,HPS\n3,3,3,250,N/A\n')
  expect(lamps.map(({ power, lampType }) => [power, lampType])).toEqual([
    [286, 'LED'],
    [250, 'HPS'],
    [250, null],
  ])
})
test.each(['=1+1', '@SUM(A1)', '+cmd|x', '-2+3'])('a formula (%s) is not imported', async (formula) => {
  const { lamps, failed } = await plan(`id,name,lng,lat,remark\n1,${formula},112,28,\n2,ok,112.1,28,${formula}\n`)
  expect([lamps.length, failed[0]?.reason[1]]).toEqual([1, `A cell holds a formula: ${formula}`])
})
test('control characters and placeholders such as N/A are dropped', async () => {
  const { lamps } = await plan('id,name,lng,lat,district\n1,"a\n\u0007b",112,28,N/A\n')
  expect(lamps).toMatchObject([{ name: 'a b', district: null }])
})

test('a stored mapping is applied to a file with the same columns; a wrong mapping is reported', async () => {
  const file = await inspected(write('Code A,Code B,X,Y\n1,9,112,28\n'))
  const kept = { ...file.mapping, columns: { key: ['Code B'], lng: ['X'], lat: ['Y'], name: ['Gone'] } }
  const path = write('x;y;code b;code a\n112;28;9;1\n')
  const other = await inspected(path)
  const mapping = applyMapping(other, kept)
  expect(mapping).toMatchObject({ separator: ';', columns: { key: ['code b'], lng: ['x'], lat: ['y'] } })
  expect(mappingFault(mapping, other)).toBeNull()
  expect((await planned(path, other, mapping)).lamps).toMatchObject([{ key: '9' }])
  expect(mappingFault(kept, other)).toMatchObject({ field: 'columns.key' })
  expect(mappingFault({ ...mapping, columns: {} }, other)).toMatchObject({ field: 'columns.lng' })
  expect(mappingFault({ ...mapping, place: { ...mapping.place, source: 'point' } }, other)).toMatchObject({ field: 'place' })
})

const csv = (...lines: readonly string[]) => plan(`${lines.join('\n')}\n`)
test('several lamps in one row are imported as several, each with its own power', async () => {
  const { lamps, notes } = await csv(
    'FACILITYID,POLE_ID,X,Y,WATTAGE1,WATTAGE2,LAMP_TYPE1,LAMP_TYPE2',
    'A,P1,-3.7,40.4,250,70,HPS,LED',
    'B,P2,-3.71,40.41,150,,HPS,',
    'C,P3,-3.72,40.42,0,100,,LED',
    'D,P4,-3.73,40.43,150,0,HPS,',
  )
  expect(lamps.map(({ key, number, post, power, lampType }) => [key, number, post, power, lampType])).toEqual([
    ['A', 'A', 'post:P1', 250, 'HPS'],
    ['A#2', 'A-2', 'post:P1', 70, 'LED'],
    ['B', 'B', 'post:P2', 150, 'HPS'],
    ['C', 'C', 'post:P3', 100, 'LED'],
    ['D', 'D', 'post:P4', 150, 'HPS'],
  ])
  expect(notes).toEqual([{ text: ['一行 2 盏灯，按 2 盏导入', '2 lamps in one row: as many come in'], rows: 1, at: [2] }])
})
test('an additional lamp without its own light source has that of the row', async () => {
  const { lamps } = await csv('id,lng,lat,power1,power2,lamp_type', 'A,112,28,150,70,HPS')
  expect(lamps.map(({ power, lampType }) => [power, lampType])).toEqual([
    [150, 'HPS'],
    [70, 'HPS'],
  ])
})
test.each([
  ['功率', '2', '150', [150, 150]],
  ['总功率', '2', '300', [150, 150]],
  ['功率', '2', '2x58', [58, 58]],
  ['功率', '2', '250+100', [250, 100]],
  ['功率', '3', '', [null, null, null]],
  ['功率', '1', '2x58', [116]],
  ['功率', '', '150', [150]],
  ['功率', '0', '150', []],
  ['功率', '99', '150', [150]],
])('power of the lamps of a row with column %s, count %j and power %j', async (name, count, power, wanted) => {
  const { lamps, notes } = await csv(`编号,经度,纬度,灯头数,${name}`, `A,112,28,${count},${power}`, 'B,112.1,28,1,70')
  expect(lamps.filter(({ row }) => row === 2).map((lamp) => lamp.power)).toEqual(wanted)
  expect(notes.some(({ at }) => at.includes(2))).toBe(!(wanted.length === 1 && count !== '99' && power === '150'))
})
test('a row is refused whole if the number of its additional lamp is taken', async () => {
  const { lamps, failed } = await csv('编号,经度,纬度,灯头数', 'A-2,112,28,1', 'A,112.1,28,2')
  expect([lamps.map(({ number }) => number), failed.map(({ row, reason }) => [row, reason[0]])]).toEqual([
    ['A-2'],
    [[3, '编号重复：A-2，与第 2 行相同']],
  ])
})

test('rows that are not lamps are skipped, and their cabinets proposed', async () => {
  const { lamps, cabinets, failed, notes } = await csv(
    'id,lng,lat,Asset Type,cabinet',
    'A,112,28,Street light,K1',
    'K1,112.1,28,Feeder pillar,',
    'P1,112.2,28,Photocell,',
    'P2,112.3,28,Photocell,',
    'B,112.4,28,Street light,K1',
    'C,112.5,28,Street light,K1',
    'D,112.5,28.1,Street light,K1',
    'E,112.6,28.1,Street light,K1',
  )
  expect([lamps.map(({ key }) => key), failed]).toEqual([['A', 'B', 'C', 'D', 'E'], []])
  expect(cabinets).toEqual([{ row: 3, name: 'K1', lng: 112.1, lat: 28, district: null }])
  expect(notes).toContainEqual({
    text: ['按条件不导入（Asset Type：Photocell）', 'Left out by the condition (Asset Type: Photocell)'],
    rows: 2,
    at: [4, 5],
  })
})
test('the user can map words of the file to light sources', async () => {
  const path = write('id,lng,lat,光源\nA,112,28,VAPOR DE SODIO\nB,112.1,28,Tipo 7\n')
  const file = await inspected(path)
  const mapping = { ...file.mapping, lampTypes: { 'vapor de sodio': 'LPS', 'tipo 7': 'LED' } }
  expect((await planned(path, file)).lamps.map(({ lampType }) => lampType)).toEqual(['HPS', 'TIPO 7'])
  expect((await planned(path, file, mapping)).lamps.map(({ lampType }) => lampType)).toEqual(['LPS', 'LED'])
})
test('a row far from all others gives a note', async () => {
  const rows = Array.from(
    { length: 300 },
    (_, at) => `L${at},${at === 250 || at === 3 ? 28.2 : 78.2 + at / 1e4},${at === 250 || at === 3 ? 78.2 : 28.2}`,
  )
  const { notes } = await csv('id,lng,lat', ...rows)
  expect(notes.find(({ text }) => text[1].startsWith('More than 200 km'))).toMatchObject({ rows: 2, at: [5, 252] })
})
