import { defineErrors, isRefusal, type Lang, pick, type Refusal, type Text } from '@lamplight/kit'
import { isDiskFull } from '../database/disk.ts'

/** Refusals that all slices share; their texts are given in wire-contract.md 2.5. */
export const errors = defineErrors({
  noToken: { status: 401, text: ['缺失令牌,鉴权失败', 'Sign in first: the request has no token'] },
  badToken: { status: 401, text: ['请求未授权', 'Your sign-in has expired; sign in again'] },
  noRight: { status: 400, text: ['没有该操作的权限', 'You do not have the right to do this'] },
  notInScope: { status: 403, text: ['未授权的接口', 'This call was not granted to your role'] },
  notFound: { status: 400, text: ['数据不存在或已被删除', 'The data do not exist or have been deleted'] },
  noRoute: { status: 404, text: ['404 没找到请求', '404: no such call'] },
  field: { status: 400, text: ['{field}:{message}', '{field}: {message}'] },
  missingParameter: { status: 400, text: ['缺少必要的请求参数: {field}', 'The parameter {field} is missing'] },
  badParameter: { status: 400, text: ['请求参数格式错误: {field}', 'The parameter {field} is not valid'] },
  badValue: { status: 400, text: ['请求中含有超出范围或不允许的值', 'The request has a value that is out of range or not allowed'] },
  taken: { status: 400, text: ['数据已存在', 'It already exists'] },
  valueTaken: { status: 400, text: ['{label}已存在', '{label} is already used'] },
  unreadable: { status: 400, text: ['请求内容无法解析', 'The request cannot be read'] },
  oneAtATime: {
    status: 400,
    text: ['您的角色一次只能操作一盏灯或一台设备，请只选择一个', 'Your role may do this for one lamp or device at a time: choose only one'],
  },
  pickOne: { status: 400, text: ['请选择至少一条数据', 'Select at least one row'] },
  inUse: { status: 400, text: ['数据正在使用中，无法删除：{by}', 'The data are in use and cannot be deleted: {by}'] },
  referred: { status: 400, text: ['被引用，不能修改或删除：{by}', 'The data are referred to and cannot be changed or deleted: {by}'] },
  wrongState: {
    status: 400,
    text: ['当前状态不允许该操作：{row}（{state}）', 'Operation not allowed in the current state: {row} ({state})'],
  },
  stateNeeds: { status: 400, text: ['“{state}”状态须填写{field}：{row}', 'The state “{state}” needs {field}: {row}'] },
  onlyFor: { status: 400, text: ['只有{who}可以执行该操作：{row}', 'Only the {who} may do this: {row}'] },
  neverFor: { status: 400, text: ['{who}不能执行该操作：{row}', 'The {who} may not do this: {row}'] },
  tooLarge: { status: 413, text: ['内容过大，上限为 {limit}', 'Too large; the limit is {limit}'] },
  fileTooLarge: { status: 413, text: ['{field}:文件不能超过{limit}MB', '{field}: a file must have at most {limit} MB'] },
  tooMany: { status: 429, text: ['请求过于频繁，请稍后再试', 'Too many requests; try again later'] },
  sheetFull: { status: 400, text: ['Excel 文件最多 {n} 行，请改用 CSV', 'A workbook can have at most {n} rows; use CSV instead'] },
  busy: { status: 503, text: ['服务暂不可用，请稍后重试', 'The service is not available at the moment; try again shortly'] },
  diskFull: {
    status: 503,
    text: ['服务器磁盘空间不足，未保存；请联系管理员', 'The disk of the server is full; nothing was saved. Contact the administrator'],
  },
  sameKeyOtherBody: { status: 409, text: ['同一 Idempotency-Key 的请求内容不一致', 'This Idempotency-Key was used for another request'] },
})

/** Makes a refusal that names the field at fault, in the wire form `field:message`. */
export const fieldError = (field: string, message: Text, lang: Lang): Refusal =>
  errors.field({ field, message: pick(message, lang) }, field)

export const FAILED: Text = ['服务器异常', 'The server failed; it has been logged']

interface Answer {
  readonly status: number
  readonly body: { code: number; success: false; data: object; msg: string; field?: string }
  /** Set if the thrown value is not a declared refusal; the caller logs it. */
  readonly unexpected?: unknown
}

const answer = (status: number, msg: string, field?: string): Answer => ({
  status,
  body: { code: status, success: false, data: {}, msg, ...(field ? { field } : {}) },
})

interface Coded {
  readonly code?: unknown
  readonly statusCode?: unknown
  /** Set on errors that PostgreSQL raised. */
  readonly severity?: unknown
  readonly validation?: readonly { readonly instancePath?: string; readonly message?: string; readonly params?: Record<string, unknown> }[]
  readonly validationContext?: unknown
}

/**
 * Temporary error states: the connection (08), resources such as disk, memory and connections (53), shutdown and statement timeout (57), input
 * and output (58), a read-only database (25006), and conflicts between transactions (40, 55P03).
 */
const PASSING_STATE = /^(?:08|53|57|58|40)[0-9A-Z]{3}$|^25006$|^55P03$/
const PASSING_ERRNO = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
])
const PASSING_WORDS = /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|Client was closed/

const passes = (thrown: unknown, { code, severity }: Coded): boolean =>
  (typeof code === 'string' && (PASSING_STATE.test(code) || (severity === undefined && PASSING_ERRNO.has(code)))) ||
  (thrown instanceof Error && PASSING_WORDS.test(thrown.message))

const holdsNumber = (given: unknown, digits: string, depth = 0): boolean => {
  if (typeof given === 'string' || typeof given === 'number') return String(given).split(/\D+/).includes(digits)
  return (
    depth < 4 && typeof given === 'object' && given !== null && Object.values(given).some((part) => holdsNumber(part, digits, depth + 1))
  )
}
/** Returns the name of the parameter whose number is outside the range of its PostgreSQL type, such as an id above 2^63. */
const outOfRange = (thrown: unknown, sent: Sent): string | undefined => {
  const digits = thrown instanceof Error ? /"-?(\d+)"/.exec(thrown.message)?.[1] : undefined
  if (digits === undefined) return undefined
  const named = sent.flatMap((part) => (typeof part === 'object' && part !== null ? Object.entries(part) : []))
  return named.find(([, value]) => holdsNumber(value, digits))?.[0]
}

/** Parameters of a request: those of its path, its query and its body. */
type Sent = readonly unknown[]
/** Turns any thrown value into an answer in the user's language; an undeclared error becomes the 500 text. `sent`: parameters that a refusal may name. */
export const answerTo = (thrown: unknown, lang: Lang, sent: Sent = []): Answer => {
  if (isRefusal(thrown)) return answer(thrown.refusal.status, pick(thrown.refusal.text, lang, thrown.values), thrown.field)
  const coded = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Coded
  if (coded.validation) {
    const first = coded.validation[0]
    const missing = first?.params?.missingProperty
    // `rules.0.column`: a part of a value is named by its path from the field.
    const named = [...(first?.instancePath ?? '').split('/').filter(Boolean), ...(missing === undefined ? [] : [String(missing)])]
    const field = named.join('.') || String(coded.validationContext ?? 'body')
    const text = missing !== undefined ? errors.missingParameter({ field }) : errors.badParameter({ field })
    return answer(400, pick(text.refusal.text, lang, text.values), field)
  }
  if (coded.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return answer(413, pick(errors.tooLarge().refusal.text, lang, { limit: '2 MB' }))
  if (coded.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return answer(415, lang === 'zh' ? '不支持当前媒体类型' : 'This media type is not supported')
  if (typeof coded.statusCode === 'number' && coded.statusCode >= 400 && coded.statusCode < 500)
    return answer(coded.statusCode, pick(errors.unreadable().refusal.text, lang))
  // A value that no column can store (class 22: out of range, invalid character) is an error of the client.
  if (typeof coded.code === 'string' && /^22[0-9A-Z]{3}$/.test(coded.code) && 'severity' in coded) {
    const field = outOfRange(thrown, sent)
    if (field !== undefined) return answerTo(errors.badParameter({ field }, field), lang)
    return answer(400, pick(errors.badValue().refusal.text, lang))
  }
  if (isDiskFull(coded.code)) return { ...answer(503, pick(errors.diskFull().refusal.text, lang)), unexpected: thrown }
  if (passes(thrown, coded)) return { ...answer(503, pick(errors.busy().refusal.text, lang)), unexpected: thrown }
  return { ...answer(500, pick(FAILED, lang)), unexpected: thrown }
}
