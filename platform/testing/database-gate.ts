import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface DatabaseGate {
  /** URL of the database through the gate. */
  readonly url: string
  /** `open` passes data · `slow` delays each packet by `ms` · `stalled` passes nothing, connections stay · `shut` breaks and refuses them. */
  readonly set: (state: 'open' | 'slow' | 'stalled' | 'shut', ms?: number) => void
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

/**
 * A TCP proxy to PostgreSQL that tests can slow down, stall and shut, like a bad network or an overloaded database. `starting` changes the
 * start-up message of each connection, as a pooler does.
 */
export const openDatabaseGate = async (databaseUrl: string, starting = (message: Buffer): Buffer => message): Promise<DatabaseGate> => {
  const address = new URL(databaseUrl)
  const folder = address.searchParams.get('host')
  const port = Number(address.searchParams.get('port') ?? (address.port || 5432))
  const target = folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: address.hostname, port }
  const sockets = new Set<Socket>()
  let state: 'open' | 'slow' | 'stalled' | 'shut' = 'open'
  let wait = 0
  let release = Promise.withResolvers<void>()
  release.resolve()

  const pass = async (from: Socket, to: Socket, change = (chunk: Buffer): Buffer => chunk): Promise<void> => {
    let isFirst = true
    for await (const read of from) {
      const chunk = isFirst ? change(read as Buffer) : read
      isFirst = false
      await release.promise
      if (state === 'slow') await new Promise((resolve) => setTimeout(resolve, wait))
      if (!to.writable) return
      to.write(chunk)
    }
    to.end()
  }
  const server = createServer((from) => {
    if (state === 'shut') {
      from.destroy()
      return
    }
    const to = connect(target)
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        from.destroy()
        to.destroy()
      })
    }
    for (const way of [pass(from, to, starting), pass(to, from)]) way.catch(() => from.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(databaseUrl)
  through.searchParams.delete('host')
  through.searchParams.delete('port')
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)

  const set: DatabaseGate['set'] = (next, ms = 0) => {
    state = next
    wait = ms
    if (next === 'stalled') release = Promise.withResolvers<void>()
    else release.resolve()
    if (next === 'shut') for (const socket of sockets) socket.destroy()
  }
  return {
    url: through.href,
    set,
    connections: () => sockets.size / 2,
    stop: async () => {
      set('shut')
      server.close()
      await once(server, 'close')
    },
  }
}
