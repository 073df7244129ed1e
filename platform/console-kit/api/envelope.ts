import { type ApiError, apiError, fieldOf } from './error.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the JSON of an answer; null if the body is not JSON. */
export const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the code of an answer: the body's numeric code, else the HTTP status (decisions.md A59, rule.err.code). */
export const codeOf = (status: number, body: unknown): number => (isObject(body) && typeof body.code === 'number' ? body.code : status)

/** Returns `data` of an envelope, or a flat answer as it is. Throws an ApiError for any code other than success. */
export const dataOf = (status: number, body: unknown): unknown => {
  const code = codeOf(status, body)
  if (code < 200 || code >= 300) throw errorOf(code, body)
  return isObject(body) && 'data' in body && 'code' in body ? body.data : body
}

const errorOf = (code: number, body: unknown): ApiError => {
  const parts = isObject(body) ? body : {}
  const text = parts.msg ?? parts.error_description
  const msg = typeof text === 'string' ? text : ''
  const field = typeof parts.field === 'string' && parts.field ? parts.field : fieldOf(msg)
  // For a flat refusal (the token call) `data` is the whole body.
  return apiError({ code, msg, field, data: 'data' in parts ? parts.data : body })
}

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]
export type CallQuery = Readonly<Record<string, QueryValue>>

/** Builds the query string of a call: leaves out blanks, joins lists by commas. */
export const queryString = (query: CallQuery = {}): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '') continue
    params.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** Returns the URL of a path: `blade-city/lamp/list` becomes `/api/blade-city/lamp/list`; paths that begin with /api are unchanged. */
export const urlOf = (path: string, query?: CallQuery): string => {
  const bare = path.replace(/^\/+/, '')
  return `/${bare.startsWith('api/') ? bare : `api/${bare}`}${queryString(query)}`
}
