import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

type UpgradeRequest = Pick<IncomingMessage, 'headers' | 'url'>

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Returns the URL of an upgrade request; null if it is not valid. */
export const addressOf = ({ url }: Pick<IncomingMessage, 'url'>): URL | null => URL.parse(url ?? '/', 'http://local')

/**
 * Returns the token that the request carries: header `Blade-Auth`, or the query parameter of that
 * name (browsers cannot set headers on a socket).
 */
const givenToken = (request: UpgradeRequest): string => {
  const query = addressOf(request)?.searchParams ?? new URLSearchParams()
  return String(request.headers['blade-auth'] ?? query.get('Blade-Auth') ?? query.get('blade-auth') ?? '')
}

/**
 * Returns the token of the cookie. Browsers send the cookie with a socket that any page opens, so it is accepted only from pages of
 * `ownHosts` and from programs, which send no origin.
 */
const cookieToken = ({ headers: { origin, cookie = '' } }: UpgradeRequest, ownHosts: readonly (string | undefined)[]): string => {
  const host = origin === undefined ? undefined : (URL.parse(origin)?.host ?? '')
  if (host === '' || (host !== undefined && !ownHosts.includes(host))) return ''
  return decoded(/saber-access-token=([^;]+)/.exec(cookie)?.[1] ?? '')
}

/**
 * Returns the bearer token of an upgrade; empty if there is none. `publicUrl`: address of the
 * console if it differs from the host of the request.
 */
export const tokenOf = (request: UpgradeRequest, publicUrl: string): string => {
  const token = givenToken(request) || cookieToken(request, [request.headers.host, URL.parse(publicUrl)?.host])
  return token.replace(/^bearer\s+/i, '')
}

/** Answers an upgrade with an HTTP status instead of opening a socket. */
export const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}
