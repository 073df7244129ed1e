import type { Text } from '@lamplight/kit'
import { type Platform, type Query, tableOf } from '@lamplight/server-kit'
import { FIRING, linkageRecord } from '../model/index.ts'

/** A command of a firing and the devices that receive it; `delay` seconds after the firing. */
export interface PlannedAction {
  readonly devType: number
  readonly cmd: string
  readonly args: string
  readonly delay: number
  readonly deviceIds: string
  readonly batchId?: string | null
  /** Why it was not sent, as `storedPair` stores it. */
  readonly error?: string | null
}
export interface NewRecord {
  readonly tenantId: string
  readonly userId: string | null
  readonly kind: number
  readonly source: string
  readonly state: number
  readonly firedAt: number
  readonly cause: Text
  readonly actions: readonly PlannedAction[]
  readonly device?: { readonly id: string; readonly sn: string } | undefined
  readonly property?: string
  readonly value?: string
  readonly seenAt?: number
  readonly depth?: number
  readonly causedBy?: string | null
  readonly instanceId?: string
  readonly alarmConfigId?: string
  readonly boxStrategyId?: string
  readonly projectId?: string | null
  readonly areaId?: string | null
}
const RECORDS = tableOf(linkageRecord)
const most = (text: string, length: number): string => text.slice(0, length)

/** Stores a firing, and the work that it leaves, in the transaction of `query`. Returns its id. */
export const addRecord = async (platform: Pick<Platform, 'newId'>, query: Query, record: NewRecord): Promise<string> => {
  const id = platform.newId()
  const at = new Date(record.firedAt)
  const columns: Readonly<Record<string, unknown>> = {
    id,
    tenant_id: record.tenantId,
    create_user: record.userId,
    update_user: record.userId,
    create_time: at,
    update_time: at,
    fired_at: at,
    kind: record.kind,
    source: most(record.source, 80),
    state: record.state,
    cause: most(record.cause[0], 300),
    cause_en: most(record.cause[1], 300),
    actions: JSON.stringify(record.actions),
    device_id: record.device?.id ?? null,
    sn: record.device?.sn ?? null,
    property: record.property ?? null,
    value: record.value === undefined ? null : most(record.value, 300),
    seen_at: record.seenAt === undefined ? null : new Date(record.seenAt),
    depth: record.depth ?? 1,
    caused_by: record.causedBy ?? null,
    instance_id: record.instanceId ?? null,
    alarm_config_id: record.alarmConfigId ?? null,
    box_strategy_id: record.boxStrategyId ?? null,
    project_id: record.projectId ?? null,
    area_id: record.areaId ?? null,
  }
  const names = Object.keys(columns)
  await query(
    `insert into ${RECORDS} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(columns),
  )
  if (record.state === FIRING.pending)
    await query(
      'insert into linkage_work (record_id, tenant_id, user_id, fired_at, next_at, depth, device_ids) values ($1, $2, $3, $4, $5, $6, $7::bigint[])',
      [
        id,
        record.tenantId,
        record.userId,
        at,
        new Date(record.firedAt + Math.min(...record.actions.map(({ delay }) => delay)) * 1000),
        record.depth ?? 1,
        [...new Set(record.actions.flatMap(({ deviceIds }) => deviceIds.split(',')))],
      ],
    )
  return id
}
