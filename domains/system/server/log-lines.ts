import { hostname } from 'node:os'
import { type CallReport, type LogLine, type Platform, stackOf } from '@lamplight/server-kit'
import { LOG_AT_MOST } from '../model/log.resource.ts'

/** Names of values that grant access. */
const SECRET = /pass|secret|token|auth|code|captcha|otp|ticket|credential|signature|private|key|^(?:pwd|state)$/i
const HIDDEN = '…'
const DEPTH = 4

export type LogRow = Readonly<Record<string, unknown>>

/** Converts a value to a text for a column: no NUL, no unpaired surrogate, at most `most` characters. */
export const cut = (value: unknown, most: number): string =>
  (typeof value === 'string' ? value : String(value ?? '')).replaceAll('\u0000', '').slice(0, most).toWellFormed()

/** Returns the values of a line or call with secrets masked. */
export const masked = (value: unknown, depth = 0): unknown => {
  if (Array.isArray(value)) return depth >= DEPTH ? HIDDEN : value.slice(0, 50).map((one) => masked(one, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH) return HIDDEN
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, SECRET.test(name) ? HIDDEN : masked(one, depth + 1)]))
}
const asText = (value: object | undefined, most: number): string =>
  value && Object.keys(value).length > 0 ? cut(JSON.stringify(masked(value)), most) : ''

/** Returns the first source position in a stack. */
const placeOf = (stack: string): { file: string; line: number | null } => {
  const found = /\(?((?:file:\/\/)?\/?[^\s()?]+\.[a-z]+)(?:\?[^\s:()]*)?:(\d+):\d+\)?/.exec(stack.split('\n').slice(1).join('\n'))
  return { file: found?.[1]?.split('/').slice(-3).join('/') ?? '', line: found ? Number(found[2]) : null }
}

/** Converts log events of the process to rows. */
export const createLogLines = ({ config, newId }: Pick<Platform, 'config' | 'newId'>) => {
  const server = {
    service_id: 'lamplight',
    server_host: cut(hostname(), LOG_AT_MOST.line),
    server_ip: `${config.host}:${config.port}`,
    env: config.demo ? 'demo' : 'prod',
  }
  const base = (at: number, tenantId: string, userId: string | null) => ({
    id: newId(),
    tenant_id: tenantId,
    create_user: userId,
    create_time: new Date(at).toISOString(),
  })
  const callOf = (report: CallReport) => ({
    request_uri: cut(report.path, LOG_AT_MOST.line),
    method: report.method,
    method_class: cut(report.route.split('/').slice(2, 4).join('/'), LOG_AT_MOST.line),
    method_name: cut(report.route, LOG_AT_MOST.line),
    params: asText(report.query, LOG_AT_MOST.params),
    time: String(Math.round(report.ms)),
    remote_ip: cut(report.ip, 60),
    user_agent: cut(report.userAgent, LOG_AT_MOST.line),
    create_by: cut(report.account, 60),
  })
  const of = (report: CallReport) => ({ ...base(report.at, report.tenantId, report.userId), ...server, ...callOf(report) })

  return {
    usual: ({ at, level, what, detail }: LogLine, tenantId: string): LogRow => ({
      ...base(at, tenantId, null),
      ...server,
      log_level: level,
      log_id: cut(what, LOG_AT_MOST.line),
      log_data: asText(detail, LOG_AT_MOST.text),
    }),
    api: (report: CallReport): LogRow => ({
      ...of(report),
      type: '1',
      title: cut(report.summary[0], LOG_AT_MOST.line),
      en_title: cut(report.summary[1], LOG_AT_MOST.line),
      status: report.status,
    }),
    error: (report: CallReport): LogRow => {
      const { thrown } = report
      const stack = thrown instanceof Error ? stackOf(thrown) : ''
      const { file, line } = placeOf(stack)
      return {
        ...of(report),
        exception_name: cut(thrown instanceof Error ? thrown.constructor.name : typeof thrown, LOG_AT_MOST.line),
        message: cut(thrown instanceof Error ? thrown.message : thrown, LOG_AT_MOST.text),
        stack_trace: cut(stack, LOG_AT_MOST.stack),
        file_name: cut(file, LOG_AT_MOST.line),
        line_number: line,
      }
    },
    client: (
      context: { at: number; tenantId: string; userId: string; account: string; ip: string; userAgent: string },
      entry: object,
    ): LogRow => ({
      ...base(context.at, context.tenantId, context.userId),
      ...Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, cut(value, LOG_AT_MOST.text)])),
      remote_ip: cut(context.ip, 60),
      user_agent: cut(context.userAgent, LOG_AT_MOST.line),
      create_by: cut(context.account, 60),
    }),
  }
}
