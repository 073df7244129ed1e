import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Gate {
  readonly url: string
  /** Closes every connection and accepts no new one. */
  readonly shut: () => void
  readonly open: () => void
  /** Accepts connections and forwards nothing, like a server whose process is paused; `open` continues. */
  readonly freeze: () => void
  readonly stop: () => Promise<void>
}

/** Starts a proxy to a server that can be interrupted: the browser sees a network that is lost and comes back. */
export const openGate = async (port: number): Promise<Gate> => {
  const sockets = new Set<Socket>()
  let isOpen = true
  let isFrozen = false
  const server = createServer((from) => {
    if (!isOpen) {
      from.destroy()
      return
    }
    const to = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
      if (isFrozen) one.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const shut = (): void => {
    isOpen = false
    for (const socket of [...sockets]) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut,
    open: () => {
      isOpen = true
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    stop: async () => {
      shut()
      server.close()
      await once(server, 'close')
    },
  }
}
