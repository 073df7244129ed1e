import type { Platform } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import type { IngestCache } from './known.port.ts'
import type { ReceivedMessage } from './received-message.ts'
import type { RejectedMessage } from './rejections.ts'
import { type Writing, write } from './write-batch.ts'

const gateway = { id: '1', tenantId: '100001', assigned: true }
const nothing = async (): Promise<void> => undefined

/** Device ids in an array of `devices_reading`: the first field of each row. */
const idsIn = (rows: Buffer): string => {
  const ids: bigint[] = []
  for (let at = 20; at < rows.length; at += 4 + rows.readInt32BE(at)) ids.push(rows.readBigInt64BE(at + 16))
  return ids.join()
}

/** A writer with a fake database: `answer` receives the device ids of each statement. */
const writer = (answer: (devices: string) => unknown): { writing: Writing; rejected: RejectedMessage[]; batches: string[] } => {
  const rejected: RejectedMessage[] = []
  const batches: string[] = []
  const platform = {
    mqtt: { reportsPresence: true },
    system: {
      query: async (sql: string, params: readonly unknown[]) => {
        if (!sql.includes('devices_telemetry (')) return []
        const devices = idsIn(params[0] as Buffer)
        batches.push(devices)
        const thrown = answer(devices)
        if (thrown) throw thrown
        return []
      },
    },
    live: { listeners: () => 0, change: () => undefined },
    bus: { emit: () => undefined },
    log: { error: () => undefined },
    clock: { now: () => 1000 },
    port: () => {
      throw new Error('no slice offers it')
    },
  } as unknown as Platform
  const known = {
    senders: {
      resolve: async () => ({
        gatewayOf: () => gateway,
        childrenOf: () => (sn: string) => ({ deviceId: sn.slice(1), tenantId: '100001', gatewayId: '1', gatewaySn: 'G1', type: 4 }),
      }),
    },
    counts: { batches: 0, rows: 0, rejected: 0, strangers: 0, unassigned: 0 },
  } as unknown as IngestCache
  const writing: Writing = {
    platform,
    known,
    rejected: { keep: (rejection) => void rejected.push(rejection), stop: nothing },
    presence: { mark: () => undefined, seen: () => undefined, note: nothing, apply: nothing },
    limits: { aheadMs: 1000, behindMs: 1000 },
    types: {
      all: [],
      typeOf: () => undefined,
      named: () => undefined,
      resourceOf: () => undefined,
      sieveOf: () => undefined,
      need: async () => false,
      ready: async () => undefined,
    },
    repeats: { left: 0 },
    stopping: () => false,
  }
  return { writing, rejected, batches }
}
const message = (n: number, log: string[]): ReceivedMessage => ({
  gateway: 'G1',
  receivedAt: 1000,
  content: { kind: 'report', entries: [{ sn: `L${n}`, at: 1000, p: { dim: n } }] },
  doubtful: [],
  payload: Buffer.from(`message ${n}`),
  done: () => void log.push(`done ${n}`),
  failed: () => void log.push(`failed ${n}`),
})

test('the one message that the database refuses is isolated, logged and dropped; the others are stored', async () => {
  const log: string[] = []
  const { writing, rejected } = writer((devices) =>
    devices.includes('2') ? Object.assign(new Error('out of range'), { code: '22003' }) : null,
  )
  await write(writing, [message(1, log), message(2, log), message(3, log)])
  expect(log).toEqual(['done 1', 'done 2', 'done 3'])
  expect(rejected).toMatchObject([{ gateway: 'G1', reason: 'Error: out of range', payload: Buffer.from('message 2') }])
  expect(writing.known.counts.rows).toBe(2)
})

test('an unavailable database is retried until it is back', async () => {
  const log: string[] = []
  let away = 3
  const { writing, rejected, batches } = writer(() => (away-- > 0 ? Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }) : null))
  await write(writing, [message(1, log)])
  expect([log, rejected, batches.length]).toEqual([['done 1'], [], 4])
})

test('after a repeated reading this batch and the next ones check for duplicates, for a while', async () => {
  const log: string[] = []
  let repeated = true
  const { writing, batches } = writer(() => {
    if (!repeated) return null
    repeated = false
    return Object.assign(new Error('duplicate key'), { code: '23505' })
  })
  await write(writing, [message(1, log)])
  expect(batches).toHaveLength(2)
  expect(writing.repeats.left).toBe(20)
  await write(writing, [message(2, log)])
  expect(writing.repeats.left).toBe(19)
  expect(log).toEqual(['done 1', 'done 2'])
})

test('when the server stops while the database is unavailable, the message is not acknowledged', async () => {
  const log: string[] = []
  const { writing } = writer(() => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
  await write({ ...writing, stopping: () => true }, [message(1, log)])
  expect(log).toEqual(['failed 1'])
})
