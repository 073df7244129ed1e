import type { Platform, Query } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import type { Config, Judged } from './judged.ts'
import { replayStored } from './threshold-replay.ts'

const config: Config = {
  id: '7',
  tenantId: '000000',
  name: '过温',
  devType: 4,
  property: 'temperature',
  operator: 1,
  value: 70,
  clearValue: 65,
  holdSeconds: 300,
  severity: 3,
  changedAt: 0,
}
const judged = (deviceId: string, measured: number): Judged => ({
  config,
  deviceId,
  verdicts: [{ at: 1000, measured, isBeyond: measured > config.value }],
})
const platform = {} as Pick<Platform, 'port'>

/** Answers queries as if device `open` had an open alarm. `read` collects the devices whose readings were queried. */
const database = (open: string) => {
  const read: string[][] = []
  const query = (async (sql: string, [first, second]: readonly unknown[]) => {
    const ids = (list: unknown): string[] => String(list).replaceAll(/[{}"]/g, '').split(',')
    if (sql.includes('alarms_pending')) return ids(second).map((id) => ({ id, since: null, began: id === open ? 500 : null }))
    read.push(ids(first))
    return ids(first).map((id) => ({ id, at: 1000, value: 30 }))
  }) as unknown as Query
  return { query, read }
}

test('readings are read again only where a late value can change something', async () => {
  const { query, read } = database('2')
  const [quiet, opened, hot] = [judged('1', 30), judged('2', 30), judged('3', 80)]
  const found = await replayStored(platform, query, [quiet, opened, hot])
  expect(read).toEqual([['2', '3']])
  expect(found.get(quiet)).toEqual({ since: null, isPresent: false, clearAt: null, beyond: null })
  expect(found.get(opened)).toMatchObject({ isPresent: false, clearAt: 1000 })
})

test('a batch of values that are back, of devices without alarm, reads no readings', async () => {
  const { query, read } = database('none')
  await replayStored(platform, query, [judged('1', 30), judged('2', 31)])
  expect(read).toEqual([])
})
