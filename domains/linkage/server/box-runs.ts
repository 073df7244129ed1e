import { nextWeekly, type Weekly, zoneOf } from '@lamplight/calendar'
import { actingPort, DEFAULT_ZONE, dueTimes, type Platform, tableOf } from '@lamplight/server-kit'
import { boxesPort, boxStrategy, FIRING, SOURCES } from '../model/index.ts'
import { type BoxAction, planBox } from './box-plan.ts'
import { addRecord } from './records.ts'

const LOCK = 65_002
const STRATEGIES = tableOf(boxStrategy)

type Entry = Weekly & BoxAction
interface StrategyRow {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly templateId: string
  readonly entries: readonly Entry[]
  readonly cabinets: readonly string[] | null
  readonly nextAt: Date
  readonly actingUser: string | null
}

/** The next time at which an entry is due. */
export const nextRun = (entries: readonly Weekly[], zone: string, after: number): number =>
  Math.min(...entries.map((entry) => nextWeekly(entry, zoneOf(zone), after)))

const zoneFor = async (platform: Platform, userId: string | null): Promise<string> =>
  (userId === null ? null : await platform.port(actingPort).as(userId, 'zh'))?.zone ?? DEFAULT_ZONE

/** Runs the entries of box strategies that are due. The firings and the next time are stored in one transaction: no run is lost, and none happens twice. */
export const runBoxStrategies = async (platform: Platform): Promise<void> => {
  const due = await platform.system.query<{ id: string; user: string | null }>(
    `select id::text as id, acting_user::text as user from ${STRATEGIES} where enable = 1 and not is_deleted and next_at <= $1`,
    [new Date(platform.clock.now())],
  )
  for (const { id, user } of due) {
    const zone = await zoneFor(platform, user)
    await platform.system.tx(async (query) => {
      await query('select pg_advisory_xact_lock($1)', [LOCK])
      const now = platform.clock.now()
      const [row] = await query<StrategyRow>(
        `select id::text as id, tenant_id as "tenantId", name, box_template_id::text as "templateId", entries, cabinet_ids::text[] as cabinets,
           next_at as "nextAt", acting_user::text as "actingUser"
         from ${STRATEGIES} where id = $1 and enable = 1 and not is_deleted and next_at <= $2 for update`,
        [id, new Date(now)],
      )
      if (!row) return
      const cabinetIds = row.cabinets ?? []
      const units = await platform.port(boxesPort).units(query, row.tenantId, row.templateId, { cabinetIds })
      const { times, next } = dueTimes(row.nextAt.getTime(), now, (after) => nextRun(row.entries, zone, after))
      for (const { at, isMissed } of times) {
        const own = row.entries.filter((entry) => nextWeekly(entry, zoneOf(zone), at - 1) === at)
        const actions = await planBox(platform, units, own)
        if (actions.length > 0)
          await addRecord(platform, query, {
            tenantId: row.tenantId,
            userId: row.actingUser,
            kind: SOURCES.box,
            source: row.name,
            boxStrategyId: row.id,
            state: isMissed ? FIRING.missed : FIRING.pending,
            firedAt: isMissed ? at : now,
            cause: [
              own.map((one) => `${one.time} ${one.interfaceId} = ${one.value}`).join('；'),
              own.map((one) => `${one.time} ${one.interfaceId} = ${one.value}`).join('; '),
            ],
            actions,
            seenAt: at,
          })
      }
      await query(`update ${STRATEGIES} set next_at = $2 where id = $1`, [id, new Date(next)])
    })
  }
}
