import { lookup as resolveName } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Config } from '../platform-types.ts'

const TIMEOUT_MS = 10_000
const ANSWER_AT_MOST = 1024 * 1024

/** Addresses outside the public internet: this machine, private networks, metadata services of clouds, multicast. */
const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  // `::a.b.c.d` contains an IPv4 address, as the unspecified and the loopback address do.
  ['::', 96],
  // Ways to IPv4 addresses through a translator or a tunnel: NAT64 (RFC 6052, RFC 8215), Teredo, 6to4.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

const here = new BlockList()
here.addSubnet('127.0.0.0', 8, 'ipv4')
here.addAddress('::1', 'ipv6')
/** Returns true for a loopback address: nothing sent there reaches a network. */
export const isLoopback = (address: string): boolean => here.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Returns true for an IP address that users must not reach through the server. */
export const isInside = (address: string): boolean => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Why a request failed: `address` not allowed, `scheme`, `timeout`, `size` of the answer, `plain` (no TLS there), or the network `failed`. */
export class OutboundError extends Error {
  readonly why: 'address' | 'scheme' | 'timeout' | 'size' | 'plain' | 'failed'
  constructor(why: OutboundError['why'], message: string) {
    super(message)
    this.name = 'OutboundError'
    this.why = why
  }
}

export interface OutboundInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | null
  /** Time limit for the complete answer, ms; default 10 s. */
  readonly timeoutMs?: number
  /** Largest answer, bytes; default 1 MiB. */
  readonly answerAtMost?: number
  readonly signal?: AbortSignal
}
export type Outbound = (address: string | URL, init?: OutboundInit) => Promise<Response>

/** Resolves a name and refuses it if any of its addresses is private, so that a second DNS answer cannot get past the check. */
const outsideOnly: LookupFunction = (host, options, done) =>
  resolveName(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    const [first] = addresses
    if (!first || addresses.some(({ address }) => isInside(address)))
      return done(new OutboundError('address', `${host} is no public address`) as NodeJS.ErrnoException, '', 0)
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })

const targetOf = (address: string | URL): URL => {
  const url = URL.canParse(String(address)) ? new URL(String(address)) : null
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new OutboundError('scheme', 'the address is not http(s)')
  return url
}

/** The checks of `createOutbound`, for client libraries that make their own connections. */
export interface OutboundGuard {
  /** Returns the parsed address. Throws `OutboundError`. */
  readonly check: (address: string | URL) => URL
  /** Lookup function for agents and sockets; undefined if the deployment allows all addresses. */
  readonly lookup: LookupFunction | undefined
  /** Resolves with an allowed IP address of the host, for protocols other than HTTP. Rejects with `OutboundError`. */
  readonly resolve: (host: string) => Promise<string>
}
export const createOutboundGuard = (config: Pick<Config, 'number'>): OutboundGuard => {
  const anywhere = config.number('OUTBOUND_PRIVATE', 0) > 0
  const checkHost = (host: string): void => {
    if (!anywhere && isIP(host) && isInside(host)) throw new OutboundError('address', `${host} is no public address`)
  }
  const lookup = anywhere ? undefined : outsideOnly
  return {
    check: (address) => {
      const url = targetOf(address)
      checkHost(url.hostname.replace(/^\[|\]$/g, ''))
      return url
    },
    lookup,
    resolve: async (host) => {
      checkHost(host)
      if (isIP(host)) return host
      return new Promise((done, failed) => {
        const look = lookup ?? (resolveName as LookupFunction)
        look(host, {}, (error, address) => {
          if (!error) done(String(address))
          else failed(error instanceof OutboundError ? error : new OutboundError('failed', error.message))
        })
      })
    },
  }
}

/**
 * HTTP client for addresses that users configure (sign-in providers, SMS gateways, object stores): http(s) only, follows no redirect, limits
 * time and size of the answer, and refuses private addresses unless the deployment allows them (`OUTBOUND_PRIVATE=1`). Rejects with
 * `OutboundError`, also for a status outside 200 to 599 and for a header that cannot be sent; every other answer is a `Response`.
 */
export const createOutbound = (config: Pick<Config, 'number'>): Outbound => outboundWith(createOutboundGuard(config))

/** Returns the parsed address if it is a loopback address; throws `OutboundError` for every other address. */
export const loopbackAddress = (address: string | URL): URL => {
  const url = targetOf(address)
  if (!isIP(url.hostname) || !isLoopback(url.hostname)) throw new OutboundError('address', `${url.hostname} is no loopback address`)
  return url
}

/** HTTP client for servers that the product itself has started on this machine, such as those of the virtual city. */
export const createLoopback = (): Outbound => outboundWith({ check: loopbackAddress, lookup: undefined })

const failure = (thrown: unknown): OutboundError =>
  thrown instanceof OutboundError ? thrown : new OutboundError('failed', thrown instanceof Error ? thrown.message : String(thrown))

/** Throws for a status that a `Response` cannot have: Node accepts every number of three digits. */
const responseOf = ({ statusCode: status = 502, headers: received }: IncomingMessage, body: Buffer<ArrayBuffer>): Response => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers })
}

const outboundWith = ({ check, lookup }: Pick<OutboundGuard, 'check' | 'lookup'>): Outbound => {
  return async (address, init = {}) => {
    const url = check(address)
    const { timeoutMs = TIMEOUT_MS, answerAtMost = ANSWER_AT_MOST } = init
    return new Promise<Response>((done, failed) => {
      let request: ClientRequest
      try {
        request = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
          method: init.method ?? 'GET',
          headers: { ...init.headers, 'accept-encoding': 'identity' },
          agent: false,
          ...(lookup ? { lookup } : {}),
          ...(init.signal ? { signal: init.signal } : {}),
        })
      } catch (thrown) {
        return failed(failure(thrown))
      }
      const stop = (error: OutboundError): void => {
        failed(error)
        request.destroy()
      }
      const late = setTimeout(() => stop(new OutboundError('timeout', `no answer within ${timeoutMs} ms`)), timeoutMs)
      request.on('close', () => clearTimeout(late))
      request.on('error', (error) => failed(failure(error)))
      request.on('response', (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > answerAtMost) stop(new OutboundError('size', `the answer is larger than ${answerAtMost} bytes`))
          else parts.push(part)
        })
        response.on('error', (error) => failed(failure(error)))
        response.on('end', () => {
          try {
            done(responseOf(response, Buffer.concat(parts)))
          } catch (thrown) {
            failed(failure(thrown))
          }
        })
      })
      request.end(init.body ?? undefined)
    })
  }
}
