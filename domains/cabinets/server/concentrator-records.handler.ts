import { RUNGS, STATUS_TEXTS, settableValue } from '@lamplight/control/model'
import { sendParam } from '@lamplight/control/server'
import { commandsPort } from '@lamplight/devices/model'
import { BatchReturns, namedValues, seenOfType } from '@lamplight/devices/server'
import { f } from '@lamplight/fields/model'
import { type DeviceProperty, exampleDevice, type Fields, type ParamOp, pick, type Text } from '@lamplight/kit'
import { serverLink } from '@lamplight/lighting/model'
import type { ParamValue } from '@lamplight/protocol'
import {
  A,
  type AnswerOf,
  bodySchema,
  type Ctx,
  exampleFields,
  formatTime,
  idsIn,
  inputIn,
  pagedRows,
  type Route,
  route,
  T,
  type TSchema,
} from '@lamplight/server-kit'
import { directoryPort } from '@lamplight/system/model'
import { concentrator, concentratorType } from '../model/index.ts'

const ROWS_AT_MOST = 1000
const PAGE = {
  current: f.int({ label: ['页码', 'Page'], min: 1, max: 1_000_000, initial: 1 }),
  size: f.int({ label: ['每页行数', 'Rows of a page'], min: 1, max: ROWS_AT_MOST, initial: 10 }),
  startDate: f.time({ label: ['开始时间', 'From'] }),
  endDate: f.time({ label: ['结束时间', 'To'] }),
}
type Input = Readonly<Record<string, unknown>>
interface Records<Row, R extends TSchema> {
  readonly path: string
  readonly summary: Text
  readonly fields: Fields
  readonly record: R
  /** Columns of a row, the order of the rows, and the rest of the statement. `params` receives its parameters. */
  readonly select: string
  readonly order: string
  readonly from: (ctx: Ctx, input: Input, params: unknown[]) => string
  readonly wire: (ctx: Ctx, rows: readonly Row[]) => Promise<readonly AnswerOf<R>[]>
}

/** Returns the route of a page of records, newest first, limited to the concentrators that the user sees. */
const recordsRoute = <Row extends object, R extends TSchema>(records: Records<Row, R>): Route => {
  const { path, summary, fields, record, select, order, from, wire } = records
  const all: Fields = { ...fields, ...PAGE }
  const required = Object.keys(all).filter((name) => all[name]?.options.required)
  return route({
    method: 'GET',
    path: `/api/${path}`,
    summary,
    example: { query: required.length > 0 ? { concentratorId: exampleDevice(concentratorType) } : {} },
    permission: 'concentrator_view',
    query: T.Unsafe<Record<string, unknown>>(bodySchema({ fields: all }, null, required)),
    checksItself: true,
    returns: A.page<TSchema>(record),
    handler: async ({ ctx, query }) => {
      const input = inputIn(all, query, ctx)
      const [current, size] = [Number(input.current ?? 1), Number(input.size ?? 10)]
      const params: unknown[] = []
      const wanted = { select, from: from(ctx, input, params), order, params, current, size }
      return pagedRows(ctx, wanted, (rows: readonly Row[]) => wire(ctx, rows))
    },
  })
}

/** Adds the condition that a time lies in the span of the call. */
const within = (column: string, { startDate, endDate }: Input, params: unknown[]): string =>
  [startDate ? ` and ${column} >= $${params.push(startDate)}` : '', endDate ? ` and ${column} <= $${params.push(endDate)}` : ''].join('')

const Operation = A.of({
  id: A.id,
  batchId: A.id,
  concentratorId: A.id,
  sn: A.text,
  name: A.text,
  operation: A.text,
  userId: A.id,
  userName: A.text,
  operateTime: A.time,
  state: A.int,
  stateName: A.text,
  rungName: A.text,
})
export type OperationAnswer = AnswerOf<typeof Operation>
interface OperationRow extends Pick<AnswerOf<typeof Operation>, 'id' | 'concentratorId' | 'sn' | 'name' | 'userId' | 'operation'> {
  readonly at: Date
  readonly status: keyof typeof STATUS_TEXTS | null
  readonly rung: keyof typeof RUNGS | null
}

/** concentrator.operate_log.page: who sent which command to which concentrator, and its result there. Commands of the platform itself are left out. */
const operateLog = recordsRoute({
  path: 'blade-city/concentrator/operate_log/page',
  summary: ['集中控制器操作日志', 'Operation log of concentrators'],
  fields: { concentratorId: f.ref(concentrator.name, { label: ['集中控制器', 'Concentrator'] }) },
  record: Operation,
  select: `b.id::text as id, r.device_id::text as "concentratorId", r.sn, coalesce(r.name, '') as name, b.create_user::text as "userId", b.create_time as at,
    coalesce(ll_said(b.command_text, b.command_text_en), '') as operation,
    (select i.status from control_ledger i where i.batch_id = b.id and i.gateway_sn = p.gateway_sn and i.device_id = r.device_id limit 1) as status,
    (select i.rung from control_ledger i where i.batch_id = b.id and i.gateway_sn = p.gateway_sn and i.device_id = r.device_id limit 1) as rung`,
  order: 'b.id desc',
  from: (ctx, input, params) => {
    const one = input.concentratorId ? ` and r.device_id = $${params.push(input.concentratorId)}` : ''
    const { code } = concentratorType
    return `from control_batches b join control_packs p on p.batch_id = b.id join devices_registered r on r.device_id = any(p.device_ids) and r.type = ${code}
      where b.device_type = ${code} and b.create_user is not null and not b.is_deleted${one}${within('b.create_time', input, params)}${seenOfType(ctx, params, code, 'r.device_id')}`
  },
  wire: async (ctx, rows: readonly OperationRow[]) => {
    const names = await ctx.platform.port(directoryPort).userNames(ctx.query, [...new Set(rows.map(({ userId }) => userId))])
    return rows.map(({ at, status, rung, ...row }) => ({
      ...row,
      batchId: row.id,
      userName: names.get(row.userId) ?? '',
      operateTime: formatTime(at, ctx.zone),
      state: status ?? 0,
      stateName: pick(STATUS_TEXTS[status ?? 0], ctx.lang),
      rungName: pick(RUNGS[rung ?? 0], ctx.lang),
    }))
  },
})

const KEPT = Object.entries<DeviceProperty>(concentratorType.properties).flatMap(([name, { history }]) => (history ? [name] : []))
/** report.concentrator.history.page: the reports of a concentrator as it sent them. */
const history = recordsRoute({
  path: 'blade-report/concentrator/history/page',
  summary: ['集中控制器历史数据', 'History of a concentrator'],
  fields: { concentratorId: f.ref(concentrator.name, { label: ['集中控制器', 'Concentrator'], required: true }) },
  record: A.of({
    id: A.text,
    concentratorId: A.id,
    reportTime: A.time,
    ...A.each(KEPT, A.nullable(A.number)),
  }),
  select: 'h.at, h.v, h.device_id::text as "concentratorId"',
  order: 'h.at desc',
  from: (ctx, input, params) => {
    const mine = `h.device_id = $${params.push(input.concentratorId)}`
    return `from devices_series_rows h where ${mine}${within('h.at', input, params)}${seenOfType(ctx, params, concentratorType.code, 'h.device_id', '= $1')}`
  },
  wire: async (ctx, rows: readonly { at: Date; v: (number | null)[]; concentratorId: string }[]) =>
    rows.map(({ at, v, concentratorId }) => {
      const values = namedValues(concentratorType, v, {})
      return {
        ...Object.fromEntries(KEPT.map((name) => [name, values[name] ?? null])),
        id: String(at.getTime()),
        concentratorId,
        reportTime: formatTime(at, ctx.zone),
      }
    }),
})

/** concentrator.control.batch.*: reads or sets the server link of several concentrators; the parameter `ids` names them. */
const linkRoute = (op: Extract<ParamOp, 'get' | 'set'>): Route => {
  const path = `blade-city/concentrator/control/batch/${op}/serverLinkInfo`
  const fields: Fields = op === 'set' ? serverLink.fields : {}
  const ids = { ids: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }], description: 'ids of concentrators' } }
  const { properties } = bodySchema({ fields }, null) as { readonly properties: object }
  const schema = T.Unsafe<Record<string, unknown>>({ type: 'object', required: ['ids'], properties: { ...ids, ...properties } })
  const example = { ids: exampleDevice(concentratorType), ...exampleFields({ fields }) }
  return route({
    method: op === 'get' ? 'GET' : 'POST',
    path: `/api/${path}`,
    summary:
      op === 'get'
        ? ['批量读取服务器连接', 'Read the server link of concentrators']
        : ['批量设置服务器连接', 'Set the server link of concentrators'],
    example: op === 'get' ? { query: example } : { body: example },
    permission: op === 'get' ? 'serverlinkinfo_read' : 'serverlinkinfo_set',
    ...(op === 'get' ? { query: schema } : { body: schema }),
    checksItself: true,
    returns: BatchReturns,
    handler: async ({ ctx, query, body, headers }) => {
      const given: Record<string, unknown> = { ...(query as object), ...(body as object | undefined) }
      const value = settableValue(serverLink, inputIn(fields, given, ctx) as ParamValue)
      const request = ctx.platform.port(commandsPort).requestOf(ctx, headers, path, given)
      const order = { family: serverLink, op, value, again: null, typeName: concentratorType.name }
      return sendParam(ctx, order, idsIn(given.ids, 'ids'), request)
    },
  })
}

/** Calls that are no verb of a resource: pages over the ledger and the reports, and the server link of several concentrators. */
export const concentratorRecordRoutes: readonly Route[] = [operateLog, history, linkRoute('get'), linkRoute('set')]
