import { nextWeekly, zoneOf } from '@lamplight/calendar'
import { type Ctx, errors, onServer, refuseHidden, tableOf } from '@lamplight/server-kit'
import { automationErrors } from '../model/automation.errors.ts'
import { timedRecord } from '../model/timed-record.resource.ts'
import { REPEATS, SWITCHES, timedSwitch } from '../model/timed-switch.resource.ts'

/** The fields of a timed switch by which it runs. */
export interface TimedRow {
  readonly enable: number
  readonly repeat: number
  readonly runAt?: string | null
  readonly time?: string | null
  readonly weekdays?: string | null
  readonly command: number
  readonly groupId?: string | null
  readonly controllerIds?: readonly string[] | null
}

/** The right that a switch needs. */
export const rightOf = (command: number): string => (command === SWITCHES.level ? 'lamp_dim' : 'lamp_switch')

/** Time of the next run after `after`, epoch ms; null if there is none. */
export const nextRun = ({ enable, repeat, runAt, time, weekdays }: TimedRow, zone: string, after: number): number | null => {
  if (enable !== 1) return null
  if (repeat === REPEATS.weekly) return nextWeekly({ time: time ?? '00:00', weekdays: weekdays ?? null }, zoneOf(zone), after)
  const at = Date.parse(runAt ?? '')
  return at > after ? at : null
}

const refuse = (ctx: Ctx, row: TimedRow): void => {
  const named = [row.groupId, (row.controllerIds ?? []).length > 0 || null].filter(Boolean)
  if (named.length !== 1) throw automationErrors.oneTarget({}, row.groupId ? 'groupId' : 'controllerIds')
  if (!ctx.user.permissions.has(rightOf(row.command))) throw errors.noRight()
}

/** Server behaviour of timed switches. They run with the rights of the user who saved them last, who needs the right to the command. */
export const timedSwitchServer = onServer(timedSwitch, {
  joined: {
    sql: `left join lateral (select max(r.ran_at) as at from ${tableOf(timedRecord)} r where r.tenant_id = t.tenant_id and r.switch_id = t.id and not r.is_deleted) ran on true`,
    fields: { lastAt: 'ran.at' },
  },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const row = { ...old, ...draft } as unknown as TimedRow
    refuse(ctx, row)
    await refuseHidden(ctx, query, timedSwitch.fields.controllerIds.options.to, row.controllerIds ?? [], 'controllerIds')
    const next = nextRun(row, ctx.zone, ctx.now().getTime())
    if (row.enable === 1 && next === null) throw automationErrors.past({}, 'runAt')
    return { ...draft, nextAt: next === null ? null : new Date(next).toISOString(), actingUser: ctx.user.id } as typeof draft
  },
})
