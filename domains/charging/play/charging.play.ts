import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PlayedOperator } from '../model/ports.ts'
import { type Envelope, envelope, isSame, sign, signAnswer } from '../server/signature.ts'
import { type Connector, createConnector, type PlayedPush } from './connector.ts'
import { ordersOn, settlement, stationInfo } from './messages.ts'
import { dayOf, dayStart } from './sessions.ts'

const STEP_MS = 5000
const RETRY_MS = 3000
/** Length of the queue of pushes while the server does not answer. The oldest ones are dropped first. */
const WAITING_AT_MOST = 2000
const BODY_AT_MOST = 65_536
/** Minutes after midnight at which the settlement of the day before is pushed. */
const SETTLES_AFTER_MS = 5 * 60_000
const ACCEPTED = { SuccStat: 0, FailReason: 0 } as const
const REFUSED = { SuccStat: 1, FailReason: 1 } as const

interface Options {
  /** Address of the server, to which pushes go: `http://127.0.0.1:7900`. */
  readonly url: string
  readonly operators: readonly PlayedOperator[]
  readonly now?: () => number
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const part of request) {
    body += String(part)
    if (body.length > BODY_AT_MOST) throw new Error('the body is too large')
  }
  return body
}

/** The platform of one operator: its connectors, and a queue of signed pushes that are sent one after the other. */
const createPlatformOf = (operator: PlayedOperator, url: string, now: () => number) => {
  const connectors = new Map<string, Connector>(
    operator.stations.flatMap(({ connectors: own }) => own.map((one) => [one.sn, createConnector(operator, one)] as const)),
  )
  const waiting: PlayedPush[] = []
  let [n, settledDay, refused] = [0, 0, 0]
  let sending: Promise<void> | undefined
  let ended = false

  const post = async ({ push, data }: PlayedPush): Promise<boolean> => {
    n += 1
    try {
      const { status } = await fetch(`${url}/api/blade-charging/evcs/${operator.id}/${push}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(envelope(operator, data, now(), n)),
        signal: AbortSignal.timeout(10_000),
      })
      if (status >= 400 && status < 500) refused += 1
      // A refused push is not sent again: it would be refused again.
      return status < 500
    } catch {
      return false
    }
  }
  const drain = async (): Promise<void> => {
    for (let first = waiting[0]; first && !ended; first = waiting[0]) {
      if (await post(first)) waiting.shift()
      else await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  const send = (pushes: readonly PlayedPush[]): void => {
    waiting.push(...pushes)
    waiting.splice(0, waiting.length - WAITING_AT_MOST)
    sending ??= drain().finally(() => {
      sending = undefined
    })
  }
  /** The settlement of a day: orders of `sessions.ts`, and orders that a command has started or ended, which replace those with the same number. */
  const settlementOf = (day: number): PlayedPush => {
    const own = [...connectors.values()].flatMap((one) => one.endedUntil(dayStart(day + 1))).filter(({ end }) => dayOf(end) === day)
    const byNumber = new Map(ordersOn(operator, day, dayStart(day + 1)).map((order) => [order.StartChargeSeq, order]))
    for (const { order } of own) byNumber.set(order.StartChargeSeq, order)
    return { push: 'check_charge_orders', data: settlement(operator, day, [...byNumber.values()]) }
  }
  const step = (): void => {
    const at = now()
    send([...connectors.values()].flatMap((one) => one.step(at)))
    const day = dayOf(at - SETTLES_AFTER_MS) - 1
    if (day <= settledDay) return
    settledDay = day
    send([settlementOf(day)])
  }

  /** Executes a command whose signature is valid. Returns false if the connector refuses it. */
  const execute = (push: string, data: Readonly<Record<string, unknown>>): boolean => {
    const one = connectors.get(String(data.ConnectorID))
    if (!one) return false
    const at = now()
    if (push === 'query_start_charge') return one.start(String(data.StartChargeSeq), at)
    if (push === 'control_connector_power') return one.limit(Number(data.PowerLimit))
    const pushes = push === 'query_stop_charge' ? one.stop(at) : push === 'control_connector_reboot' ? one.reboot(at) : undefined
    if (pushes) send(pushes)
    return pushes !== undefined
  }
  return {
    operator,
    /** Pushes the stations, and again the orders since yesterday: the server may not have been reachable. */
    start: (): void => {
      const at = now()
      send(operator.stations.map((one) => ({ push: 'notification_stationInfo', data: stationInfo(one) })))
      const past = [dayOf(at) - 1, dayOf(at)].flatMap((day) => ordersOn(operator, day, at))
      send(past.map((data) => ({ push: 'notification_charge_order_info', data })))
      step()
    },
    step,
    execute,
    counts: () => ({ waiting: waiting.length, refused, sent: n }),
    stop: async (): Promise<void> => {
      ended = true
      await sending
    },
  }
}
type OperatorPlatform = ReturnType<typeof createPlatformOf>

/** Answers a command of the server: `POST /{operator id}/{interface}`, signed like a push. */
const answerTo = async (request: IncomingMessage, platforms: ReadonlyMap<string, OperatorPlatform>): Promise<object | undefined> => {
  const [, id = '', push = ''] = (request.url ?? '').split('/')
  const platform = platforms.get(id)
  if (!platform || request.method !== 'POST') return undefined
  const { kind, secret } = platform.operator
  const message = JSON.parse(await bodyOf(request)) as Envelope
  if (!isSame(sign(kind, secret, message), String(message.Sig))) return undefined
  const data = JSON.parse(message.Data) as Record<string, unknown>
  const answer = { Ret: 0, Msg: '', Data: JSON.stringify({ ...data, ...(platform.execute(push, data) ? ACCEPTED : REFUSED) }) }
  // A connector that has started reports at once.
  platform.step()
  return { ...answer, Sig: signAnswer(kind, secret, answer) }
}

/**
 * Plays the platforms of charging operators: it sends signed pushes to the real route of the server, and takes commands over HTTP on this machine. Sessions
 * follow from the serial number and the day (`sessions.ts`), so an operator plays the same days again after a restart.
 */
export const createVirtualOperators = ({ url, operators, now = Date.now }: Options) => {
  const platforms = new Map(operators.map((one) => [one.id, createPlatformOf(one, url, now)]))
  let timer: NodeJS.Timeout | undefined
  const server: Server = createServer((request, response) => {
    answerTo(request, platforms).then(
      (answer) => response.writeHead(answer ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {})),
      () => response.writeHead(400).end(),
    )
  })
  return {
    /** Starts to push and to listen; resolves with the address for commands. */
    start: async (): Promise<string> => {
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
      for (const platform of platforms.values()) platform.start()
      timer = setInterval(() => {
        for (const platform of platforms.values()) platform.step()
      }, STEP_MS)
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    step: (): void => {
      for (const platform of platforms.values()) platform.step()
    },
    counts: () => [...platforms.values()].map((platform) => platform.counts()),
    stop: async (): Promise<void> => {
      clearInterval(timer)
      server.closeAllConnections()
      await Promise.all([...platforms.values()].map((platform) => platform.stop()))
      if (server.listening) await new Promise((done) => server.close(done))
    },
  }
}
export type VirtualOperators = ReturnType<typeof createVirtualOperators>
