import { lookup as resolveName } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Config } from './platform-types.ts'

const TIMEOUT_MS = 10_000
const ANSWER_AT_MOST = 1024 * 1024

/** Addresses that are not of the public internet: this machine, its networks, what clouds tell their machines, multicast. */
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
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

const here = new BlockList()
here.addSubnet('127.0.0.0', 8, 'ipv4')
here.addAddress('::1', 'ipv6')
/** Is this IP address one of this machine alone, so that nothing sent there is on any network? */
export const isLoopback = (address: string): boolean => here.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Is this IP address one that people who configure an address must not reach through the server? */
export const isInside = (address: string): boolean => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Why a request left or came back wrong: `address` not allowed, `scheme`, `timeout`, `size` of the answer, `plain` (no TLS there), or the network `failed`. */
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
  /** ms until the whole answer is there; 10 s unless told. */
  readonly timeoutMs?: number
  /** Bytes of the answer; 1 MiB unless told. */
  readonly answerAtMost?: number
  readonly signal?: AbortSignal
}
export type Outbound = (address: string | URL, init?: OutboundInit) => Promise<Response>

/** Looks a name up and refuses it when any of its addresses is inside, so that no second answer of the name server slips through. */
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

/** For client libraries that make their own connections: refuses what `createOutbound` would, by address and by name. */
export interface OutboundGuard {
  /** Throws `OutboundError`. */
  readonly check: (address: string | URL) => URL
  /** For agents and sockets; none where the deployment allows every address. */
  readonly lookup: LookupFunction | undefined
  /** An IP address of the host that may be reached, for protocols other than HTTP. Rejects with `OutboundError`. */
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
 * Requests to addresses that people configure (sign-in providers, SMS gateways, object stores): http(s) only, no redirect is followed, the
 * answer is bounded in time and size, and addresses inside our own networks are refused unless the deployment allows them
 * (`OUTBOUND_PRIVATE=1`). Throws `OutboundError`; an answer of any status is a `Response`.
 */
export const createOutbound = (config: Pick<Config, 'number'>): Outbound => {
  const { check, lookup } = createOutboundGuard(config)
  return async (address, init = {}) => {
    const url = check(address)
    const { timeoutMs = TIMEOUT_MS, answerAtMost = ANSWER_AT_MOST } = init
    return new Promise<Response>((done, failed) => {
      const give = url.protocol === 'https:' ? overHttps : overHttp
      const request = give(url, {
        method: init.method ?? 'GET',
        headers: { ...init.headers, 'accept-encoding': 'identity' },
        agent: false,
        ...(lookup ? { lookup } : {}),
        ...(init.signal ? { signal: init.signal } : {}),
      })
      const stop = (error: OutboundError): void => {
        failed(error)
        request.destroy()
      }
      const late = setTimeout(() => stop(new OutboundError('timeout', `no answer within ${timeoutMs} ms`)), timeoutMs)
      request.on('close', () => clearTimeout(late))
      request.on('error', (error) => failed(error instanceof OutboundError ? error : new OutboundError('failed', error.message)))
      request.on('response', (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > answerAtMost) stop(new OutboundError('size', `the answer is larger than ${answerAtMost} bytes`))
          else parts.push(part)
        })
        response.on('error', (error) => failed(new OutboundError('failed', error.message)))
        response.on('end', () => {
          const headers = new Headers()
          for (const [name, value] of Object.entries(response.headers))
            for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
          const status = response.statusCode ?? 502
          done(new Response([204, 205, 304].includes(status) ? null : Buffer.concat(parts), { status, headers }))
        })
      })
      request.end(init.body ?? undefined)
    })
  }
}
