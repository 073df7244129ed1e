import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request without response after this time counts as hung, ms. It is longer than the server may take for anything. */
const HANG_MS = 40_000
const RETRY_MS = 50

export interface Answer<T = Record<string, unknown>> {
  readonly status: number
  readonly data: T
  readonly body: Record<string, unknown>
}
/** Counts of the requests' results: refused connections and 503 are allowed while a part is down; everything else is a fault. */
export interface Met {
  requests: number
  refused: number
  unavailable: number
  /** 503 without Retry-After. */
  unadvised: number
  /** Any other 5xx. */
  failed: number
  hung: number
  /** Slowest response, ms. */
  slowest: number
  readonly failures: string[]
}

export const metNothing = (): Met => ({
  requests: 0,
  refused: 0,
  unavailable: 0,
  unadvised: 0,
  failed: 0,
  hung: 0,
  slowest: 0,
  failures: [],
})

export interface HttpCaller {
  readonly met: Met
  readonly signIn: () => Promise<void>
  readonly token: () => string
  readonly userId: () => string
  /** Sends one request; resolves with null if no response came. */
  readonly once: <T = Record<string, unknown>>(method: string, path: string, body?: object, key?: string) => Promise<Answer<T> | null>
  /** Retries until the response is not 503; all tries have the same Idempotency-Key. */
  readonly sure: <T = Record<string, unknown>>(method: string, path: string, body?: object, key?: string) => Promise<Answer<T>>
}

/** Creates a client that sends requests like a console, to the addresses in turn, and counts their results. */
export const createHttpCaller = (urls: () => readonly string[]): HttpCaller => {
  const met = metNothing()
  let token = ''
  let userId = ''
  let turn = 0

  const once: HttpCaller['once'] = async <T>(method: string, path: string, body?: object, key?: string) => {
    const all = urls()
    const url = all[turn++ % all.length] as string
    const begun = performance.now()
    met.requests += 1
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(HANG_MS),
        headers: {
          authorization: `Basic ${btoa('saber:saber_secret')}`,
          'tenant-id': '000000',
          ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await response.text()
      const parsed = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
      if (response.status === 503) {
        met.unavailable += 1
        if (!response.headers.get('retry-after')) met.unadvised += 1
      } else if (response.status >= 500) {
        met.failed += 1
        if (met.failures.length < 20) met.failures.push(`${response.status} ${method} ${path}: ${text.slice(0, 200)}`)
      }
      return { status: response.status, data: parsed.data as T, body: parsed }
    } catch (thrown) {
      if (thrown instanceof Error && thrown.name === 'TimeoutError') {
        met.hung += 1
        if (met.failures.length < 20)
          met.failures.push(`hung ${method} ${path} for ${Math.round(performance.now() - begun)} ms until ${new Date().toISOString()}`)
      } else met.refused += 1
      return null
    } finally {
      met.slowest = Math.max(met.slowest, performance.now() - begun)
    }
  }
  const sure: HttpCaller['sure'] = async <T>(method: string, path: string, body?: object, key?: string) => {
    for (;;) {
      const answer = await once<T>(method, path, body, key)
      if (answer && answer.status < 500) return answer
      await sleep(RETRY_MS)
    }
  }
  return {
    met,
    once,
    sure,
    token: () => token,
    userId: () => userId,
    signIn: async () => {
      token = ''
      const md5 = createHash('md5').update('admin').digest('hex')
      const form = new URLSearchParams({
        tenantId: '000000',
        username: 'admin',
        password: md5,
        grant_type: 'password',
        scope: 'all',
        type: 'account',
      })
      const { body } = await sure('POST', `/api/blade-auth/oauth/token?${form}`)
      if (typeof body.access_token !== 'string') throw new Error(`sign-in failed: ${JSON.stringify(body)}`)
      token = body.access_token
      userId = String(body.user_id)
    },
  }
}
