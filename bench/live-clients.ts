// The browsers of bench/live.ts, in a separate process: opens sockets, counts messages, and measures their delay.
import WebSocket from 'ws'

export type Request =
  | {
      readonly ask: 'open'
      readonly urls: readonly string[]
      readonly bind?: readonly { readonly userId: string; readonly tags: string }[]
    }
  | { readonly ask: 'expect'; readonly messages: number }
  | { readonly ask: 'ages' }
export interface Reply {
  readonly opened?: number
  readonly reached?: number
  readonly p50?: number
  readonly p99?: number
  readonly changes?: number
}

const tell = (told: Reply): void => {
  process.send?.(told)
}
let messages = 0
let wanted = Number.POSITIVE_INFINITY
let ages: number[] = []
let ageing = false

const heard = (socket: WebSocket, data: WebSocket.RawData): void => {
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
    tell({ reached: messages })
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
      else heard(socket, data)
    })
  })

process.on('message', async (asked: Request) => {
  if (asked.ask === 'open') {
    const urls = [...asked.urls.entries()]
    for (let at = 0; at < urls.length; at += 50)
      await Promise.all(urls.slice(at, at + 50).map(([index, url]) => open(url, asked.bind?.[index])))
    tell({ opened: urls.length })
  } else if (asked.ask === 'expect') {
    messages = 0
    wanted = asked.messages
    tell({ reached: 0 })
  } else {
    const sorted = ages.sort((a, b) => a - b)
    tell({ p50: sorted[Math.floor(sorted.length / 2)], p99: sorted[Math.floor(sorted.length * 0.99)], changes: sorted.length })
    ageing = !ageing
    ages = []
  }
})
process.on('disconnect', () => process.exit(0))
