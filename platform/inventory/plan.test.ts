import { afterAll, expect, test } from 'vitest'
import { createFolder, inspected, planned } from './made-files.ts'
import { applyMapping, mappingFault } from './mapping.ts'
import { noteWithRows } from './notes.ts'

const { write, remove } = createFolder()
afterAll(remove)
const plan = (text: string) => planned(write(text))

test('bad rows are reported with their reason and as they were, good ones stay', async () => {
  const { lamps, failed } = await plan('id,lng,lat\n1,112,28\n1,112.5,28\n2,,\n3,0,0\n4,x,1\n5,999,28\n6,28,112\n')
  expect(lamps).toHaveLength(1)
  expect(failed.map(({ row, kind, reason }) => [row, kind, reason[1]])).toEqual([
    [3, 'duplicate', 'The number "1" repeats row 2'],
    [4, 'invalid', 'It has no coordinates'],
    [5, 'invalid', 'The coordinates are 0, 0'],
    [6, 'invalid', 'It has no coordinates'],
    [7, 'invalid', 'The coordinates are outside the world: 999, 28'],
    [8, 'invalid', 'The coordinates are outside the world, perhaps the other way round: 28, 112'],
  ])
  expect(failed[0]).toMatchObject({ values: { id: '1', lng: '112.5', lat: '28' }, at: [112.5, 28] })
})

test('the number of a lamp is that of its column, and a number that repeats is a fault of its row alone', async () => {
  const { lamps, failed } = await plan('灯具编号,经度,纬度\nA1,112,28\nA2,112.1,28\nA1,112.2,28\n,112.3,28\nA4,112.4,28\n')
  expect(lamps.map(({ key, number }) => [key, number])).toEqual([
    ['A1', 'A1'],
    ['A2', 'A2'],
    ['112.300000,28.000000', null],
    ['A4', 'A4'],
  ])
  expect(failed.map(({ row, reason }) => [row, reason[0]])).toEqual([[4, '编号重复: A1，与第 2 行相同']])
})
test('key and number are two things: each names the row that it repeats', async () => {
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
  expect(notes).toContainEqual({ text: ['没有编号，由平台编号', 'No number: the platform gives one'], rows: 1, at: [5] })
})
test('lamps numbered by their post get a suffix', async () => {
  const { lamps } = await plan('id,pole_id,lng,lat\nA,P1,112.9,28.2\nB,P1,112.9,28.2\nC,P2,112.91,28.2\n')
  expect(lamps.map(({ key, number, postNumber }) => [key, number, postNumber])).toEqual([
    ['A', 'P1', 'P1'],
    ['B', 'P1-2', 'P1'],
    ['C', 'P2', 'P2'],
  ])
})
test('a remark names the rows that it is about', () => {
  const text = ['功率留空', 'No wattage'] as const
  expect(noteWithRows({ text, rows: 1, at: [5] })).toEqual(['功率留空：第 5 行', 'No wattage: row 5'])
  expect(noteWithRows({ text, rows: 2, at: [5, 9] })).toEqual(['功率留空：第 5、9 行', 'No wattage: rows 5, 9'])
  expect(noteWithRows({ text, rows: 12, at: [5, 9] })).toEqual(['功率留空：第 5、9 行等 12 行', 'No wattage: rows 5, 9 and 10 more'])
})

test('one place: the same lamp without a code, another head with one', async () => {
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
test('lamps that name one post share it, unless they stand apart', async () => {
  const { lamps, notes } = await plan('id,pole_id,lng,lat\nA,P1,112.9,28.2\nB,P1,112.90005,28.2\nC,P1,112.95,28.2\nD,,112.96,28.2\n')
  expect(lamps.map(({ post, postNumber }) => [post, postNumber])).toEqual([
    ['post:P1', 'P1'],
    ['post:P1', 'P1'],
    ['C', 'P1'],
    ['D', null],
  ])
  expect(notes).toContainEqual({ text: expect.arrayContaining([expect.stringMatching(/apart/)]), rows: 1, at: [4] })
})
test('many lamps at one place are pointed out', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `L${at},112.9,28.2`).join('\n')
  const { lamps, notes } = await plan(`id,lng,lat\n${rows}\n`)
  expect(new Set(lamps.map(({ post }) => post)).size).toBe(1)
  expect(notes.find(({ text }) => /one place/.test(text[1]))?.rows).toBe(4)
})

test('a batch later is no excuse: duplicates are found across the file', async () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `L${at % 4_999},${112 + at / 1e4},28.2`)
  const { lamps, failed } = await plan(`id,lng,lat\n${lines.join('\n')}\n`)
  expect([lamps.length, failed.map(({ row }) => row)]).toEqual([4_999, [5_001]])
})

test('what was read with judgement is counted', async () => {
  const { lamps, notes } = await plan('id,lng,lat,watts,height,controller_sn\n1,1,1,250/100,9,a b\n2,2,2,250/100,tall,X1\n3,3,3,,9,\n')
  expect(lamps.map(({ power, height, controllerSn }) => [power, height, controllerSn])).toEqual([
    [250, 9, null],
    [250, null, 'X1'],
    [null, 9, null],
  ])
  expect(notes.map(({ text, rows, at }) => [text[1], rows, at])).toEqual([
    ['The wattage "250/100" has several values: the first, 250 W, was taken', 2, [2, 3]],
    ['The serial of the controller has characters that are not allowed and stays empty', 1, [2]],
    ['The height could not be read and stays empty', 1, [3]],
    ['No wattage: it stays empty', 1, [4]],
  ])
})
test('the type in the wattage counts where the column says nothing', async () => {
  const { lamps } = await plan('id,lng,lat,Lamp_Wattage,Lamp_Type\n1,1,1,286(LED),Other\n2,2,2,250,HPS\n3,3,3,250,N/A\n')
  expect(lamps.map(({ power, lampType }) => [power, lampType])).toEqual([
    [286, 'LED'],
    [250, 'HPS'],
    [250, null],
  ])
})
test.each(['=1+1', '@SUM(A1)', '+cmd|x', '-2+3'])('a formula (%s) does not come in', async (formula) => {
  const { lamps, failed } = await plan(`id,name,lng,lat,remark\n1,${formula},112,28,\n2,ok,112.1,28,${formula}\n`)
  expect([lamps.length, failed[0]?.reason[1]]).toEqual([1, `A cell holds a formula: ${formula}`])
})
test('control characters and what only says nothing are left out', async () => {
  const { lamps } = await plan('id,name,lng,lat,district\n1,"a\n\u0007b",112,28,N/A\n')
  expect(lamps).toMatchObject([{ name: 'a b', district: null }])
})

test('a kept mapping is applied to a file of the same columns, a wrong one is told', async () => {
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
