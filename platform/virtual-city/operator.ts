import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { Command } from '@lamplight/protocol'
import { isSigned, type PushKey, signedHeaders } from '@lamplight/server-kit/signed-push'
import type { Inventory, InventoryDevice } from '@lamplight/town'
import { type CityClock, createClock } from './clock.ts'
import { createEngine } from './engine.ts'
import type { CityOptions } from './options.ts'

const BODY_MOST = 1024 * 1024
const RETRY_MS = 2000
/** When this number of pushes waits for the server, new reports are dropped. Answers and events are never dropped. */
const WAITING_MOST = 200
const PUSH_TIMEOUT_MS = 10_000

export interface OperatorConfig extends CityOptions, PushKey {
  /** Address to which reports, answers and events are pushed. */
  readonly pushUrl: string
  /** Devices registered before the start; `type` is a key of `types`. */
  readonly devices?: readonly InventoryDevice[]
  readonly types?: NonNullable<Inventory['types']>
  readonly clock?: CityClock
}

/** The IoT platform of a network operator. It registers devices, pushes their reports and takes their commands, all over signed HTTP. */
export interface Operator {
  /** Listens on a free port of this machine; resolves with the base address. */
  start(): Promise<string>
  stop(): Promise<void>
  /** IMEIs of the registered devices. */
  registered(): readonly string[]
}

interface Registered {
  readonly imei: string
  readonly product: string
  readonly model: Pick<DeviceTypeDefinition, 'properties' | 'commands' | 'events'>
}
interface Ordered extends Pick<Command, 'id' | 'expiresAt'> {
  readonly imei: string
  readonly cmd: string
  readonly args: Readonly<Record<string, unknown>>
}

const textOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > BODY_MOST) return undefined
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}
const answer = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Pushes bodies in order. Sends a body again until the server takes it. */
const createPusher = ({ appId, secret, pushUrl }: OperatorConfig) => {
  const waiting: { readonly kind: string; readonly body: string }[] = []
  let timer: NodeJS.Timeout | undefined
  let sending = false
  let stopped = false
  const isTaken = async (body: string): Promise<boolean> => {
    const headers = signedHeaders({ appId, secret }, body, Date.now())
    const { status } = await fetch(pushUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(PUSH_TIMEOUT_MS) })
    // The other answers of 4xx are final: the server would refuse the same body again.
    return status < 500 && status !== 429
  }
  const pump = async (): Promise<void> => {
    if (sending || stopped) return
    sending = true
    for (let next = waiting[0]; next && !stopped; next = waiting[0]) {
      if (!(await isTaken(next.body).catch(() => false))) {
        timer = setTimeout(() => void pump(), RETRY_MS)
        break
      }
      waiting.shift()
    }
    sending = false
  }
  return {
    push: (kind: string, body: object): void => {
      if (kind === 'report' && waiting.length >= WAITING_MOST) return
      waiting.push({ kind, body: JSON.stringify(body) })
      clearTimeout(timer)
      void pump()
    },
    stop: (): void => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

export const createOperator = (config: OperatorConfig): Operator => {
  const { devices = [], types = {}, clock = createClock(), appId, secret } = config
  const known: Record<string, DeviceTypeDefinition> = { ...types }
  const own = new Map(devices.map((device) => [device.sn, device]))
  const pusher = createPusher(config)
  const engine = createEngine({
    inventory: {
      broker: { url: '' },
      timeZone: 'Asia/Shanghai',
      gateways: [{ sn: `operator-${appId}`, secret: '', lng: 0, lat: 0, children: [], devices }],
      types,
    },
    clock,
    options: config,
    emit: (_, kind, entries) => {
      const list = entries.map(({ sn: imei, ...rest }) => ({ imei, ...rest }))
      pusher.push(kind, kind === 'report' ? { reports: list } : kind === 'ack' ? { acks: list } : { events: list })
    },
    reboot: () => undefined,
    hello: () => undefined,
  })

  const register = ({ imei, product, model }: Registered): void => {
    known[product] ??= { name: product, code: 10_000, label: [product, product], ...model }
    own.set(imei, { sn: imei, type: product })
    engine.place(new Map(), new Map([[0, [...own.values()]]]), known)
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = request.method === 'POST' ? await textOf(request) : undefined
    if (text === undefined) return answer(response, 400, { reason: 'a POST with a body of at most 1 MiB is expected' })
    if (!isSigned({ appId, secret }, request.headers, text, Date.now())) return answer(response, 401, { reason: 'invalid signature' })
    const body: unknown = JSON.parse(text)
    if (request.url === '/devices') {
      register(body as Registered)
      return answer(response, 200, { registered: true })
    }
    const { id, imei, cmd, args, expiresAt } = body as Ordered
    if (request.url !== '/commands') return answer(response, 404, { reason: 'unknown path' })
    if (!own.has(imei)) return answer(response, 404, { reason: 'unknown device' })
    engine.command(0, { id, sns: [imei], cmd, args, expiresAt } as unknown as Command)
    return answer(response, 202, { taken: true })
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) answer(response, 400, { reason: 'the request cannot be read' })
    })
  })
  return {
    start: async () => {
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
      engine.start()
      engine.reportAll(0)
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    stop: async () => {
      engine.stop()
      pusher.stop()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
    registered: () => [...own.keys()],
  }
}
