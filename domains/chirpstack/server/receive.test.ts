import type { DriverNews } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { createReceiver } from './receive.ts'

const APPLICATION = '17c82e96-be03-4f38-aef3-f83d48582d97'
const EUI = '0101010101010101'
const ITEM = '1bbcab1d-6ec6-4136-b3f5-d63be1dc08de'
const deviceInfo = { tenantId: APPLICATION, applicationId: APPLICATION, devEui: EUI }
const time = '2026-07-18T09:38:49.235700766+00:00'
const failing = (code: string): Promise<never> => Promise.reject(Object.assign(new Error('of the database'), { code }))

/** A receiver with a database that refuses a queue item that is no UUID, as PostgreSQL does. `stores`: what storing a message does. */
const setUp = (stores: () => Promise<void> = async () => undefined) => {
  const passed: DriverNews[] = []
  const warnings: unknown[] = []
  const dropped: { route: string; kind: string; reason: string }[] = []
  const node = { id: '1', sn: 'N-1', devEui: EUI, codec: { uplinks: [], commands: [] } }
  const receive = createReceiver({
    server: { tenantId: '000000', code: 'north' },
    host: {
      received: (_route: string, news: DriverNews) => {
        passed.push(news)
        return stores()
      },
      dropped: (route: string, { kind, reason }: { kind: string; reason: string }) => void dropped.push({ route, kind, reason }),
      platform: { log: { warn: (_text: string, facts: object) => warnings.push(facts) } },
    },
    servers: { nodeOf: async () => node },
    downlinks: {
      find: (_id: string, item: string) => (/^[0-9a-f-]{36}$/i.test(item) ? Promise.resolve(undefined) : failing('22P02')),
      open: async () => [],
    },
  } as unknown as Parameters<typeof createReceiver>[0])
  const say = (event: string, message: object): Promise<void> =>
    receive(`application/${APPLICATION}/device/${EUI}/event/${event}`, Buffer.from(JSON.stringify({ time, deviceInfo, ...message })))
  return { say, passed, warnings, dropped }
}
const expired = (queue_item_id: string) => ({ level: 'ERROR', code: 'EXPIRED', context: { queue_item_id } })
const join = { deduplicationId: ITEM, devAddr: '00189440' }

test.each([
  ['a log event whose queue item is no UUID', 'log', expired(`${ITEM}'`), 'context.queue_item_id is no UUID'],
  ['an ack whose queue item is no UUID', 'ack', { queueItemId: 'x', acknowledged: true }, /queueItemId/],
  ['a txack whose queue item is no UUID', 'txack', { queueItemId: 'x', gatewayId: EUI }, /queueItemId/],
  ['a time that does not exist', 'join', { ...join, time: '2026-02-31T25:61:61Z' }, 'time does not exist'],
] as const)('%s drops the event, which is listed with its reason', async (_, kind, message, fault) => {
  const { say, passed, warnings, dropped } = setUp()
  await say(kind, message)
  expect(passed).toEqual([])
  expect(warnings).toEqual([{ server: 'north', what: expect.any(String), fault: expect.stringMatching(fault) }])
  expect(dropped).toEqual([{ route: 'chirpstack:000000/north', kind, reason: expect.stringMatching(fault) }])
})

test('an uplink with nulls, and with ids in capital letters, is read', async () => {
  const { say, passed, dropped } = setUp()
  const rxInfo = [{ gatewayId: EUI.toUpperCase(), rssi: -57, snr: 9.5, gwTime: null, location: null }]
  const up = { deduplicationId: ITEM.toUpperCase(), devAddr: '0018944A', dr: 5, fPort: 10, data: null, object: null, rxInfo }
  await say('up', { ...up, deviceInfo: { ...deviceInfo, tenantId: null, applicationId: APPLICATION.toUpperCase(), tags: null } })
  expect(dropped).toEqual([])
  expect(passed).toMatchObject([{ kind: 'report', entries: [{ sn: 'N-1', p: { rssi: -57, snr: 9.5, dataRate: 5 } }] }])
})

test('a queue item that is a UUID in any case is looked up', async () => {
  const { say, warnings } = setUp()
  await say('log', expired(ITEM))
  await say('log', expired(ITEM.toUpperCase()))
  expect(warnings).toEqual([])
})

test('an event that the database refuses as wrong data is dropped with a log line, and the next one is handled', async () => {
  const refusals = ['22003']
  const { say, passed, warnings } = setUp(() => {
    const code = refusals.pop()
    return code ? failing(code) : Promise.resolve()
  })
  await say('join', join)
  expect(warnings).toMatchObject([{ server: 'north', fault: 'Error: of the database' }])
  await say('join', join)
  expect(passed).toHaveLength(2)
  expect(warnings).toHaveLength(1)
})

test('an event that was not stored because the database is away is delivered again', async () => {
  const { say, warnings } = setUp(() => failing('57P01'))
  await expect(say('join', join)).rejects.toThrow('of the database')
  expect(warnings).toEqual([])
})
