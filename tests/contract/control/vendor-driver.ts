import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeviceDriver, DriverHost, DriverLink, DriverOrder } from '@lamplight/server-kit'

/** How the vendor's platform treats commands to a device. */
export type Manner = 'takes' | 'refuses' | 'hangs'
interface Task {
  readonly key: string
  readonly sn: string
  readonly cmd: string
  readonly args: Readonly<Record<string, unknown>>
  answer?: {
    readonly ok: boolean
    readonly code: 'ok' | 'relayFailure'
    readonly at: number
    readonly p?: Readonly<Record<string, unknown>>
  }
}

/** Starts a fake vendor platform on a local port: it accepts commands as tasks, and returns their results and the devices' reports. */
export const openVendor = async () => {
  const tasks: Task[] = []
  const reports: { readonly sn: string; readonly at: number; readonly p: Readonly<Record<string, unknown>> }[] = []
  const manners = new Map<string, Manner>()
  let away = false
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://vendor')
    if (away) {
      request.socket.destroy()
      return
    }
    if (request.method === 'GET') {
      const answer =
        url.pathname === '/reports'
          ? reports.slice(Number(url.searchParams.get('from')))
          : tasks.flatMap(({ key, sn, answer }) => (answer ? [{ key, sn, ...answer }] : []))
      response.end(JSON.stringify(answer))
      return
    }
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const task = JSON.parse(body) as Task
      const manner = manners.get(task.sn) ?? 'takes'
      if (manner !== 'refuses') tasks.push(task)
      if (manner !== 'hangs') response.writeHead(manner === 'takes' ? 202 : 403).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tasks,
    reports,
    manners,
    /** `gone`: the platform stops answering; false: it answers again. */
    leave: (gone: boolean): void => {
      away = gone
    },
    of: (key: string): Task[] => tasks.filter((task) => task.key === key),
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
export type Vendor = Awaited<ReturnType<typeof openVendor>>

const POLL_MS = 50
interface Answered {
  readonly key: string
  readonly sn: string
  readonly ok: boolean
  readonly code: 'ok' | 'relayFailure'
  readonly at: number
  readonly p?: Readonly<Record<string, unknown>>
}

/** The loop of a driver: sends commands one by one, and polls for results and reports every 50 ms. */
const openLink = (host: DriverHost, base: string, ignoresCommands: () => boolean) => {
  const open = new Map<string, DriverOrder>()
  const routes = new Set<string>()
  let sentCount = 0
  let stopped = false
  const keep = (order: DriverOrder, sns: readonly string[]): void => {
    routes.add(order.route)
    for (const sn of sns) open.set(`${order.id} ${sn}`, order)
  }
  const get = async <T>(path: string): Promise<T> => (await (await host.outbound(`${base}${path}`)).json()) as T
  const poll = async (): Promise<void> => {
    const answers = await get<Answered[]>('/answers')
    for (const route of routes) host.reachable(route, true)
    for (const { key, sn, ...answer } of answers) {
      const order = open.get(`${key} ${sn}`)
      if (!order) continue
      await host.received(order.route, { kind: 'ack', entries: [{ id: order.id, sn, ...answer }] })
      open.delete(`${key} ${sn}`)
    }
    const entries = await get<{ sn: string; at: number; p: Readonly<Record<string, unknown>> }[]>(`/reports?from=${sentCount}`)
    for (const route of entries.length > 0 ? routes : []) await host.received(route, { kind: 'report', entries })
    sentCount += entries.length
  }
  const running = (async () => {
    for (const order of await host.unanswered()) keep(order, order.sns)
    while (!stopped) {
      await poll().catch(() => {
        for (const route of routes) host.reachable(route, false)
      })
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  })()
  return {
    send: async (order: DriverOrder, { taken, failed, signal }: Parameters<DriverLink['send']>[1]) => {
      routes.add(order.route)
      for (const sn of order.sns) {
        const body = JSON.stringify({ key: order.id, sn, cmd: order.cmd, args: order.args })
        const { status } = await host.outbound(`${base}/commands`, {
          method: 'POST',
          body,
          ...(ignoresCommands() ? {} : { signal }),
          timeoutMs: 60_000,
        })
        if (status !== 202) failed([sn], 'refused')
        else {
          keep(order, [sn])
          taken([sn])
        }
      }
    },
    stop: async () => {
      stopped = true
      await running
    },
  }
}

/** Returns a driver for the vendor. While `ignoresCommands` returns true, the driver does not notice that its process stops, as if the process was killed. */
export const vendorDriver = (base: string, ignoresCommands: () => boolean = () => false): DeviceDriver => ({
  name: 'vendor',
  proves: 'verified',
  dedupes: false,
  atOnce: 2,
  start: async (host) => openLink(host, base, ignoresCommands),
})
