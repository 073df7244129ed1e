import { exampleDevice, exampleId, pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import {
  A,
  type ChangeInWords,
  type Ctx,
  changeWords,
  errors,
  formatTime,
  idsIn,
  mayList,
  page,
  pageWindow,
  type Route,
  registryPort,
  route,
  seenRows,
  T,
  timeIn,
} from '@lamplight/server-kit'
import { controllerType, gateway, gatewayType } from '../model/index.ts'
import { deviceTypesPort } from '../model/ports.ts'
import { LOG_KIND } from './device-log.ts'
import { seenDevices } from './device-sight.ts'
import { deviceIdIn, deviceSeen, refuseBlind } from './seen-device.ts'

/*
 * The log of what happened to devices (device.log.page, device.life_record.page, rule.const.recent5): rows of a table that triggers and other slices write, about devices of all
 * types, so that no definition gives its calls.
 */

const VIEW = 'device_log_view'
const DELETE = 'device_log_delete'
const ROWS_AT_MOST = 1000
/** Entries that are counted: more are announced as this number. */
const COUNTED = 10_000
const DELETED_AT_MOST = 5000
const RECENT = 5
const KINDS: Readonly<Record<number, Text>> = {
  [LOG_KIND.came]: ['上线', 'Came online'],
  [LOG_KIND.went]: ['离线', 'Went offline'],
  [LOG_KIND.moved]: ['移动', 'Moved'],
  [LOG_KIND.commanded]: ['指令', 'Command'],
  [LOG_KIND.changed]: ['修改', 'Changed'],
}
const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
const Time = T.Optional(T.String({ maxLength: 30, description: 'yyyy-MM-dd HH:mm:ss in the zone of the tenant' }))

interface LogRow {
  readonly id: string
  readonly device_id: string | null
  readonly kind: number
  readonly at: Date
  readonly account: string
  readonly detail: {
    readonly text?: Text
    readonly count?: number
    readonly before?: Record<string, unknown>
    readonly after?: Record<string, unknown>
  }
  readonly sn: string | null
  readonly name: string | null
  readonly type: number | null
}

/** SQL condition over the entry `l`: its device is one that the user sees. Entries without a device are for users who see the whole tenant. */
const seenEntries = (ctx: Ctx, params: unknown[]): string => {
  const device = '= l.device_id'
  const served = ctx.platform.port(registryPort).resources.get(gateway.name)
  const gates =
    served && mayList(ctx.user, gateway)
      ? ` or exists (select from devices_gateway t where t.id ${device} and ${seenRows(served, ctx.user, params)})`
      : ''
  const { cut, scopes } = ctx.user
  const all = cut.projects || cut.areas || scopes ? '' : ' or l.device_id is null'
  return `(exists (select from devices_registry r where r.device_id ${device}${seenDevices(ctx, params, { among: device })})${gates}${all})`
}

interface Filter {
  readonly deviceId?: string | undefined
  readonly kind?: number | undefined
  readonly sn?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}
/**
 * SQL condition over the entry `l`: the serial number of its device begins with `text`. The devices are found first, so that their entries are read by the
 * index; a condition on the joined device would look up the device of every entry.
 */
const namedBy = (text: string): string =>
  `l.device_id = any(array(select x.device_id from devices_registry x where starts_with(x.sn, ${text})
     union all select x.id from devices_gateway x where starts_with(x.sn, ${text}) and not x.is_deleted))`

const whereOf = (ctx: Ctx, { deviceId, kind, sn, startDate, endDate }: Filter, params: unknown[]): string => {
  const [from, to] = [timeIn(startDate, 'startDate', ctx.zone), timeIn(endDate, 'endDate', ctx.zone)]
  return [
    seenEntries(ctx, params),
    ...(deviceId ? [`l.device_id = $${params.push(deviceId)}`] : []),
    ...(kind ? [`l.kind = $${params.push(kind)}`] : []),
    ...(from ? [`l.at >= $${params.push(from)}`] : []),
    ...(to ? [`l.at <= $${params.push(to)}`] : []),
    ...(sn ? [namedBy(`$${params.push(sn)}`)] : []),
  ].join(' and ')
}
const FROM = `from devices_log l left join devices_registry r on r.device_id = l.device_id
  left join devices_gateway g on r.device_id is null and g.id = l.device_id and not g.is_deleted`

/** Changes in words, by the fields of the resource of each device. */
const wordsOf = async (ctx: Ctx, rows: readonly (LogRow & { readonly resource: ResourceDefinition | undefined })[]) => {
  const words = new Map<string, readonly ChangeInWords[]>()
  for (const [resource, own] of Map.groupBy(rows, ({ resource: one }) => one)) {
    const changes = own.filter(({ detail }) => detail.after)
    if (!resource || changes.length === 0) continue
    const found = await changeWords(
      ctx,
      resource,
      changes.map(({ detail }) => ({ before: detail.before ?? {}, after: detail.after ?? {} })),
    )
    changes.forEach(({ id }, at) => {
      words.set(id, found[at] ?? [])
    })
  }
  return words
}

const wire = async (ctx: Ctx, found: readonly LogRow[]) => {
  const types = ctx.platform.port(deviceTypesPort)
  await types.need(found.flatMap(({ type }) => type ?? []))
  const rows = found.map((row) => ({
    ...row,
    resource: row.type === null ? undefined : row.type === gatewayType.code ? gateway : types.resourceOf(row.type),
  }))
  const changes = await wordsOf(ctx, rows)
  return rows.map(({ id, device_id: deviceId, kind, at, account, detail, sn, name, type, resource }) => ({
    id,
    deviceId: deviceId ?? '',
    sn: sn ?? '',
    name: name ?? '',
    devType: type ?? 0,
    resource: resource?.name ?? '',
    kind,
    kindName: pick(KINDS[kind] ?? ['', ''], ctx.lang),
    at: formatTime(at, ctx.zone),
    account,
    text: detail.text ? pick(detail.text, ctx.lang) : '',
    count: detail.count ?? (deviceId ? 1 : 0),
    changes: changes.get(id) ?? [],
  }))
}

const readLog = async (ctx: Ctx, filter: Filter, at: { readonly current: number; readonly size: number }) => {
  const params: unknown[] = []
  const where = whereOf(ctx, filter, params)
  const { limit, offset } = pageWindow(at, ROWS_AT_MOST)
  const [rows, [counted]] = await ctx.slowly('devices.log', () =>
    ctx.queries<[LogRow, { n: number }]>([
      [
        `select l.id::text as id, l.device_id::text as device_id, l.kind::int as kind, l.at, l.account, l.detail, coalesce(r.sn, g.sn) as sn,
           coalesce(r.name, g.name) as name, coalesce(r.type::int, case when g.id is not null then ${gatewayType.code} end) as type
         ${FROM} where ${where} order by l.at desc, l.id desc limit ${limit} offset ${offset}`,
        params,
      ],
      [`select count(*)::int as n from (select 1 ${FROM} where ${where} limit ${COUNTED}) l`, params],
    ]),
  )
  return page(await wire(ctx, rows), counted?.n ?? 0, at.current, at.size)
}

const lists = [
  ['page', ['设备日志分页', 'Log of devices'], 10],
  // The console shows the five latest entries (rule.const.recent5).
  ['list', ['最近设备日志', 'Latest entries of the device log'], RECENT],
] as const

export const logLists = lists.map(([path, summary, usual]) =>
  route({
    method: 'GET',
    path: `/api/blade-device/device/log/${path}`,
    summary,
    permission: VIEW,
    query: T.Object({
      current: T.Optional(T.Integer({ minimum: 1, maximum: COUNTED })),
      size: T.Optional(T.Integer({ minimum: -1, maximum: ROWS_AT_MOST, description: `rows, ${usual} by default; -1: at most 1,000` })),
      deviceId: Id,
      kind: T.Optional(T.Integer({ minimum: 1, maximum: 5, description: '1 came, 2 went, 3 moved, 4 commanded, 5 changed' })),
      sn: T.Optional(T.String({ maxLength: 64, description: 'beginning of the serial number' })),
      startDate: Time,
      endDate: Time,
    }),
    returns: A.page(
      A.of({
        id: A.id,
        deviceId: A.id,
        sn: A.text,
        name: A.text,
        devType: A.int,
        resource: A.text,
        kind: A.int,
        kindName: A.text,
        at: A.time,
        account: A.text,
        text: A.text,
        count: A.int,
        changes: A.list(A.of({ label: A.text, before: A.text, after: A.text })),
      }),
    ),
    handler: ({ ctx, query: { current = 1, size, ...filter } }) => readLog(ctx, filter, { current, size: size || usual }),
  }),
)

const remove = route({
  method: 'DELETE',
  path: '/api/blade-device/device/log',
  summary: ['删除设备日志', 'Delete entries of the device log'],
  example: { query: { deviceLogIds: exampleId('devices.log') } },
  permission: DELETE,
  query: T.Object({ deviceLogIds: T.Optional(T.String({ description: `comma-joined, at most ${DELETED_AT_MOST}` })) }),
  returns: A.count,
  handler: async ({ ctx, query: { deviceLogIds } }) => {
    const ids = idsIn(deviceLogIds, 'deviceLogIds')
    if (ids.length > DELETED_AT_MOST) throw errors.badParameter({ field: 'deviceLogIds' }, 'deviceLogIds')
    return ctx.tx(async (query) => {
      const params: unknown[] = [ids]
      const gone = await query<{ id: string; kind: number; at: Date }>(
        `delete from devices_log l where l.id = any($1::bigint[]) and ${seenEntries(ctx, params)} returning l.id::text as id, l.kind::int as kind, l.at`,
        params,
      )
      if (gone.length !== ids.length) throw errors.badParameter({ field: 'deviceLogIds' }, 'deviceLogIds')
      const detail = { before: { entries: gone.slice(0, 50).map(({ kind, at }) => `${KINDS[kind]?.[1]} ${at.toISOString()}`) } }
      await ctx.audit({ what: 'devices.log.remove', target: ids.slice(0, 50).join(','), count: gone.length, detail }, query)
      return { count: gone.length }
    })
  },
})

const POINTS = 5000
export const locus = route({
  method: 'GET',
  path: '/api/blade-device/device/locus',
  summary: ['设备轨迹', 'Places at which a device stood'],
  example: { query: { id: exampleDevice(controllerType) } },
  // The right is that to see the device: it depends on the type.
  permission: 'signed-in',
  refuses: refuseBlind,
  checksItself: true,
  query: T.Object({ id: T.Optional(T.String({ description: 'id of the device' })), startDate: Time, endDate: Time }),
  returns: A.list(A.of({ at: A.time, longitude: A.number, latitude: A.number, source: A.int })),
  handler: async ({ ctx, query: { id, startDate, endDate } }) => {
    if (id === undefined || id === '') throw errors.missingParameter({ field: 'id' }, 'id')
    if (typeof id !== 'string' || !/^\d{1,19}$/.test(id)) throw errors.badParameter({ field: 'id' }, 'id')
    const [from, to] = [timeIn(startDate, 'startDate', ctx.zone), timeIn(endDate, 'endDate', ctx.zone)]
    const device = await deviceSeen(ctx, deviceIdIn(id))
    const rows = await ctx.query<{ at: Date; lng: number; lat: number; source: number }>(
      `select at, lng, lat, source::int as source from devices_locus
       where device_id = $1 and ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at <= $3) order by at desc limit ${POINTS}`,
      [device.id, from ?? null, to ?? null],
    )
    return rows.reverse().map(({ at, lng, lat, source }) => ({ at: formatTime(at, ctx.zone), longitude: lng, latitude: lat, source }))
  },
})

export const deviceLogRoutes: readonly Route[] = [...logLists, remove, locus]
