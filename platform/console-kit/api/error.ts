import type { Text } from '@lamplight/kit'

/**
 * A failed call. `code` is the body's, else the HTTP status; 0 without an answer (decisions.md A59). `msg` is the text of the
 * server. Pages show `message`: the same text with the labels of inputs instead of their names on the wire.
 */
export interface ApiError extends Error {
  readonly name: 'ApiError'
  readonly code: number
  readonly msg: string
  /** The input at fault, if the server named one. */
  readonly field?: string
  readonly data?: unknown
}
type Parts = { code: number; msg: string; field?: string; data?: unknown }
export const apiError = ({ code, msg, field, data }: Parts): ApiError =>
  Object.assign(new Error(msg || `code ${code}`), { name: 'ApiError' as const, code, msg, field, data })
export const isApiError = (thrown: unknown): thrown is ApiError => thrown instanceof Error && thrown.name === 'ApiError'

/** Texts of the error catalogue (rule.err.*, decisions.md A11, A35). */
export const ERROR_TEXTS = {
  broken: ['系统异常,请您稍后再试', 'Something went wrong. Please try again later.'],
  maintenance: ['系统维护中，请联系管理员！', 'The system is under maintenance. Please contact the administrator.'],
  unknown: ['未知错误', 'Unknown error'],
  offline: ['网络连接失败，请检查网络后重试', 'No connection. Check the network and try again.'],
  timeout: ['请求超时，请稍后重试', 'The request timed out. Please try again.'],
} as const satisfies Record<string, Text>

/** Codes of refusals without a toast (decisions.md A34): device busy, retry later. */
export const SILENT_CODES: readonly number[] = [2000, 5001]

export type ErrorNotice = { readonly kind: 'warning' | 'error'; readonly text: Text | string } | null

/** Returns the toast of a failed call; null for silent codes (401 opens the sign-in page instead). */
export const noticeOf = ({ code, msg }: Pick<ApiError, 'code' | 'msg'>): ErrorNotice => {
  if (code === 401 || SILENT_CODES.includes(code)) return null
  if (code === 400) return { kind: 'warning', text: msg || ERROR_TEXTS.unknown }
  if (code === 0) return { kind: 'error', text: msg === 'timeout' ? ERROR_TEXTS.timeout : ERROR_TEXTS.offline }
  return { kind: 'error', text: code === 500 ? ERROR_TEXTS.broken : ERROR_TEXTS.maintenance }
}

const FIELD = /^([A-Za-z][\w.[\]-]*)\s*[:：]\s*\S/
/** Returns the field in a validation message `field:message` (wire-contract.md 2.5). */
export const fieldOf = (msg: string): string | undefined => FIELD.exec(msg)?.[1]
