import { connectTo } from '@lamplight/postgres/connect'
import { freshDatabase } from '@lamplight/testing'
import { expect, test } from 'vitest'
import { arrayOf } from './arrays.ts'

test('PostgreSQL reads each text of an array as it was written, with and without quotation marks', async () => {
  const database = await freshDatabase()
  const client = await connectTo(database.url)
  const texts = [
    'LC-000001',
    '7100000000000000001',
    'null',
    'NULL',
    'Null',
    'nullable',
    '',
    ' ',
    'a b',
    'a,b',
    '{}',
    '"',
    '\\',
    'a\nb',
    '路灯',
    'é',
  ]
  const { rows } = await client.query<{ texts: (string | null)[] }>('select $1::text[] as texts', [arrayOf([...texts, null, undefined])])
  expect(rows[0]?.texts).toEqual([...texts, null, null])
  const numbers = await client.query<{ ids: number[] }>('select $1::float8[] as ids', [arrayOf([1, -2.5, '3', '1e-7', 1e21])])
  expect(numbers.rows[0]?.ids).toEqual([1, -2.5, 3, 1e-7, 1e21])
  await client.end()
  await database.drop()
})
