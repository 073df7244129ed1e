import { expect, test } from 'vitest'
import { type ConnectionStatus, createConnection, type Socket } from './connection.ts'
import { CMD, decode, encode, type News, newsOf } from './packet.ts'

interface FakeSocket extends Socket {
  readonly sent: { cmd: number; flag: number; flags: number; sessionId: number; body: Record<string, unknown> | null }[]
  closed: boolean
  /** True: the server answers no ping. */
  frozen: boolean
  readonly receive: (packet: object) => void
}
const fakeSocket = (): FakeSocket => {
  const socket: FakeSocket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    sent: [],
    closed: false,
    frozen: false,
    send: (frame) => {
      const packet = JSON.parse(frame)
      if (packet.cmd !== CMD.ping) socket.sent.push(packet)
      else if (!socket.frozen) socket.receive({ cmd: CMD.ping, sessionId: 0 })
    },
    close: () => {
      socket.closed = true
    },
    receive: (packet) => socket.onmessage?.({ data: JSON.stringify(packet) }),
  }
  return socket
}

/** Creates a connection with its own clock. */
const make = () => {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const sockets: FakeSocket[] = []
  const news: News[] = []
  const messages: unknown[] = []
  const states: string[] = []
  let returns = 0
  let tags = '000000'
  const boundTags: string[] = []
  const connection = createConnection({
    connect: () => {
      sockets.push(fakeSocket())
      return sockets.at(-1)!
    },
    deviceId: 'd1',
    userAgent: 'test',
    bind: () => ({ userId: '7', tags }),
    onNews: (one) => news.push(one),
    onMessage: (one) => messages.push(one),
    onStatus: ({ state }: ConnectionStatus) => states.at(-1) !== state && states.push(state),
    onReturn: () => {
      returns += 1
    },
    onBound: (each) => boundTags.push(each),
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
  })
  const pass = (ms: number): void => {
    const end = now + ms
    for (;;) {
      const next = timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      timers = timers.filter((one) => one !== next)
      now = next.at
      next.run()
    }
    now = end
  }
  const bind = (): void => {
    const socket = sockets.at(-1)!
    socket.onopen?.()
    socket.receive({ cmd: 2, flags: 16, sessionId: 2 })
    socket.receive({ cmd: 11, flags: 16, sessionId: 3, body: { cmd: 5, data: 'bind success' } })
  }
  return {
    connection,
    sockets,
    news,
    messages,
    states,
    pass,
    bind,
    boundTags,
    returns: () => returns,
    setTags: (next: string) => (tags = next),
  }
}

test('on open: heartbeat and handshake, then bind, session ids from 1, flag 16 (rule.socket.open, rule.socket.session, rule.socket.flag, rule.const.clientversion)', () => {
  const { connection, sockets, bind, states } = make()
  connection.start()
  bind()
  const sent = sockets[0]!.sent
  expect(sent.map((packet) => [packet.cmd, packet.sessionId, packet.flag])).toEqual([
    [1, 1, 16],
    [2, 2, 16],
    [5, 3, 16],
  ])
  expect(sent[1]!.body).toMatchObject({ deviceId: 'd1', clientVersion: '1.0' })
  expect(sent[2]!.body).toEqual({ userId: '7', tags: '000000' })
  expect(states).toEqual(['connecting', 'open'])
})

test('a heartbeat every 120 s while the echo comes (rule.socket.heartbeat)', () => {
  const { connection, sockets, bind, pass } = make()
  connection.start()
  bind()
  for (let beats = 1; beats <= 3; beats += 1) {
    sockets[0]!.receive({ cmd: 1, sessionId: beats })
    expect(sockets[0]!.sent.filter((packet) => packet.cmd === 1)).toHaveLength(beats)
    pass(120_000)
  }
  expect(sockets).toHaveLength(1)
})

test('a server that does not answer is detected within 10 s at any moment of the beat, and reconnected until it answers', () => {
  for (const until of [0, 1, 3999, 4000, 4001, 30_000]) {
    const { connection, sockets, bind, pass, states, returns } = make()
    connection.start()
    bind()
    pass(until)
    expect(states).toEqual(['connecting', 'open'])
    sockets[0]!.frozen = true
    pass(10_000)
    expect(states).toEqual(['connecting', 'open', 'lost'])
    expect(sockets[0]!.closed).toBe(true)
    // A new socket opens but receives nothing: it is closed after 10 s.
    pass(60_000)
    expect(sockets.length).toBeGreaterThan(3)
    expect(sockets.slice(0, -1).every(({ closed }) => closed)).toBe(true)
    if (sockets.at(-1)!.closed) pass(10_000)
    bind()
    pass(60_000)
    expect(states).toEqual(['connecting', 'open', 'lost', 'open'])
    expect(returns()).toBe(1)
  }
})

test('a push with flag 8 is acknowledged with its own session id and processed (rule.socket.ack)', () => {
  const { connection, sockets, bind, news } = make()
  connection.start()
  bind()
  const content = JSON.stringify({ msgId: '1', msgType: 2, content: JSON.stringify({ topic: 'lamps', changes: [['9', { dim: 30 }]] }) })
  sockets[0]!.receive({ cmd: 15, flags: 24, sessionId: 41, body: { content } })
  sockets[0]!.receive({ cmd: 15, flags: 16, sessionId: 42, body: { content } })
  expect(sockets[0]!.sent.filter((packet) => packet.cmd === 23).map((packet) => packet.sessionId)).toEqual([41])
  expect(news[0]).toEqual({ topic: 'lamps', changes: [['9', { dim: 30 }]] })
})

test('an error or a loss closes the socket; it reconnects within 10 s and reports that missed data must be fetched (rule.socket.error)', () => {
  const { connection, sockets, bind, pass, returns, states } = make()
  connection.start()
  bind()
  expect(returns()).toBe(0)
  sockets[0]!.receive({ cmd: 10, body: { cmd: 15, code: 103, reason: 'session expired' } })
  expect(sockets[0]!.closed).toBe(true)
  for (let tries = 2; tries <= 8; tries += 1) {
    pass(10_000)
    expect(sockets).toHaveLength(tries)
    if (tries < 8) sockets.at(-1)!.onclose?.()
  }
  bind()
  expect(returns()).toBe(1)
  expect(states).toEqual(['connecting', 'open', 'lost', 'open'])
})

test('topics are announced when the server confirms the bind that names them, not an earlier one', () => {
  const { connection, sockets, bind, boundTags, setTags } = make()
  connection.start()
  bind()
  expect(boundTags).toEqual(['000000'])
  setTags('000000,sos')
  connection.rebind()
  setTags('000000,sos,alarms')
  connection.rebind()
  const [first, second] = sockets[0]!.sent.filter(({ cmd }) => cmd === CMD.bind).slice(1)
  sockets[0]!.receive({ cmd: 11, sessionId: first!.sessionId, body: { cmd: 5 } })
  expect(boundTags).toEqual(['000000'])
  sockets[0]!.receive({ cmd: 11, sessionId: second!.sessionId, body: { cmd: 5 } })
  expect(boundTags).toEqual(['000000', '000000,sos,alarms'])
})

test('a topic that is added while the first bind is on its way is bound after it', () => {
  const { connection, sockets, boundTags, setTags } = make()
  connection.start()
  const socket = sockets[0]!
  socket.onopen?.()
  socket.receive({ cmd: 2, flags: 16, sessionId: 2 })
  setTags('000000,sos')
  connection.rebind()
  socket.receive({ cmd: 11, sessionId: 3, body: { cmd: 5 } })
  const again = socket.sent.filter(({ cmd }) => cmd === CMD.bind)[1]
  expect(again?.body).toEqual({ userId: '7', tags: '000000,sos' })
  socket.receive({ cmd: 11, sessionId: again!.sessionId, body: { cmd: 5 } })
  expect(boundTags).toEqual(['000000', '000000,sos'])
  expect(socket.sent.filter(({ cmd }) => cmd === CMD.bind)).toHaveLength(2)
})

test('a kick of this device closes for good; a kick of another device does not (rule.socket.kick)', () => {
  const { connection, sockets, bind, pass, states } = make()
  connection.start()
  bind()
  sockets[0]!.receive({ cmd: 13, body: { deviceId: 'other', userId: '7' } })
  expect(sockets[0]!.closed).toBe(false)
  sockets[0]!.receive({ cmd: 13, body: { deviceId: 'd1', userId: '7' } })
  expect(sockets[0]!.closed).toBe(true)
  pass(60_000)
  expect(sockets).toHaveLength(1)
  expect(states.at(-1)).toBe('kicked')
})

test('a repeated bind sends the current topics and does not count as a reconnect', () => {
  const { connection, sockets, bind, setTags, returns } = make()
  connection.start()
  connection.rebind()
  bind()
  setTags('000000,lamps')
  connection.rebind()
  sockets[0]!.receive({ cmd: 11, sessionId: 4, body: { cmd: 5 } })
  expect(sockets[0]!.sent.filter((packet) => packet.cmd === 5).map((packet) => packet.body?.tags)).toEqual(['000000', '000000,lamps'])
  expect(returns()).toBe(0)
})

test('invalid text is not decoded as a packet', () => {
  expect(decode('hello')).toBeNull()
  expect(decode('{"flags":16}')).toBeNull()
  expect(decode(encode(23, 7))).toEqual({ cmd: 23, flags: 16, sessionId: 7, body: null })
  expect(decode('{"cmd":15,"flag":24}')?.flags).toBe(24)
  expect(newsOf({ cmd: 15, flags: 16, sessionId: 1, body: { content: 'text' } })).toBeNull()
})

test('rule.socket.types rule.socket.packet: the numbers of the packets, and their four parts', () => {
  expect(CMD).toEqual({ heartbeat: 1, handshake: 2, bind: 5, unbind: 6, error: 10, ok: 11, kick: 13, push: 15, ack: 23, ping: 100 })
  expect(JSON.parse(encode(CMD.bind, 3, { userId: '7' }))).toEqual({ cmd: 5, flag: 16, flags: 16, sessionId: 3, body: { userId: '7' } })
})

test('rule.err.socket: text that is not JSON is ignored, an error closes the socket', () => {
  const { connection, sockets, bind } = make()
  connection.start()
  bind()
  sockets[0]!.onmessage?.({ data: '{' })
  expect(sockets[0]!.closed).toBe(false)
  sockets[0]!.receive({ cmd: 10, body: { cmd: 1, code: 100 } })
  expect(sockets[0]!.closed).toBe(true)
})

test('a push with content is a notification, topic updates are none; addresses outside the console are not opened', () => {
  const { connection, sockets, bind, messages } = make()
  connection.start()
  bind()
  const push = (content: unknown): void =>
    sockets[0]!.receive({
      cmd: 15,
      flags: 16,
      sessionId: 1,
      body: { content: typeof content === 'string' ? content : JSON.stringify(content) },
    })
  push({ msgId: '1', msgType: 1, content: JSON.stringify({ title: '导入完成', content: '120 盏灯', path: '/city/lamp' }) })
  push({ msgId: '2', msgType: 3, content: '今晚停电检修' })
  push('裸文本')
  push({ msgId: '3', msgType: 1, content: JSON.stringify({ title: '看', path: '//evil.example' }) })
  push({ msgId: '4', msgType: 2, content: JSON.stringify({ title: '只给页面' }) })
  push({ msgId: '5', msgType: 1, content: JSON.stringify({ topic: 'lamps', changes: [] }) })
  expect(messages).toEqual([
    { text: '导入完成：120 盏灯', path: '/city/lamp' },
    { text: '今晚停电检修' },
    { text: '裸文本' },
    { text: '看' },
  ])
})
