import { createServer, type Server } from 'node:net'
import { createCalendar, levelAt } from '@lamplight/calendar'
import { type Ack, type DownKind, decode, type Hello, parseTopic, topics } from '@lamplight/protocol'
import { Aedes, type AuthenticateError } from 'aedes'
import { afterEach, expect, test, vi } from 'vitest'
import { type City, type CityConfig, createCity } from './city.ts'
import { createManualClock } from './clock.ts'
import { hashOf } from './devices/params.ts'
import { mixedInventory, NOON, smallInventory } from './harness.ts'

interface Received {
  readonly gateway: string
  readonly kind: string
  readonly dup: boolean
  readonly message: unknown
}
interface TestBroker {
  readonly port: number
  readonly received: Received[]
  /** Ids of the clients that are connected. */
  readonly clients: Set<string>
  /** While true, the broker neither passes on nor acknowledges what gateways publish. */
  mute: boolean
  command(gateway: string, command: object): void
  calendar(gateway: string, calendar: object): void
  close(): Promise<void>
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const startBroker = async (port = 0): Promise<TestBroker> => {
  const broker = await Aedes.createBroker()
  const server: Server = createServer(broker.handle)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const received: Received[] = []
  const clients = new Set<string>()
  const refusal: AuthenticateError = Object.assign(new Error('bad secret'), { returnCode: 4 })
  broker.authenticate = (client, username, password, done) => {
    const good = username === client.id && password?.toString() === `secret-${client.id.slice(2)}`
    done(good ? null : refusal, good)
  }
  broker.authorizePublish = (_, packet, done) => {
    if (!self.mute) done(null)
    const topic = parseTopic(packet.topic)
    const read = topic && decode(topic.kind, packet.payload as Buffer)
    if (!read?.ok) throw new Error(`not of the protocol: ${packet.topic} ${read?.reason}`)
    if (!self.mute) received.push({ gateway: topic!.gateway, kind: topic!.kind, dup: packet.dup, message: read.message })
  }
  broker.on('clientReady', (client) => clients.add(client.id))
  broker.on('clientDisconnect', (client) => clients.delete(client.id))
  const send = (gateway: string, kind: DownKind, message: object): void =>
    broker.publish(
      { cmd: 'publish', topic: topics.down(gateway, kind), payload: JSON.stringify(message), qos: 1, dup: false, retain: false },
      () => undefined,
    )
  const self: TestBroker = {
    port: typeof address === 'object' && address ? address.port : 0,
    received,
    clients,
    mute: false,
    command: (gateway, command) => send(gateway, 'command', command),
    calendar: (gateway, calendar) => send(gateway, 'calendar', calendar),
    close: async () => {
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  open.push(self.close)
  return self
}

const startCity = (port: number, config: Partial<CityConfig> = {}): City => {
  const city = createCity({ inventory: smallInventory(3, 4, `mqtt://127.0.0.1:${port}`), ...config })
  city.start()
  open.push(city.stop)
  return city
}

const dim = (id: string, gateway: string) => ({
  id,
  cmd: 'dim',
  args: { level: 35 },
  sns: [1, 2, 3, 4].map((child) => `${gateway}-${child}`),
  expiresAt: Date.now() + 60_000,
})
const until = (what: () => boolean): Promise<void> => vi.waitFor(() => expect(what()).toBe(true), { timeout: 8000, interval: 20 })
const acksOf = (broker: TestBroker, id: string): Ack[] =>
  broker.received.filter(({ kind }) => kind === 'ack').flatMap(({ message }) => (message as Ack[]).filter((ack) => ack.id === id))

test('a gateway sends its hello first, reports its lamps, executes a command and reports the new power', async () => {
  const broker = await startBroker()
  const city = startCity(broker.port)
  await until(() => broker.received.filter(({ kind }) => kind === 'report').length === 3)
  expect(city.stats()).toMatchObject({ gateways: 3, connected: 3, lamps: 12 })
  for (const sn of ['GW1', 'GW2', 'GW3']) {
    const [first] = broker.received.filter(({ gateway }) => gateway === sn)
    expect(first).toMatchObject({
      kind: 'hello',
      message: { sn, type: 'gateway', children: [1, 2, 3, 4].map((child) => ({ sn: `${sn}-${child}` })) },
    })
  }
  broker.command('GW2', dim('9', 'GW2'))
  await until(() => acksOf(broker, '9').length === 4)
  expect(acksOf(broker, '9').every(({ ok, p }) => ok && p?.dim === 35)).toBe(true)
  await until(() => broker.received.filter(({ kind, gateway }) => kind === 'report' && gateway === 'GW2').length === 2)
  const { message } = broker.received.findLast(({ kind }) => kind === 'report')!
  const fresh = message as { p: { dim: number; power: number } }[]
  expect(fresh.every(({ p }) => p.dim === 35 && p.power > 30 && p.power < 50)).toBe(true)
  expect(city.effects('9')).toEqual(new Map([1, 2, 3, 4].map((child) => [`GW2-${child}`, 1])))
})

test('an acknowledgement without PUBACK is repeated after the reconnect with the duplicate flag, without a second effect', async () => {
  const broker = await startBroker()
  const city = startCity(broker.port, { latency: 50 })
  await until(() => city.stats().connected === 3 && broker.received.length >= 6)
  broker.mute = true
  broker.command('GW1', dim('7', 'GW1'))
  await until(() => city.effects('7').size === 4)
  expect(acksOf(broker, '7')).toEqual([])
  open.splice(open.indexOf(broker.close), 1)
  await broker.close()
  await until(() => city.stats().connected === 0)
  const second = await startBroker(broker.port)
  await until(() => acksOf(second, '7').length === 4)
  expect(second.received.find(({ kind }) => kind === 'ack')).toMatchObject({ gateway: 'GW1', dup: true })
  expect(second.received.filter(({ gateway }) => gateway === 'GW1')[0]!.kind).toBe('hello')
  second.command('GW1', dim('7', 'GW1'))
  await until(() => acksOf(second, '7').length === 8)
  expect(
    acksOf(second, '7')
      .slice(4)
      .every(({ ok, code }) => ok && code === 'duplicate'),
  ).toBe(true)
  expect([...city.effects('7').values()]).toEqual([1, 1, 1, 1])
})

test('the hello names other devices with their types; they report, execute once and keep parameters, which the next hello names', async () => {
  const broker = await startBroker()
  const city = startCity(broker.port, { inventory: mixedInventory(2, `mqtt://127.0.0.1:${broker.port}`), latency: 50 })
  const reported = (): Set<string> =>
    new Set(
      broker.received.filter(({ kind }) => kind === 'report').flatMap(({ message }) => (message as { sn: string }[]).map(({ sn }) => sn)),
    )
  await until(() => reported().size === 6)
  expect(city.stats()).toMatchObject({ connected: 2, lamps: 2, devices: 4 })
  const hellos = () => broker.received.filter(({ kind, gateway }) => kind === 'hello' && gateway === 'GW2').map(({ message }) => message)
  expect(hellos()).toMatchObject([
    {
      children: [
        { sn: 'BIN2-1', type: 'bin' },
        { sn: 'BIN2-2', type: 'bin' },
      ],
    },
  ])
  const expiresAt = Date.now() + 60_000
  const interval = { id: '8', cmd: 'interval', args: { minutes: 33 }, sns: ['BIN2-1', 'BIN2-2'], expiresAt }
  broker.command('GW2', interval)
  broker.command('GW2', interval)
  broker.command('GW2', { id: '9', cmd: 'set', args: { family: 'angle', value: { bar: 30 } }, sns: ['BIN2-1'], expiresAt })
  await until(() => acksOf(broker, '8').length === 2 && acksOf(broker, '9').length === 1)
  expect(acksOf(broker, '8')).toMatchObject(['BIN2-1', 'BIN2-2'].map((sn) => ({ sn, code: 'ok', p: { interval: 33 } })))
  expect(city.effects('8')).toEqual(new Map(['BIN2-1', 'BIN2-2'].map((sn) => [sn, 1])))
  expect(city.device('BIN2-1')).toMatchObject({ gatewaySn: 'GW2', type: 'bin', values: { interval: 33 } })
  expect(acksOf(broker, '9')).toMatchObject([{ ok: true, p: {}, params: { angle: { bar: 30 } } }])
  expect(city.params('BIN2-1')).toEqual({ angle: { bar: 30 } })
  city.killGateway('GW2')
  await until(() => !city.isOnline('GW2'))
  city.reviveGateway('GW2')
  await until(() => hellos().length === 2)
  expect(hellos()[1]).toMatchObject({ children: [{ params: { angle: expect.stringMatching(/^[0-9a-f]{16}$/) } }, { sn: 'BIN2-2' }] })
})

test('a killed gateway leaves its will and stays offline until it is revived; its lamps stay on', async () => {
  const broker = await startBroker()
  const city = startCity(broker.port)
  await until(() => city.isOnline('GW3') && broker.clients.has('GW3'))
  city.killGateway('GW3')
  await until(() => broker.received.some(({ kind, gateway }) => kind === 'event' && gateway === 'GW3'))
  expect(broker.received.find(({ kind }) => kind === 'event')!.message).toEqual([
    { sn: 'GW3', at: 0, type: 'communicationFailure', on: true },
  ])
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(broker.clients.has('GW3')).toBe(false)
  expect(city.lamp('GW3-1').nominal.power).toBe(100)
  city.reviveGateway('GW3')
  await until(() => city.isOnline('GW3'))
  await until(() => broker.received.filter(({ kind, gateway }) => kind === 'hello' && gateway === 'GW3').length === 2)
})

test('a dead gateway never connects, one with a wrong secret is refused, and neither disturbs the others', async () => {
  const broker = await startBroker()
  const inventory = smallInventory(3, 4, `mqtt://127.0.0.1:${broker.port}`)
  const gateways = inventory.gateways.map((gateway) => (gateway.sn === 'GW2' ? { ...gateway, secret: 'wrong' } : gateway))
  const city = startCity(broker.port, { inventory: { ...inventory, gateways } })
  await until(() => city.stats().connected === 2 && city.stats().refused === 1)
  expect(city.isOnline('GW2')).toBe(false)
  const dead = startCity(broker.port, { faults: { deadGateways: 1 } })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(dead.stats()).toMatchObject({ connected: 0, connects: 0, refused: 0 })
})

test('a reboot command is acknowledged, then the gateway disconnects and reconnects', async () => {
  const broker = await startBroker()
  const city = startCity(broker.port)
  await until(() => city.stats().connected === 3)
  broker.command('GW1', { id: '3', cmd: 'reboot', args: {}, sns: ['GW1'], expiresAt: Date.now() + 60_000 })
  await until(() => acksOf(broker, '3').length === 1)
  await until(() => !city.isOnline('GW1'))
  await until(() => city.isOnline('GW1'))
  expect(city.stats().connects).toBe(4)
})

test('stop() disconnects properly, so no will is published', async () => {
  const broker = await startBroker()
  const city = startCity(broker.port)
  await until(() => broker.clients.size === 3)
  await until(() => city.stats().connected === 3)
  await city.stop()
  await until(() => broker.clients.size === 0)
  expect(broker.received.some(({ kind }) => kind === 'event')).toBe(false)
})

test('unknown serial numbers are named', () => {
  const city = createCity({ inventory: smallInventory() })
  expect(() => city.lamp('nobody')).toThrow('the city has no nobody')
  expect(() => city.device('GW1-1')).toThrow('the city has no GW1-1')
  expect(() => city.params('nobody')).toThrow('the city has no nobody')
  expect(() => city.killGateway('GW9')).toThrow('the city has no GW9')
  expect(city.effects('none')).toEqual(new Map())
})

test('lamps follow their calendar while their gateway has no connection; its next hello says the calendar', async () => {
  const broker = await startBroker()
  const clock = createManualClock(NOON + 5 * 3_600_000)
  const city = startCity(broker.port, { clock })
  await vi.waitFor(() => expect(city.isOnline('GW1')).toBe(true))
  const program = {
    zone: 'Asia/Shanghai',
    entries: [
      { trigger: 'sunset', level: 90 },
      { trigger: '21:00', level: 45 },
      { trigger: 'sunrise', level: 0 },
    ],
  }
  const value = { id: '12', hash: hashOf(program) }
  broker.calendar('GW1', { ...value, hash: '0000000000000000', program })
  broker.calendar('GW1', { ...value, program })
  broker.command('GW1', { id: '1', cmd: 'set', args: { family: 'calendar', value }, sns: ['GW1-1'], expiresAt: NOON * 2 })
  await vi.waitFor(() => {
    clock.advance(1000)
    expect(city.params('GW1-1')).toEqual({ calendar: value })
  })
  await vi.waitFor(() =>
    expect(broker.received.filter(({ kind }) => kind === 'event').flatMap(({ message }) => message)).toMatchObject([
      { sn: 'GW1', type: 'invalidCalendar', on: true },
      { sn: 'GW1', type: 'invalidCalendar', on: false },
    ]),
  )
  city.killGateway('GW1')
  await vi.waitFor(() => expect(city.isOnline('GW1')).toBe(false))
  const calendar = createCalendar(program, { lat: 28.2, lng: 112.95, zone: program.zone })
  const seen = new Set<number | undefined>()
  clock.advance(60_000 - (clock.now() % 60_000))
  for (let minute = 0; minute < 6 * 60; minute++) {
    const { dim } = city.lamp('GW1-1').state
    expect(dim).toBe(levelAt(calendar.night(calendar.nightOf(clock.now())), clock.now()))
    seen.add(dim)
    clock.advance(60_000)
  }
  expect([...seen]).toEqual([0, 90, 45])
  city.reviveGateway('GW1')
  await vi.waitFor(() => {
    const hello = broker.received.findLast(({ gateway, kind }) => gateway === 'GW1' && kind === 'hello')?.message as Hello | undefined
    expect(hello?.calendars).toEqual({ [value.id]: value.hash })
    expect(hello?.children[0]?.params).toEqual({ calendar: hashOf(value) })
  })
})
