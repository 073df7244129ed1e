// The browsers of bench/live.ts, in a separate process: opens sockets, counts messages, and measures their delay.
import WebSocket from 'ws'

export type Request =
  | {
      readonly request: 'open'
      readonly urls: readonly string[]
      readonly bind?: readonly { readonly userId: string; readonly tags: string }[]
    }
  | { readonly request: 'expect'; readonly messages: number }
  | { readonly request: 'ages' }
export interface Reply {
  readonly opened?: number
  readonly reached?: number
  readonly p50?: number
  readonly p99?: number
  readonly changes?: number
}

const send = (reply: Reply): void => {
  process.send?.(reply)
}
let messages = 0
let wanted = Number.POSITIVE_INFINITY
let ages: number[] = []
let ageing = false

const onPush = (socket: WebSocket, data: WebSocket.RawData): void => {
  const text = String(data)
  if (!text.startsWith('{"body":{"content"')) return
  messages += 1
  if (ageing) {
    const packet = JSON.parse(text) as { sessionId: number; body: { content: string } }
    const now = performance.timeOrigin + performance.now()
    const { changes } = JSON.parse((JSON.parse(packet.body.content) as { content: string }).content) as { changes: [string, number[]][] }
    for (const [, [, , at]] of changes) ages.push(now - (at ?? 0))
    socket.send(`{"cmd":23,"sessionId":${packet.sessionId}}`)
  }
  if (messages >= wanted) {
    wanted = Number.POSITIVE_INFINITY
    send({ reached: messages })
  }
}
const open = (url: string, bind?: { readonly userId: string; readonly tags: string }): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.on('error', reject)
    socket.on('open', () => {
      if (!bind) return resolve()
      socket.send(JSON.stringify({ cmd: 2, sessionId: 1, body: { deviceId: crypto.randomUUID() } }))
      socket.send(JSON.stringify({ cmd: 5, sessionId: 2, body: bind }))
    })
    socket.on('message', (data) => {
      if (String(data).includes('bind success')) resolve()
      else onPush(socket, data)
    })
  })

process.on('message', async (request: Request) => {
  if (request.request === 'open') {
    const urls = [...request.urls.entries()]
    for (let at = 0; at < urls.length; at += 50)
      await Promise.all(urls.slice(at, at + 50).map(([index, url]) => open(url, request.bind?.[index])))
    send({ opened: urls.length })
  } else if (request.request === 'expect') {
    messages = 0
    wanted = request.messages
    send({ reached: 0 })
  } else {
    const sorted = ages.sort((a, b) => a - b)
    send({ p50: sorted[Math.floor(sorted.length / 2)], p99: sorted[Math.floor(sorted.length * 0.99)], changes: sorted.length })
    ageing = !ageing
    ages = []
  }
})
process.on('disconnect', () => process.exit(0))
