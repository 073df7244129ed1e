/** Commands and flags of the socket (wire-contract.md 9, rule.socket.types); `ping` is an addition. */
export const CMD = { heartbeat: 1, handshake: 2, bind: 5, unbind: 6, error: 10, ok: 11, kick: 13, push: 15, ack: 23, ping: 100 } as const
export const JSON_BODY = 16
export const WANTS_ACK = 8
/** Interval of heartbeats, ms (rule.socket.heartbeat). */
export const HEARTBEAT_MS = 120_000
/** Interval of pings, ms: including the wait for an answer, a hanging server is noticed within 10 s. */
export const PING_MS = 4000
/** Client version of the handshake (rule.const.clientversion). */
export const CLIENT_VERSION = '1.0'

/** A frame: `cmd`, `flag`, `sessionId`, `body` (rule.socket.packet). The flag is sent under two names. */
export interface Packet {
  readonly cmd: number
  readonly flags: number
  readonly sessionId: number
  readonly body: Readonly<Record<string, unknown>> | null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const json = (text: unknown): unknown => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null
  } catch {
    return null
  }
}

export const encode = (cmd: number, sessionId: number, body: object | null = null): string =>
  JSON.stringify({ cmd, flag: JSON_BODY, flags: JSON_BODY, sessionId, body })

/** Parses a frame; null if it is not a packet. */
export const decode = (frame: unknown): Packet | null => {
  const read = json(frame)
  if (!isObject(read) || typeof read.cmd !== 'number') return null
  const flags = read.flags ?? read.flag
  return {
    cmd: read.cmd,
    flags: typeof flags === 'number' ? flags : JSON_BODY,
    sessionId: typeof read.sessionId === 'number' ? read.sessionId : 0,
    body: isObject(read.body) ? read.body : null,
  }
}

/** A push of a topic: `changes` by key, or a payload of its own form. Without a topic it is for the user. */
export interface News {
  readonly topic: string
  readonly changes?: readonly (readonly [key: string, value: unknown])[]
  readonly [name: string]: unknown
}

/**
 * Parses the content of a push: `body.content` is the JSON text of `{msgId, msgType, content}`, whose content is
 * JSON text again. Null if it has another form.
 */
export const newsOf = (packet: Packet): News | null => {
  const outer = json(packet.body?.content)
  const inner = isObject(outer) ? (json(outer.content) ?? outer.content) : null
  return isObject(inner) ? { ...inner, topic: typeof inner.topic === 'string' ? inner.topic : '' } : null
}

/** A message for the user: its text, and the page that it opens. */
export interface Message {
  readonly text: string
  readonly path?: string
}
/** Type of a push that is only for the page, not for the user: 1 notification, 2 message, 3 both. */
const NEWS_ONLY = 2
const words = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '')

/** Returns the message in a push; null if there is none. Its content is plain text, or an object with `title` and `content`. */
export const messageOf = (packet: Packet): Message | null => {
  const sent = packet.body?.content
  if (typeof sent !== 'string' || sent === '') return null
  const outer = json(sent)
  if (!isObject(outer)) return { text: sent }
  if (outer.msgType === NEWS_ONLY) return null
  const inner = json(outer.content) ?? outer.content
  if (!isObject(inner)) return words(inner) ? { text: String(inner) } : null
  if (typeof inner.topic === 'string' && inner.topic !== '') return null
  const title = words(inner.title)
  const text = words(inner.content, inner.text, inner.msg)
  const all = title && text ? `${title}：${text}` : (title ?? text)
  if (!all) return null
  const path = words(inner.path)
  // Only pages of this console are allowed: a push must not lead to another site.
  return { text: all, ...(path && /^\/(?!\/)/.test(path) && { path }) }
}
