import { createHash } from 'node:crypto'

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

export interface ApiAnswer<T = unknown> {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data: T
  /** The whole body, for answers that have their values beside `code`, not in `data`. */
  readonly body: Record<string, unknown>
}
export interface ApiClient {
  readonly token: string
  readonly userId: string
  readonly get: <T = Record<string, unknown>>(
    path: string,
    query?: Record<string, unknown>,
    headers?: Record<string, string>,
  ) => Promise<ApiAnswer<T>>
  readonly post: <T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    query?: Record<string, unknown>,
    headers?: Record<string, string>,
  ) => Promise<ApiAnswer<T>>
  readonly put: <T = Record<string, unknown>>(path: string, body?: unknown, query?: Record<string, unknown>) => Promise<ApiAnswer<T>>
  readonly delete: <T = Record<string, unknown>>(path: string, query?: Record<string, unknown>) => Promise<ApiAnswer<T>>
  readonly call: (method: string, path: string, init?: { body?: BodyInit; headers?: Record<string, string> }) => Promise<Response>
}

/** Creates a client that sends the headers of the console: Authorization (Basic), Tenant-Id, Blade-Auth, Accept-Language. */
export const createClient = (
  url: string,
  options: { token?: string; tenantId?: string; lang?: 'zh-CN' | 'en-US'; userId?: string } = {},
): ApiClient => {
  const headers: Record<string, string> = {
    authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`,
    'tenant-id': options.tenantId ?? '000000',
    'accept-language': options.lang ?? 'zh-CN',
    ...(options.token ? { 'blade-auth': `bearer ${options.token}` } : {}),
  }
  const call: ApiClient['call'] = (method, path, init = {}) =>
    fetch(`${url}${path}`, { method, body: init.body, headers: { ...headers, ...init.headers } })
  const withQuery = (path: string, query?: Record<string, unknown>): string => {
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    )
    return search.size > 0 ? `${path}?${search}` : path
  }
  const json = async <T>(method: string, path: string, body?: unknown, more?: Record<string, string>): Promise<ApiAnswer<T>> => {
    const response = await call(method, path, {
      headers: { ...more, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const parsed = (text.startsWith('{') ? JSON.parse(text) : { text }) as Record<string, unknown>
    return { status: response.status, code: Number(parsed.code), msg: String(parsed.msg ?? ''), data: parsed.data as T, body: parsed }
  }
  return {
    token: options.token ?? '',
    userId: options.userId ?? '',
    call,
    get: (path, query, more) => json('GET', withQuery(path, query), undefined, more),
    post: (path, body, query, more) => json('POST', withQuery(path, query), body, more),
    put: (path, body, query) => json('PUT', withQuery(path, query), body),
    delete: (path, query) => json('DELETE', withQuery(path, query)),
  }
}
