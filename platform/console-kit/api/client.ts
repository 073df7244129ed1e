import type { CallTypes, Lang } from '@lamplight/kit'
import { type CallQuery, dataOf, parseBody, type QueryValue, urlOf } from './envelope.ts'
import { type ApiError, apiError, isApiError } from './error.ts'
import { inWords } from './field-words.ts'

/** Time-out of a request, ms (rule.const.timeout). */
export const REQUEST_TIMEOUT = 600_000
/** If a writing call has no answer after this time, a notice asks the user to wait, ms. */
export const SLOW_MS = 8000
/** `Authorization` of the console as a client (decisions.md A32): saber:saber_secret. */
export const CLIENT_AUTHORIZATION = 'Basic c2FiZXI6c2FiZXJfc2VjcmV0'

export interface CallOptions {
  readonly query?: CallQuery
  /** Sent as JSON, except FormData and URLSearchParams. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** True: the caller shows the failure itself; no toast. */
  readonly quiet?: boolean
  /** True: sent without the token, and a 401 does not end the session. */
  readonly open?: boolean
}
export interface UploadOptions extends CallOptions {
  readonly onProgress?: (share: number) => void
}
export interface ClientParts {
  readonly lang: () => Lang
  readonly token: () => string | null
  readonly tenantId: () => string | null
  /** Awaited before each call with a token: renews an outdated one. */
  readonly fresh: () => Promise<void>
  readonly onUnauthorized: () => void
  readonly onError: (error: ApiError) => void
  /** Called when a writing call has had no answer for SLOW_MS; the call goes on. */
  readonly onSlow: () => void
}
export interface Download {
  readonly blob: Blob
  readonly name: string
}
/** A route of the server. The console reads only its types. */
export interface TypedCall<M extends string> {
  readonly types: CallTypes<M, string, unknown, unknown, unknown>
}
type Filled<P extends string> = P extends `${infer Before}{${string}}${infer After}` ? `${Before}${string}${Filled<After>}` : P
/** Address of a call without `/api/`. A parameter in the address may be any text. */
export type PathOf<R extends TypedCall<string>> = R['types']['path'] extends `/api/${infer P}` ? Filled<P> : string
/** Names of the query parameters of a call. On the wire every value is text, so the types of the values are not compared. */
export type QueryOf<R extends TypedCall<string>> = { readonly [K in keyof R['types']['query']]?: QueryValue }
export type AnswerOf<R extends TypedCall<string>> = R['types']['answer']
/** A record of a route that answers with a page. */
export type RecordOf<R extends TypedCall<string>> = AnswerOf<R> extends { readonly records: readonly (infer Row)[] } ? Row : never
type OptionsOf<R extends TypedCall<string>> = Omit<CallOptions, 'query' | 'body'> & {
  readonly query?: QueryOf<R>
  readonly body?: R['types']['body']
}

/** A call that writes: with the types of its route, or with an answer of type `T`. */
interface Write<M extends string> {
  <R extends TypedCall<M>>(path: PathOf<R>, options?: OptionsOf<R>): Promise<AnswerOf<R>>
  <T>(path: string, options?: CallOptions): Promise<T>
}
export interface Api {
  /** With the types of a route of the server (`api.get<typeof aiDeviceRoute>(…)`), or with an answer of type `T`. */
  readonly get: {
    <R extends TypedCall<'GET'>>(path: PathOf<R>, query?: QueryOf<R>, options?: CallOptions): Promise<AnswerOf<R>>
    <T>(path: string, query?: CallQuery, options?: CallOptions): Promise<T>
  }
  readonly post: Write<'POST'>
  readonly put: Write<'PUT'>
  readonly delete: Write<'DELETE'>
  /** Multipart upload with progress (0 to 1). */
  readonly upload: <T>(path: string, form: FormData, options?: UploadOptions) => Promise<T>
  /** Returns the answer as bytes (packed lamps). */
  readonly bytes: (path: string, query?: CallQuery, options?: CallOptions) => Promise<ArrayBuffer>
  /** Fetches a file and saves it; `name` is used if the server gives none. A JSON answer is treated as an error. */
  readonly download: (
    path: string,
    query?: CallQuery,
    options?: CallOptions & { name?: string; method?: 'GET' | 'POST' },
  ) => Promise<Download>
}

const isNative = (body: unknown): body is FormData | URLSearchParams => body instanceof FormData || body instanceof URLSearchParams

const fileName = (disposition: string | null, fallback: string): string => {
  const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : (plain ?? fallback)
}

/** Makes the API client (wire-contract.md 2): returns `data` of the envelope; shows and throws an ApiError. */
export const createClient = (parts: ClientParts): Api => {
  const headersOf = (options: CallOptions): Record<string, string> => {
    const token = options.open ? null : parts.token()
    const tenant = parts.tenantId()
    return {
      Authorization: CLIENT_AUTHORIZATION,
      'Accept-Language': parts.lang() === 'en' ? 'en-US' : 'zh-CN',
      ...(token && { 'Blade-Auth': `bearer ${token}` }),
      ...(tenant && { 'Tenant-Id': tenant }),
      ...(options.body !== undefined && !isNative(options.body) && { 'Content-Type': 'application/json' }),
      ...options.headers,
    }
  }

  /** Shows a failure as the error catalogue says, ends the session on 401, and returns the error to throw. */
  const fail = (thrown: unknown, path: string, options: CallOptions): unknown => {
    if (!isApiError(thrown)) return thrown
    if (thrown.code === 400 && thrown.msg) thrown.message = inWords(thrown.msg, path, parts.lang())
    if (thrown.code === 401 && !options.open) parts.onUnauthorized()
    else if (!options.quiet) parts.onError(thrown)
    return thrown
  }

  /** Sends a request and reads its answer with `read`; the time-out includes both. */
  const send = async <T>(method: string, path: string, options: CallOptions, read: (answer: Response) => Promise<T>): Promise<T> => {
    if (!options.open) await parts.fresh()
    // AbortSignal.timeout would keep the signals of every request in memory for ten minutes.
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), REQUEST_TIMEOUT)
    const body = options.body === undefined || isNative(options.body) ? options.body : JSON.stringify(options.body)
    const slow = method === 'GET' ? undefined : setTimeout(parts.onSlow, SLOW_MS)
    try {
      const answer = await fetch(urlOf(path, options.query), {
        method,
        headers: headersOf(options),
        credentials: 'same-origin',
        signal: options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal,
        ...(body !== undefined && { body }),
      })
      clearTimeout(slow)
      return await read(answer)
    } catch (thrown) {
      if (options.signal?.aborted) throw thrown
      throw apiError({ code: 0, msg: timeout.signal.aborted ? 'timeout' : 'offline' })
    } finally {
      clearTimeout(slow)
      clearTimeout(timer)
    }
  }

  const call = async <T>(method: string, path: string, options: CallOptions = {}): Promise<T> => {
    try {
      const { status, text } = await send(method, path, options, async (answer) => ({ status: answer.status, text: await answer.text() }))
      return dataOf(status, parseBody(text)) as T
    } catch (thrown) {
      throw fail(thrown, path, options)
    }
  }

  /** Reads an answer that is not JSON with `read`. */
  const binary = async <T>(method: string, path: string, options: CallOptions, read: (answer: Response) => Promise<T>): Promise<T> => {
    try {
      const { refusal, value } = await send(method, path, options, async (answer) => {
        const json = answer.headers.get('content-type')?.includes('json') ?? false
        return answer.ok && !json ? { value: await read(answer) } : { refusal: { status: answer.status, text: await answer.text() } }
      })
      if (!refusal) return value
      dataOf(refusal.status, parseBody(refusal.text))
      throw apiError({ code: 500, msg: '' })
    } catch (thrown) {
      throw fail(thrown, path, options)
    }
  }

  return {
    get: <T>(path: string, query?: CallQuery, options?: CallOptions) =>
      call<T>('GET', path, { ...options, query: { ...query, ...options?.query } }),
    post: <T>(path: string, options?: CallOptions) => call<T>('POST', path, options),
    put: <T>(path: string, options?: CallOptions) => call<T>('PUT', path, options),
    delete: <T>(path: string, options?: CallOptions) => call<T>('DELETE', path, options),
    upload: async <T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> => {
      try {
        if (!options.open) await parts.fresh()
        const { status, text } = await sendForm(urlOf(path, options.query), form, headersOf({ ...options, body: form }), options)
        return dataOf(status, parseBody(text)) as T
      } catch (thrown) {
        throw fail(thrown, path, options)
      }
    },
    bytes: (path, query, options) => binary('GET', path, { ...options, query }, (answer) => answer.arrayBuffer()),
    download: async (path, query, { name = 'download', method = 'GET', ...options } = {}) => {
      const file = await binary(method, path, { ...options, query }, async (answer) => ({
        blob: await answer.blob(),
        name: fileName(answer.headers.get('content-disposition'), name),
      }))
      saveFile(file)
      return file
    },
  }
}

/** Uploads by XMLHttpRequest, because fetch does not report the progress of an upload. */
const sendForm = (url: string, form: FormData, headers: Record<string, string>, { onProgress, signal }: UploadOptions) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.timeout = REQUEST_TIMEOUT
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(apiError({ code: 0, msg: 'offline' }))
    request.ontimeout = () => reject(apiError({ code: 0, msg: 'timeout' }))
    request.onabort = () => reject(signal?.reason ?? apiError({ code: 0, msg: 'offline' }))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })

/** Saves bytes as a file by a download link. */
export const saveFile = ({ blob, name }: Download): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
