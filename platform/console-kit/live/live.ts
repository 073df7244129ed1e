import type { Text } from '@lamplight/kit'
import { queryClient } from '../api/query-client.ts'
import { t } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
import { navigate } from '../router/location.ts'
import { api, isLeaving, user } from '../session/session.ts'
import { readTokens } from '../session/tokens.ts'
import { createState } from '../state/state.ts'
import { type ConnectionStatus, createConnection, type Socket } from './connection.ts'
import type { News } from './packet.ts'

const LOOK: Text = ['查看', 'View']
/** How long a message is shown, ms. */
const MESSAGE_MS = 15_000

type Handler = (news: News) => void

const topics = new Map<string, Set<Handler>>()
/** Listeners by topic: they are called when the server confirms that it pushes the topic to this page. */
const boundListeners = new Map<string, Set<() => void>>()
/** Topics that the server has confirmed on this socket. */
let confirmed: ReadonlySet<string> = new Set()
const catchUps = new Set<() => void>()
/** State of the socket. */
export const connectionStatus = createState<ConnectionStatus>({ state: 'idle', receivedAt: null })

/** Id of this browser page: each page has its own socket (a copied tab must not share it). */
const deviceId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const connect = (): Socket => {
  const url = new URL('/ws', window.location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.searchParams.set('Blade-Auth', readTokens()?.access ?? '')
  return new WebSocket(url) as unknown as Socket
}

/** A socket is refused without a reason, so a call checks whether the session has ended; its 401 also ends it here. */
const checkSession = (): void => void api.get('blade-auth/oauth/user-info', undefined, { quiet: true }).catch(() => undefined)

const connection = createConnection({
  connect,
  deviceId,
  userAgent: navigator.userAgent,
  bind: () => ({ userId: user.get()?.userId ?? '', tags: [user.get()?.tenantId ?? '', ...topics.keys()].join(',') }),
  onNews: (news) => {
    for (const handler of [...(topics.get(news.topic) ?? [])]) handler(news)
  },
  onMessage: ({ text, path }) => {
    const action = path === undefined ? {} : { action: { label: t(LOOK), run: () => navigate(path) } }
    notify.info(text, { ms: MESSAGE_MS, ...action })
  },
  onStatus: (status) => {
    connectionStatus.set(status)
    if (status.state !== 'open') confirmed = new Set()
    if (status.state === 'lost' && !isLeaving()) checkSession()
  },
  onReturn: () => {
    for (const listener of [...catchUps]) listener()
    void queryClient.invalidateQueries()
  },
  onBound: (tags) => {
    const [before, now] = [confirmed, new Set(tags.split(','))]
    confirmed = now
    for (const topic of now) if (!before.has(topic)) for (const run of [...(boundListeners.get(topic) ?? [])]) run()
  },
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})

let rebinding = false
const topicsChanged = (): void => {
  if (rebinding) return
  rebinding = true
  // Merges the changes of pages that open and close together.
  setTimeout(() => {
    rebinding = false
    connection.rebind()
  }, 20)
}

/**
 * Calls `handler` for pushes of a topic (`lamps`, `batch:123`) until the returned function is called. The server pushes a topic only after it has
 * confirmed the topic, so a page misses changes between its first fetch and the confirmation. `whenBound` is called at the confirmation, to fetch again.
 */
export const listen = (topic: string, handler: Handler, whenBound?: () => void): (() => void) => {
  const handlers = topics.get(topic) ?? new Set()
  if (handlers.size === 0) {
    topics.set(topic, handlers)
    topicsChanged()
  }
  handlers.add(handler)
  const waiting = boundListeners.get(topic) ?? new Set()
  if (whenBound) boundListeners.set(topic, waiting.add(whenBound))
  return () => {
    handlers.delete(handler)
    if (whenBound && waiting.delete(whenBound) && waiting.size === 0) boundListeners.delete(topic)
    if (handlers.size > 0 || topics.get(topic) !== handlers) return
    topics.delete(topic)
    topicsChanged()
  }
}

/** Calls `listener` when the connection is back after a loss, to fetch missed changes. Queries are invalidated anyway. */
export const onCatchUp = (listener: () => void): (() => void) => {
  catchUps.add(listener)
  return () => catchUps.delete(listener)
}

export const retryConnection = (): void => connection.retry()

/** Starts the socket for the signed-in user; returns the function that stops it. */
export const startLive = (): (() => void) => {
  connection.start()
  window.addEventListener('online', connection.retry)
  window.addEventListener('offline', connection.offline)
  return () => {
    window.removeEventListener('online', connection.retry)
    window.removeEventListener('offline', connection.offline)
    connection.stop()
  }
}
