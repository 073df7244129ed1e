import { type DeviceTypeDefinition, pick } from '@lamplight/kit'
import { type Ctx, formatTime, type LifeDevice, type LifeEntry, type LifeKind, type LifeSource, transitionsOf } from '@lamplight/server-kit'
import { auditTrailPort, directoryPort } from '@lamplight/system/model'
import { devices, gateway } from '../../model/index.ts'
import { LIFE_KINDS } from '../../model/life.ts'
import { type Decided, decidedWords, keptCounters } from '../series/counter-decisions.ts'
import { TOLD } from '../series/tell-counters.ts'
import { type FaultRow, faultWords } from './faults.ts'
import { auditedLife } from './life-audit.ts'

type Found = Awaited<ReturnType<LifeSource['read']>>
const NOTHING: Found = { entries: [], total: 0 }
const ALL_KINDS: readonly LifeKind[] = [
  'added',
  'installed',
  'replaced',
  'uninstalled',
  'scrapped',
  'edited',
  'moved',
  'bound',
  'activated',
  'lifecycle',
  'online',
  'fault',
]
const AUDITED: readonly LifeKind[] = ['installed', 'uninstalled', 'scrapped', 'edited', 'moved', 'bound', 'activated']
const FAULTS_TAB = 'faults'
const TRANSITIONS_TAB = 'transitions'
const HOUR_MS = 3_600_000
/** Resource of the audit entries about replaced meters (counter.handler.ts). */
const AUDITED_COUNTER = 'devices.counter'
/** Maximum number of audit entries about replaced meters of a device that one answer reads. */
const AUDITED_AT_MOST = 1000
/** Name of a counter that the type of the device does not have any more. */
const COUNTER = ['累计量', 'Counter'] as const

const added = async (ctx: Ctx, { id, row }: LifeDevice): Promise<Found> => {
  const { createUser, createTime } = row
  if (!createTime) return NOTHING
  const maker = createUser ? String(createUser) : ''
  const names = maker ? await ctx.platform.port(directoryPort).userNames(ctx.query, [maker]) : new Map<string, string>()
  const entry: LifeEntry = {
    id,
    kind: 'added',
    at: new Date(createTime as string | Date),
    title: pick(LIFE_KINDS.added, ctx.lang),
    by: names.get(maker) ?? '',
  }
  return { entries: [entry], total: 1 }
}

const transitions = async (ctx: Ctx, { id, resource }: LifeDevice, limit: number): Promise<Found> => {
  const { records, total } = await transitionsOf(ctx, resource, [id], { limit })
  return {
    total,
    entries: records.map((one) => ({
      id: one.id,
      kind: 'lifecycle' as const,
      at: one.at,
      title: one.name,
      by: one.userName,
      result: one.fromName && one.fromName !== one.toName ? `${one.fromName} → ${one.toName}` : one.toName,
      source: { tab: TRANSITIONS_TAB },
    })),
  }
}

/** Replacements in which the device was the old or the new one. */
const replacements = async (ctx: Ctx, { id }: LifeDevice, limit: number): Promise<Found> => {
  const [rows, [counted]] = await ctx.queries<[Replaced, { n: number }]>([
    [
      `select id::text as id, at, account, old_id::text = $1 as old, old_sn, new_sn, undoes is not null as undoes from devices_replacement
       where old_id = $1::bigint or new_id = $1::bigint order by at desc limit $2`,
      [id, limit],
    ],
    ['select count(*)::int as n from devices_replacement where old_id = $1::bigint or new_id = $1::bigint', [id]],
  ])
  const entries = rows.map(
    (row): LifeEntry => ({
      id: row.id,
      kind: 'replaced',
      at: row.at,
      by: row.account,
      title: pick(row.old ? ['被 {sn} 替换', 'Replaced by {sn}'] : ['替换 {sn}', 'Replaces {sn}'], ctx.lang, {
        sn: row.old ? row.new_sn : row.old_sn,
      }),
      result: row.undoes ? pick(['撤销更换', 'Undoes a replacement'], ctx.lang) : '',
    }),
  )
  return { entries, total: counted?.n ?? 0 }
}
/** Meters that were replaced in the device, which kept its number. */
const meters = async (ctx: Ctx, { id, tenantId, sn }: LifeDevice, limit: number): Promise<Found> => {
  const told = `from devices_counter_told where device_id = $1 and cause = ${TOLD.replaced}`
  const [rows, [counted]] = await ctx.queries<[{ readonly at: Date }, { n: number }]>([
    [`select at ${told} order by at desc limit $2`, [id, limit]],
    [`select count(*)::int as n ${told}`, [id]],
  ])
  const total = counted?.n ?? 0
  if (total === 0) return NOTHING
  const trail = await ctx.platform.port(auditTrailPort).of({ resource: AUDITED_COUNTER, id, tenantId, title: sn, most: AUDITED_AT_MOST })
  const byTime = new Map(trail.map((entry) => [String(entry.after.at), entry]))
  const entries = rows.map(({ at }): LifeEntry => {
    const audited = byTime.get(formatTime(at, ctx.zone))
    return {
      id: `meter-${at.getTime()}`,
      kind: 'replaced',
      at,
      title: pick(['更换电表', 'Meter replaced'], ctx.lang),
      ...(audited ? { by: audited.account, source: { resource: 'system.audit', id: audited.id } } : {}),
    }
  })
  return { entries, total }
}

interface DecidedHour extends Decided {
  readonly slot: number
  readonly hour: Date
}
/** Hours in which a counter of the device began anew, was rolled over or jumped. Hours with wrong readings only are left out: the counter went on. */
const decisions = async (ctx: Ctx, { id, type }: LifeDevice, limit: number): Promise<Found> => {
  const decided = 'from devices_counter_hour where device_id = $1 and resets + rollovers + breaks > 0'
  const [rows, [counted]] = await ctx.queries<[DecidedHour, { n: number }]>([
    [`select slot::int as slot, hour, resets, rollovers, breaks, glitches ${decided} order by hour desc, slot limit $2`, [id, limit]],
    [`select count(*)::int as n ${decided}`, [id]],
  ])
  const counters = new Map(keptCounters(type).map(({ slot, property }) => [slot, property.label]))
  const entries = rows.map(
    ({ slot, hour, ...row }): LifeEntry => ({
      id: `counter-${slot}-${hour.getTime()}`,
      kind: 'fault',
      at: hour,
      endedAt: new Date(hour.getTime() + HOUR_MS),
      tone: 'neutral',
      title: pick(['{name}：{what}', '{name}: {what}'], ctx.lang, {
        name: pick(counters.get(slot) ?? COUNTER, ctx.lang),
        what: decidedWords(ctx, row),
      }),
    }),
  )
  return { entries, total: counted?.n ?? 0 }
}
interface Replaced {
  readonly id: string
  readonly at: Date
  readonly account: string
  readonly old: boolean
  readonly old_sn: string
  readonly new_sn: string
  readonly undoes: boolean
}

interface IntervalRow extends FaultRow {
  readonly device_id: string
  readonly gateway_sn: string | null
}
const words = (ctx: Ctx, type: DeviceTypeDefinition, row: IntervalRow): string => {
  const text = faultWords(type, row.type, ctx)
  return row.gateway_sn === null ? text : pick(['网关 {sn}：{what}', 'Gateway {sn}: {what}'], ctx.lang, { sn: row.gateway_sn, what: text })
}
/**
 * Intervals of devices_fault: faults and events of the device, and times without connection; of its gateway only times without connection, since the
 * device was added. `communicationFailure` is the only type of the kind `online`.
 */
const intervals = async (ctx: Ctx, device: LifeDevice, kinds: ReadonlySet<LifeKind>, limit: number): Promise<Found> => {
  const own = kinds.has('fault') ? (kinds.has('online') ? 'true' : `f.type <> 'communicationFailure'`) : `f.type = 'communicationFailure'`
  const params: unknown[] = [device.id]
  const gate =
    kinds.has('online') && device.gatewayId
      ? ` or (f.device_id = $${params.push(device.gatewayId)} and f.type = 'communicationFailure' and f.began_at >= $${params.push(device.row.createTime)})`
      : ''
  const where = `where (f.device_id = $1 and ${own})${gate}`
  const [rows, [counted]] = await ctx.queries<[IntervalRow, { n: number }]>([
    [
      `select f.device_id::text as device_id, f.type, f.began_at, f.ended_at, case when f.device_id <> $1 then g.sn end as gateway_sn
       from devices_fault f left join devices_gateway g on g.id = f.device_id ${where} order by f.began_at desc limit $${params.length + 1}`,
      [...params, limit],
    ],
    [`select count(*)::int as n from devices_fault f ${where}`, params],
  ])
  const entries = rows.map((row): LifeEntry => {
    const isOnline = row.type === 'communicationFailure'
    return {
      id: `${row.device_id}-${row.type}-${row.began_at.getTime()}`,
      kind: isOnline ? 'online' : 'fault',
      at: row.began_at,
      endedAt: row.ended_at,
      isPresent: row.ended_at === null,
      title: words(ctx, device.type, row),
      tone: row.ended_at === null ? 'bad' : 'neutral',
      source: row.gateway_sn === null ? { tab: FAULTS_TAB } : { resource: gateway.name, id: row.device_id },
    }
  })
  return { entries, total: counted?.n ?? 0 }
}

/** Contribution of this slice to the life record of a device: its row, the audit log, its lifecycle, its faults and its counters. */
export const deviceLife: LifeSource = {
  name: devices.name,
  kinds: ALL_KINDS,
  read: async (ctx, device, { kinds, limit }) => {
    const has = (...some: readonly LifeKind[]): boolean => some.some((kind) => kinds.has(kind))
    const audited = has(...AUDITED) ? await auditedLife(ctx, device, kinds) : []
    const found = [
      { entries: audited.slice(0, limit), total: audited.length },
      has('added') ? await added(ctx, device) : NOTHING,
      has('replaced') ? await replacements(ctx, device, limit) : NOTHING,
      has('replaced') ? await meters(ctx, device, limit) : NOTHING,
      has('fault') ? await decisions(ctx, device, limit) : NOTHING,
      has('lifecycle') ? await transitions(ctx, device, limit) : NOTHING,
      has('online', 'fault') ? await intervals(ctx, device, kinds, limit) : NOTHING,
    ]
    return { entries: found.flatMap(({ entries }) => entries), total: found.reduce((sum, { total }) => sum + total, 0) }
  },
}
