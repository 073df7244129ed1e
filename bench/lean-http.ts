import { connect, type Socket } from 'node:net'

export interface HttpConnection {
  /** Sends one request and resolves with the body; one at a time. Rejects if the status is not 200. */
  readonly get: (request: Buffer) => Promise<Buffer>
  readonly close: () => void
}

/** Returns the bytes of an HTTP GET, built once to be sent often. */
export const requestOf = (host: string, path: string, headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )

/** Returns the bytes of an HTTP POST with a JSON body. */
export const postOf = (url: string, body: unknown): Buffer => {
  const { host, pathname } = new URL(url)
  const bytes = Buffer.from(JSON.stringify(body))
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const END_OF_CHUNKS = Buffer.from('0\r\n\r\n')

/**
 * Opens a connection that is kept for many requests. It only looks for the end of a response, by `content-length` or the last chunk, and unpacks
 * nothing: the client must use little of the processor that it shares with the measured server.
 */
export const openHttp = async (url: string): Promise<HttpConnection> => {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let waiting: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | null = null
  let held: Buffer[] = []
  let [length, wanted] = [0, -1]
  let bodyAt = 0
  const isChunked = (): boolean => wanted === Number.POSITIVE_INFINITY

  const fail = (error: Error): void => {
    waiting?.reject(error)
    waiting = null
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))
  socket.on('data', (part: Buffer) => {
    held.push(part)
    length += part.length
    if (wanted < 0) {
      const all = held.length === 1 ? part : Buffer.concat(held)
      held = [all]
      const end = all.indexOf(END_OF_HEAD)
      if (end < 0) return
      const head = all.toString('latin1', 0, end)
      const found = /\r\ncontent-length: (\d+)/i.exec(head)
      bodyAt = end + END_OF_HEAD.length
      if (!head.startsWith('HTTP/1.1 200') || !(found || /\r\ntransfer-encoding: chunked/i.test(head))) {
        fail(new Error(all.toString('utf8')))
        return
      }
      wanted = found ? bodyAt + Number(found[1]) : Number.POSITIVE_INFINITY
    }
    if (isChunked() ? !part.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS) : length < wanted) return
    const all = held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held)
    const { resolve } = waiting ?? {}
    waiting = null
    held = []
    length = 0
    wanted = -1
    resolve?.(all.subarray(bodyAt))
  })
  return {
    get: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}
