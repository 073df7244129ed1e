// A process that acts as many gateways: signs in, sends prepared reports as fast as the window allows or at a pace, and times each PUBACK.
import { connect, type Socket } from 'node:net'
import { topics } from '@lamplight/protocol'
import { generate } from 'mqtt-packet'
import { gatewaySn, lampSn, PER_GATEWAY, SECRET } from './lamps.ts'

/** Maximum number of unacknowledged messages of one gateway. */
const WINDOW = 20

export interface Load {
  readonly gateways: number
  /** Readings of each lamp. */
  readonly readings: number
  readonly rowsPerMessage: number
  /** Device time of the first reading, epoch ms; each further one is `stepMs` later. */
  readonly from: number
  readonly stepMs: number
  /** Rows per second of all gateways together; without it, as fast as they are accepted. */
  readonly pace?: number
  /** Kind of the reporting devices; default lamp controllers. `gasp`: lamp controllers send the event that they lose their supply instead. */
  readonly kind?: 'lamp' | 'bin' | 'gasp'
}
export interface Sent {
  readonly ms: number
  readonly rows: number
  readonly messages: number
  /** Time from writing a message, or at a pace from when it was due, to its PUBACK, ms. */
  readonly p50: number
  readonly p99: number
}
type Request = { kind: 'open'; port: number; gateways: number } | { kind: 'prepare'; load: Load } | { kind: 'run' }

/** Returns a plausible reading of lamp `n` at turn `turn`. */
export const readingOf = (n: number, turn: number) => ({
  on: true,
  dim: 40 + (n % 60),
  power: Math.round((40 + (n % 60) + Math.sin(turn + n)) * 10) / 10,
  voltage: 229.5 + (n % 10) / 10,
  current: 0.41,
  pf: 0.95,
  energy: 100_000 + n + turn * 2,
  hours: 1200 + turn / 60,
  temperature: 31.5,
})

/** Returns the reading of trash bin `n` at turn `turn`: five values. */
export const binReadingOf = (n: number, turn: number) => ({
  fillLevel: (n + turn) % 101,
  lid: (n + turn) % 2,
  temperature: 15 + ((n * 7 + turn) % 100) / 10,
  battery: 3.2 + (n % 80) / 100,
  openings: (n + turn) % 65_536,
})
const CONTENTS = {
  lamp: (n: number, turn: number) => ({ p: readingOf(n, turn) }),
  bin: (n: number, turn: number) => ({ p: binReadingOf(n, turn) }),
  gasp: () => ({ type: 'supplyLoss', on: true }),
}

interface Gateway {
  readonly socket: Socket
  acked: () => void
}
const gateways: Gateway[] = []

const open = (port: number, sn: string): Promise<Gateway> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const gateway: Gateway = { socket, acked: () => undefined }
    let rest = 0
    let first = true
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.write(
      generate({
        cmd: 'connect',
        protocolVersion: 4,
        protocolId: 'MQTT',
        clientId: sn,
        username: sn,
        password: Buffer.from(SECRET),
        clean: true,
        keepalive: 0,
      }),
    )
    // The server sends only CONNACK and PUBACKs, four bytes each.
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.length
      for (; rest >= 4; rest -= 4) {
        if (!first) gateway.acked()
        else {
          first = false
          resolve(gateway)
        }
      }
    })
    socket.once('close', () => process.send?.({ kind: 'lost', sn }))
  })

let prepared: Buffer[][] = []
let load: Load | undefined

const prepare = (request: Load): void => {
  load = request
  prepared = Array.from({ length: request.gateways }, (_, g) => {
    const kind = request.kind ?? 'lamp'
    const topic = topics.up(gatewaySn(g), kind === 'gasp' ? 'event' : 'report')
    const messages: Buffer[] = []
    for (let turn = 0; turn < request.readings; turn++)
      for (let lamp = 0; lamp < PER_GATEWAY; lamp += request.rowsPerMessage) {
        const rows = Array.from({ length: request.rowsPerMessage }, (_, at) => {
          const n = g * PER_GATEWAY + lamp + at
          return { sn: lampSn(n), at: request.from + turn * request.stepMs, ...CONTENTS[kind](n, turn) }
        })
        messages.push(
          generate({
            cmd: 'publish',
            topic,
            payload: JSON.stringify(rows),
            qos: 1,
            messageId: (messages.length % 65_000) + 1,
            retain: false,
            dup: false,
          }),
        )
      }
    return messages
  })
}

/** Sends the prepared messages: at a pace, the messages of all gateways become due in turn, evenly spread; without a pace all are due at once. */
const run = async (): Promise<Sent> => {
  const { rowsPerMessage = 1, pace } = load ?? {}
  const everyMs = pace ? (rowsPerMessage / pace) * 1000 : 0
  const times: number[] = []
  const began = performance.now()
  const players = prepared.map((messages, g) => {
    const { socket } = gateways[g] as Gateway
    const ended = Promise.withResolvers<void>()
    const startedAt: number[] = []
    let due = pace ? 0 : messages.length
    let sent = 0
    let done = 0
    const send = (): void => {
      const until = Math.min(due, done + WINDOW)
      if (sent >= until) return
      socket.cork()
      for (; sent < until; sent++) {
        if (!pace) startedAt[sent] = performance.now()
        socket.write(messages[sent] as Buffer)
      }
      process.nextTick(() => socket.uncork())
    }
    ;(gateways[g] as Gateway).acked = () => {
      times.push(performance.now() - (startedAt[done] as number))
      done += 1
      if (done < messages.length) return send()
      ended.resolve()
    }
    const comeDue = (at: number): void => {
      startedAt[due++] = at
      send()
    }
    return { send, comeDue, ended: ended.promise, messages: messages.length }
  })
  if (pace) {
    const all = players.reduce((sum, { messages }) => sum + messages, 0)
    let due = 0
    const pump = (): void => {
      for (; due < all && began + due * everyMs <= performance.now(); due++) players[due % players.length]?.comeDue(began + due * everyMs)
      if (due < all) setTimeout(pump, 1)
    }
    pump()
  } else for (const { send } of players) send()
  await Promise.all(players.map(({ ended }) => ended))
  const ms = performance.now() - began
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN
  return { ms, rows: times.length * rowsPerMessage, messages: times.length, p50: at(0.5), p99: at(0.99) }
}

process.on('message', async (request: Request) => {
  if (request.kind === 'open') {
    for (let from = 0; from < request.gateways; from += 50)
      gateways.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, request.gateways - from) }, (_, n) => open(request.port, gatewaySn(from + n))),
        )),
      )
    process.send?.({ kind: 'opened' })
  } else if (request.kind === 'prepare') {
    prepare(request.load)
    process.send?.({ kind: 'prepared' })
  } else process.send?.({ kind: 'sent', sent: await run() })
})
process.on('disconnect', () => process.exit(0))
