import type { Platform } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { createRejectedValues } from './rejected-values.ts'

/** Stands in for the database: returns the columns of each write. */
const recorder = () => {
  const writes: unknown[][] = []
  const query = async (_sql: string, params: unknown[]) => {
    writes.push(params)
    return []
  }
  return { writes, system: { query } as unknown as Platform['system'] }
}
const bad = (deviceId: string, name: string, value: unknown) =>
  ({ deviceId, kind: 'value', name, value, reason: 'must be a number' }) as const
const names = (write: unknown[] | undefined): string[] => String(write?.[2]).replace(/[{}"]/g, '').split(',')

test('rejected values of one interval are one write: one row for each device and property, with their number', async () => {
  const { writes, system } = recorder()
  const rejected = createRejectedValues(system)
  for (const value of [1, '\u0000\ud800', { a: 1 }]) rejected.keep('G1', bad('1', 'dim', value), 5)
  rejected.keep('G2', bad('2', 'dim', 'x'.repeat(1000)), 6)
  await rejected.write()
  await rejected.write()
  expect(writes).toHaveLength(1)
  expect(names(writes[0])).toEqual(['dim', 'dim'])
  expect(String(writes[0]?.[8])).toMatch(/3\D+1/)
  expect(String(writes[0]?.[4]).length).toBeLessThan(300)
})

test('a gateway has 300 rows in an interval, of which the oldest go; all together have 2,000', async () => {
  const { writes, system } = recorder()
  const rejected = createRejectedValues(system)
  for (let n = 0; n < 400; n++) rejected.keep('G0', bad('1', `p${n}`, n), n)
  for (let gateway = 1; gateway < 10; gateway++)
    for (let n = 0; n < 250; n++) rejected.keep(`G${gateway}`, bad(String(gateway), `p${n}`, n), n)
  rejected.keep('G0', bad('1', 'p399', 0), 500)
  await rejected.write()
  const written = names(writes[0])
  expect(written).toHaveLength(2000)
  expect([written.slice(0, 300).includes('p99'), written.slice(0, 300).includes('p100')]).toEqual([false, true])
  rejected.keep('G11', bad('11', 'late', 1), 600)
  await rejected.write()
  expect(names(writes[1])).toEqual(['late'])
})
