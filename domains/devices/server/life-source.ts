import { type DeviceTypeDefinition, pick } from '@lamplight/kit'
import { type Ctx, type LifeDevice, type LifeEntry, type LifeKind, type LifeSource, transitionsOf } from '@lamplight/server-kit'
import { directoryPort } from '@lamplight/system/model'
import { devices, gateway } from '../model/index.ts'
import { LIFE_KINDS } from '../model/life.ts'
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

const added = async (ctx: Ctx, { id, row }: LifeDevice): Promise<Found> => {
  const { createUser, createTime } = row
  if (!createTime) return NOTHING
  const maker = createUser ? String(createUser) : ''
  const names = maker ? await ctx.platform.port(directoryPort).userNames(ctx.query, [maker]) : new Map<string, string>()
  const entry: LifeEntry = {
    ...{
      id,
      kind: 'added',
      at: new Date(createTime as string | Date),
      title: pick(LIFE_KINDS.added, ctx.lang),
      by: names.get(maker) ?? '',
    },
  }
  return { entries: [entry], total: 1 }
}

const transitions = async (ctx: Ctx, { id, resource }: LifeDevice, limit: number): Promise<Found> => {
  const { records, total } = await transitionsOf(ctx, resource, [id], { limit })
  return {
    total,
    entries: records.map((one) => ({
      ...{ id: one.id, kind: 'lifecycle' as const, at: one.at, title: one.name, by: one.userName },
      result: one.fromName && one.fromName !== one.toName ? `${one.fromName} → ${one.toName}` : one.toName,
      source: { tab: TRANSITIONS_TAB },
    })),
  }
}

/** Replacements in which the device was the old or the new one. */
const replacements = async (ctx: Ctx, { id }: LifeDevice, limit: number): Promise<Found> => {
  const [rows = [], [counted] = []] = await ctx.queries([
    [
      `select id::text as id, at, account, old_id::text = $1 as old, old_sn, new_sn, undoes is not null as undoes from devices_replacement
       where old_id = $1::bigint or new_id = $1::bigint order by at desc limit $2`,
      [id, limit],
    ],
    ['select count(*)::int as n from devices_replacement where old_id = $1::bigint or new_id = $1::bigint', [id]],
  ])
  const entries = (rows as unknown as readonly Replaced[]).map(
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
  return { entries, total: Number(counted?.n ?? 0) }
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
  const [rows = [], [counted] = []] = await ctx.queries([
    [
      `select f.device_id::text as device_id, f.type, f.began_at, f.ended_at, case when f.device_id <> $1 then g.sn end as gateway_sn
       from devices_fault f left join devices_gateway g on g.id = f.device_id ${where} order by f.began_at desc limit $${params.length + 1}`,
      [...params, limit],
    ],
    [`select count(*)::int as n from devices_fault f ${where}`, params],
  ])
  const entries = (rows as unknown as IntervalRow[]).map((row): LifeEntry => {
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
  return { entries, total: Number(counted?.n ?? 0) }
}

/** Contribution of this slice to the life record of a device: its row, the audit log, its lifecycle and its faults. */
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
      has('lifecycle') ? await transitions(ctx, device, limit) : NOTHING,
      has('online', 'fault') ? await intervals(ctx, device, kinds, limit) : NOTHING,
    ]
    return { entries: found.flatMap(({ entries }) => entries), total: found.reduce((sum, { total }) => sum + total, 0) }
  },
}
