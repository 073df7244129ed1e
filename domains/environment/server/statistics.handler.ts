import { exampleDevice, pick } from '@lamplight/kit'
import { A, formatTime, type Route, route, T, tableOf } from '@lamplight/server-kit'
import { EMPTY_TO, FAULT_KINDS, FULL_FROM, fault, UNCHECKED } from '../model/index.ts'
import { FACILITIES, type Facility, seenFacilities, slotOf } from './environment-devices.ts'

const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
/** Parameters of the statistics: one device, the devices of a project, or neither for all devices that the user sees. */
export const AmongQuery = { id: Id, projectId: Id }
const LISTED = 100
const OFFLINE = 4
const FAULTY = 3

/** Percentage with one decimal. */
const rate = (part: number, total: number): number => (total === 0 ? 0 : Math.round((1000 * part) / total) / 10)

/** Present faults: their number by kind, and the newest 100. */
export const presentFaults = (facility: Facility) =>
  route({
    method: 'GET',
    path: `/api/blade-device/${facility.name}/data/fault/now`,
    summary: [`${facility.type.label[0]}当前故障`, `Current faults of ${facility.type.label[1].toLowerCase()}s`],
    example: { query: { id: exampleDevice(facility.type) } },
    permission: `${facility.resource.code}_view`,
    query: T.Object(AmongQuery),
    returns: A.of({
      total: A.int,
      unchecked: A.int,
      kinds: A.list(A.of({ kind: A.int, label: A.text, count: A.int })),
      records: A.list(
        A.of({
          id: A.id,
          deviceId: A.id,
          sn: A.text,
          name: A.text,
          kind: A.int,
          label: A.text,
          value: A.nullable(A.number),
          beginTime: A.time,
          status: A.int,
        }),
      ),
    }),
    handler: async ({ ctx, query }) => {
      const params: unknown[] = []
      const present = `from ${tableOf(fault)} f where f.ended_at is null and not f.is_deleted
        and f.device_id in (select t.id ${seenFacilities(ctx, facility.resource, query, params)})`
      const kinds = await ctx.query<{ kind: number; count: number; unchecked: number }>(
        `select f.kind, count(*)::int as count, (count(*) filter (where f.status = $${params.length + 1}))::int as unchecked ${present}
         group by f.kind order by 2 desc, f.kind`,
        [...params, UNCHECKED],
      )
      const rows = await ctx.query<{
        id: string
        device_id: string
        sn: string
        name: string | null
        kind: number
        value: number | null
        began_at: Date
        status: number
      }>(
        `select f.id::text as id, f.device_id::text as device_id, f.sn, f.name, f.kind, f.value, f.began_at, f.status ${present}
         order by f.began_at desc, f.id desc limit ${LISTED}`,
        params,
      )
      const label = (kind: number): string => pick(FAULT_KINDS[kind as keyof typeof FAULT_KINDS], ctx.lang)
      const sum = (of: 'count' | 'unchecked'): number => kinds.reduce((all, one) => all + one[of], 0)
      return {
        total: sum('count'),
        unchecked: sum('unchecked'),
        kinds: kinds.map(({ kind, count }) => ({ kind, label: label(kind), count })),
        records: rows.map((row) => ({
          id: row.id,
          deviceId: row.device_id,
          sn: row.sn,
          name: row.name ?? '',
          kind: row.kind,
          label: label(row.kind),
          value: row.value,
          beginTime: formatTime(row.began_at, ctx.zone),
          status: row.status,
        })),
      }
    },
  })

/** Number of devices by state, the share of online devices, and the share of online devices with a fault. */
export const statusRate = (facility: Facility) =>
  route({
    method: 'GET',
    path: `/api/blade-device/${facility.name}/status/rate`,
    summary: [`${facility.type.label[0]}在线率`, `States of ${facility.type.label[1].toLowerCase()}s`],
    permission: `${facility.resource.code}_view`,
    query: T.Object(AmongQuery),
    returns: A.of({
      total: A.int,
      online: A.int,
      offline: A.int,
      fault: A.int,
      notActivated: A.int,
      onlineRate: A.measure('%'),
      faultRate: A.measure('%'),
    }),
    handler: async ({ ctx, query }) => {
      const params: unknown[] = []
      const [row] = await ctx.query<Record<'total' | 'online' | 'offline' | 'fault', number>>(
        `select count(*)::int as total, count(*) filter (where s.state < ${OFFLINE})::int as online,
           count(*) filter (where s.state = ${OFFLINE})::int as offline, count(*) filter (where s.state = ${FAULTY})::int as fault
         ${seenFacilities(ctx, facility.resource, query, params)}`,
        params,
      )
      const { total = 0, online = 0, offline = 0, fault: faulty = 0 } = row ?? {}
      const notActivated = total - online - offline
      return {
        total,
        online,
        offline,
        fault: faulty,
        notActivated,
        onlineRate: rate(online, total - notActivated),
        faultRate: rate(faulty, online),
      }
    },
  })

/** SQL of the level and of the level from which the device is full, %. */
export const levelSql = ({ type }: Facility): { readonly level: string; readonly full: string } => ({
  level: `l.v[${slotOf(type, 'fillLevel')}]`,
  full: `coalesce(l.v[${slotOf(type, 'threshold')}], ${FULL_FROM})`,
})

/** Number of full, empty and partly filled bins. The catalogue has this call only for bins (trash.full-empty). */
export const fullEmpty = (facility: Facility) =>
  route({
    method: 'GET',
    path: `/api/blade-device/${facility.name}/full-empty`,
    summary: ['满溢与空桶统计', 'Full and empty bins'],
    permission: `${facility.resource.code}_view`,
    query: T.Object(AmongQuery),
    returns: A.of({ total: A.int, full: A.int, partly: A.int, empty: A.int, unknown: A.int, fullRate: A.measure('%') }),
    handler: async ({ ctx, query }) => {
      const params: unknown[] = []
      const { level, full } = levelSql(facility)
      const [row] = await ctx.query<Record<'total' | 'full' | 'empty' | 'unknown', number>>(
        `select count(*)::int as total, count(*) filter (where ${level} >= ${full})::int as full,
           count(*) filter (where ${level} < ${full} and ${level} <= ${EMPTY_TO})::int as empty, count(*) filter (where ${level} is null)::int as unknown
         ${seenFacilities(ctx, facility.resource, query, params)}`,
        params,
      )
      const { total = 0, full: many = 0, empty = 0, unknown = 0 } = row ?? {}
      return { total, full: many, partly: total - many - empty - unknown, empty, unknown, fullRate: rate(many, total - unknown) }
    },
  })

/**
 * Statistics of bins and wells (trash.status.rate and its like; the catalogue gives no parameters). Written by hand, because they aggregate the latest
 * values of many devices.
 */
export const statisticsRoutes: readonly Route[] = FACILITIES.flatMap((facility) => [
  presentFaults(facility),
  statusRate(facility),
  ...(facility.name === 'trash' ? [fullEmpty(facility)] : []),
])
