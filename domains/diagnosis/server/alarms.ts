import { foundFaultsPort } from '@lamplight/alarms/model'
import { type Platform, tableOf } from '@lamplight/server-kit'
import { eventOf, FAULT_KINDS, KIND, OFFLINE_KIND, record, STATUS } from '../model/index.ts'

const table = tableOf(record)
/** Leakage is only suspected: it must not compete with alarms that call for somebody at once. */
const SUSPECTED = 3

interface Found {
  readonly id: string
  readonly tenantId: string
  readonly deviceId: string
  readonly kind: number
  readonly value: number
  readonly evidence: string
  readonly evidenceEn: string | null
  readonly foundAt: Date
  readonly projectId: string | null
  readonly areaId: string | null
}
const NEW = `select id::text as id, tenant_id as "tenantId", device_id::text as "deviceId", kind::int as kind, value, evidence, evidence_en as "evidenceEn", coalesce(found_at, update_time) as "foundAt",
    project_id::text as "projectId", area_id::text as "areaId"
  from ${table} where status in (${STATUS.finding}, ${STATUS.confirmed}) and alarm_id is null and kind <> ${OFFLINE_KIND} and not is_deleted order by id limit 1000 for update skip locked`
const OVER = `select id::text as id, alarm_id::text as alarm from ${table}
  where status in (${STATUS.dismissed}, ${STATUS.ended}) and alarm_id is not null and alarm_open and not is_deleted order by id limit 1000 for update skip locked`

/**
 * Opens an alarm for each finding that has none (offline devices have one by their own event), and ends the alarms of those that are over.
 * Repeating it changes nothing.
 */
export const followAlarms = async ({ system, port }: Pick<Platform, 'system' | 'port'>): Promise<void> => {
  const alarms = port(foundFaultsPort)
  await system.tx(async (query) => {
    for (const { id, kind, value, evidence, evidenceEn, foundAt, ...place } of await query<Found>(NEW)) {
      const name = FAULT_KINDS.find((one) => KIND[one] === kind) ?? 'dark'
      const alarm = await alarms.open(query, {
        ...place,
        event: eventOf(name, value > 0),
        value: [evidence, evidenceEn ?? evidence],
        at: foundAt,
        ...(name === 'leakage' && { severity: SUSPECTED }),
      })
      if (alarm) await query(`update ${table} set alarm_id = $2, alarm_open = true where id = $1`, [id, alarm])
    }
    const over = await query<{ id: string; alarm: string }>(OVER)
    await alarms.end(
      query,
      over.map(({ alarm }) => alarm),
    )
    await query(`update ${table} set alarm_open = false where id = any($1::bigint[])`, [over.map(({ id }) => id)])
  })
}
