import { createVirtualChirpStack } from '@lamplight/virtual-city'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { downTopic, type EventKind, eventFault, eventFilter, readEvent, readTopic } from '../model/event-schemas.ts'
import { reasonOf } from '../model/reasons.ts'

// The examples of https://www.chirpstack.io/docs/chirpstack/integrations/events.html, unchanged.
const deviceInfo = {
  tenantId: '52f14cd4-c6f1-4fbd-8f87-4025e1d49242',
  tenantName: 'ChirpStack',
  applicationId: '17c82e96-be03-4f38-aef3-f83d48582d97',
  applicationName: 'Test application',
  deviceProfileId: '14855bf7-d10d-4aee-b618-ebfcb64dc7ad',
  deviceProfileName: 'Test device-profile',
  deviceName: 'Test device',
  devEui: '0101010101010101',
  tags: { key: 'value' },
}
const { tags: _, ...untagged } = deviceInfo
const DOCUMENTED: Readonly<Record<EventKind, object>> = {
  up: {
    deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
    time: '2022-07-18T09:34:15.775023242+00:00',
    deviceInfo,
    devAddr: '00189440',
    dr: 1,
    fPort: 1,
    data: 'qg==',
    rxInfo: [
      {
        gatewayId: '0016c001f153a14c',
        uplinkId: 4217106255,
        rssi: -36,
        snr: 10.5,
        context: 'E3OWOQ==',
        metadata: { region_name: 'eu868', region_common_name: 'EU868' },
      },
    ],
    txInfo: { frequency: 867100000, modulation: { lora: { bandwidth: 125000, spreadingFactor: 11, codeRate: 'CR_4_5' } } },
  },
  status: {
    deduplicationId: 'bf2a9746-1c8b-49be-a92e-f0b89c8534e4',
    time: '2022-07-18T09:35:06.927172638+00:00',
    deviceInfo: untagged,
    margin: 10,
    batteryLevel: 88.3,
  },
  join: {
    deduplicationId: 'c9dbe358-2578-4fb7-b295-66b44edc45a6',
    time: '2022-07-18T09:33:28.823500726+00:00',
    deviceInfo,
    devAddr: '00189440',
  },
  ack: {
    deduplicationId: '856a03e7-80f6-4c26-b971-9dcb34a59c2e',
    time: '2022-07-18T09:38:49.235700766+00:00',
    deviceInfo,
    queueItemId: '1bbcab1d-6ec6-4136-b3f5-d63be1dc08de',
    acknowledged: true,
    fCntDown: 3,
  },
  txack: {
    downlinkId: 3461958127,
    time: '2022-07-18T09:37:48.929184085+00:00',
    deviceInfo,
    queueItemId: '42cb6459-a640-46ec-9623-bdff39dc4736',
    fCntDown: 2,
    gatewayId: '0016c001f153a14c',
    txInfo: {
      frequency: 867900000,
      power: 14,
      modulation: { lora: { bandwidth: 125000, spreadingFactor: 7, codeRate: 'CR_4_5', polarizationInversion: true } },
      timing: { delay: { delay: '1s' } },
      context: 'ICYVGw==',
    },
  },
  log: {
    time: '2022-07-18T09:39:57.311414029+00:00',
    deviceInfo,
    level: 'ERROR',
    code: 'UPLINK_MIC',
    description: 'MIC of join-request is invalid, make sure keys are correct',
    context: { deduplication_id: '4e91db13-5ce3-4c8c-ab0f-dfc626cf0771' },
  },
}
const KINDS = Object.keys(DOCUMENTED) as EventKind[]

describe('documented events', () => {
  test.each(KINDS)('%s fits its schema, and in any form of the fields that are not used', (kind) => {
    expect(eventFault(kind, DOCUMENTED[kind])).toBeUndefined()
    const odd = {
      ...DOCUMENTED[kind],
      deviceInfo: { ...deviceInfo, tenantId: 7, tags: ['a'], deviceClassEnabled: 'CLASS_D' },
      txInfo: 'none',
      gatewayId: 'no EUI',
      fCnt: -1,
      object: [1],
      regionConfigId: 5,
      downlinkId: 'x',
    }
    expect(eventFault(kind, odd)).toBeUndefined()
  })
  test.each(KINDS)('%s: null means the same as a missing field', (kind) => {
    const nulls = {
      object: null,
      rxInfo: [{ gatewayId: '0016C001F153A14C', gwTime: null, location: null, rssi: null, snr: 9.5 }, null],
      txInfo: null,
      fPort: null,
    }
    const event = readEvent(JSON.stringify({ ...DOCUMENTED[kind], ...nulls }))
    expect(eventFault(kind, event)).toBeUndefined()
    expect(event).toMatchObject({ rxInfo: [{ snr: 9.5 }] })
  })
  test.each(KINDS)('%s without its device, or with a DevEUI of another form, does not fit', (kind) => {
    expect(eventFault(kind, { ...DOCUMENTED[kind], deviceInfo: undefined })).toBeDefined()
    expect(eventFault(kind, { ...DOCUMENTED[kind], deviceInfo: { ...deviceInfo, devEui: '01' } })).toContain('devEui')
    expect(eventFault(kind, { ...DOCUMENTED[kind], time: 'yesterday' })).toContain('time')
    expect(eventFault(kind, [])).toBeDefined()
  })
  test('fields with their default value may be missing, and fields of newer versions are ignored', () => {
    const { dr: _dr, fPort: _port, data: _data, rxInfo: _rx, txInfo: _tx, ...least } = DOCUMENTED.up as Record<string, unknown>
    expect(eventFault('up', { ...least, newer: { field: 1 } })).toBeUndefined()
    const { acknowledged: _acked, fCntDown: _f, ...lost } = DOCUMENTED.ack as Record<string, unknown>
    expect(eventFault('ack', { ...lost, deduplicationId: '' })).toBeUndefined()
  })
})

test('topics are those of the documentation', () => {
  const topic = 'application/17c82e96-be03-4f38-aef3-f83d48582d97/device/0101010101010101/event/up'
  expect(readTopic(topic)).toEqual({ applicationId: deviceInfo.applicationId, devEui: deviceInfo.devEui, event: 'up' })
  expect(readTopic(topic.replace('17c82e96', '17C82E96').replace('0101010101010101', '01010101010101AB'))).toEqual({
    applicationId: deviceInfo.applicationId,
    devEui: '01010101010101ab',
    event: 'up',
  })
  expect(eventFilter(deviceInfo.applicationId)).toBe('application/17c82e96-be03-4f38-aef3-f83d48582d97/device/+/event/+')
  expect(downTopic(deviceInfo.applicationId, deviceInfo.devEui)).toBe(topic.replace('event/up', 'command/down'))
  for (const other of ['application/x/device/y/event/up', `${topic}/more`, topic.replace('event', 'command')])
    expect(readTopic(other)).toBeUndefined()
})

test('refusals of gateways and discarded queue items have reasons, other log events have none', () => {
  expect(reasonOf({ code: 'DOWNLINK_GATEWAY', description: 'DUTY_CYCLE_OVERFLOW' })).toBe('dutyCycle')
  expect(reasonOf({ code: 'DOWNLINK_GATEWAY', description: 'TOO_LATE' })).toBe('tooLate')
  expect(reasonOf({ code: 'DOWNLINK_GATEWAY', description: 'NEW_IN_A_LATER_VERSION' })).toBe('radioFault')
  expect(reasonOf({ code: 'EXPIRED' }), 'it expired in the queue, not at the device').toBe('expiredInQueue')
  expect(reasonOf({ code: 'DOWNLINK_PAYLOAD_SIZE' })).toBe('payloadSize')
  expect(reasonOf({ code: 'UPLINK_MIC' })).toBeUndefined()
})

describe('the virtual ChirpStack', () => {
  const events: { readonly kind: EventKind; readonly message: Record<string, unknown> }[] = []
  const [eui, other] = ['0101010101010101', '0101010101010102']
  const stack = createVirtualChirpStack({
    applicationId: deviceInfo.applicationId,
    nodes: [eui, other].map((devEui) => ({ devEui, name: devEui })),
    publish: (topic, payload) =>
      events.push({ kind: readTopic(topic)?.event as EventKind, message: JSON.parse(payload) as Record<string, unknown> }),
    classCMs: 1,
    ackTimeoutMs: 5,
    dutyCycle: 0.0002,
    uplinkMs: 60_000,
  })
  afterAll(stack.stop)
  const down = (devEui: string, more: object): void =>
    stack.command(downTopic(deviceInfo.applicationId, devEui), JSON.stringify({ devEui, fPort: 8, data: 'hAEy', ...more }))
  const saw = (kind: EventKind, part: object): Promise<unknown> =>
    vi.waitFor(
      () => expect(events.filter((one) => one.kind === kind).map(({ message }) => message)).toContainEqual(expect.objectContaining(part)),
      3000,
    )

  test('each of its events fits the documented JSON', async () => {
    stack.start(1)
    await saw('join', {})
    await saw('up', { fPort: 10 })
    const ids = [
      '1bbcab1d-6ec6-4136-b3f5-d63be1dc08d1',
      '1bbcab1d-6ec6-4136-b3f5-d63be1dc08d2',
      '1bbcab1d-6ec6-4136-b3f5-d63be1dc08d3',
    ] as const
    down(eui, { id: ids[0], confirmed: true })
    await saw('txack', { queueItemId: ids[0] })
    await saw('ack', { queueItemId: ids[0], acknowledged: true })
    await saw('up', { fPort: 8, data: 'hAEy' })
    down(eui, { id: ids[1], expiresAt: '2022-07-18T09:39:57Z' })
    await saw('log', { code: 'EXPIRED', context: { queue_item_id: ids[1] } })
    down(eui, { id: ids[2], data: Buffer.alloc(60).toString('base64') })
    await saw('log', { code: 'DOWNLINK_PAYLOAD_SIZE', context: expect.objectContaining({ queue_item_id: ids[2] }) })
    stack.setDeaf(other, true)
    down(other, { id: ids[1], confirmed: true })
    await saw('ack', { queueItemId: ids[1] })
    for (let n = 0; n < 20; n++) down(other, {})
    await saw('log', { code: 'DOWNLINK_GATEWAY', description: 'DUTY_CYCLE_OVERFLOW' })
    stack.status(eui, { margin: 3 })
    await saw('status', { margin: 3 })
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(KINDS))
    for (const { kind, message } of events) {
      expect(eventFault(kind, message)).toBeUndefined()
      expect(Object.values(message)).not.toContain(0)
      expect(Object.values(message)).not.toContain(false)
    }
  })
})
