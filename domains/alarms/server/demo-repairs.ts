import { seedRows } from '@lamplight/devices/server'
import { EVENT_TYPES } from '@lamplight/protocol'
import { type Ctx, formatTime, type Platform } from '@lamplight/server-kit'
import { faultInfo, KINDS, serviceRecord } from '../model/index.ts'

/** Time from the begin of a fault to the visit, ms. */
const VISITED_MS = 6 * 3_600_000
/** Faults of lamps that a person has confirmed. */
const CONFIRMED = 3
const EVENTS = ['lampFailure', 'lampUnexpectedOn', 'communicationFailure'] as const
type Event = (typeof EVENTS)[number]
/** What was found about a fault on site, and what has to be done. The faults of a demo are still present, so none is repaired. */
const FOUND: Readonly<
  Record<Event, { readonly cause: readonly [string, string]; readonly work: readonly [string, string]; readonly result: number }>
> = {
  lampFailure: {
    cause: ['光源损坏', 'Light source defective'],
    work: ['现场检查：供电正常，光源不亮，需更换光源', 'Checked on site: supply in order, light source dark, needs replacement'],
    result: 3,
  },
  lampUnexpectedOn: {
    cause: ['继电器触点粘连', 'Relay contact welded'],
    work: ['现场检查：关灯指令后仍有电流，需更换控制器', 'Checked on site: current flows after a switch-off, controller needs replacement'],
    result: 3,
  },
  communicationFailure: {
    cause: ['控制器无信号，原因待查', 'No signal from the controller, cause not known yet'],
    work: ['现场检查：已断电重启，仍未上线', 'Checked on site: restarted, still offline'],
    result: 2,
  },
}
const MINUTES = 35
const IN_PROGRESS = 1
/** Open faults of lamps. Faults of the lamps themselves come before lost connections. */
const FAULTS = `select f.type as event, f.began_at as "beganAt", c.sn, coalesce(nullif(c.name, ''), c.sn) as name, c.project_id::text as "projectId", c.area_id::text as "areaId"
  from devices_faults f join lighting_controllers c on c.id = f.device_id and not c.is_deleted
  where f.tenant_id = $1 and f.ended_at is null and f.type = any($2) order by array_position($2, f.type), f.began_at, c.sn limit ${CONFIRMED}`

interface OpenFault {
  readonly event: Event
  readonly beganAt: Date
  readonly sn: string
  readonly name: string
  readonly projectId: string | null
  readonly areaId: string | null
}
const openFaults = (ctx: Ctx): Promise<OpenFault[]> => ctx.query<OpenFault>(FAULTS, [ctx.tenantId, [...EVENTS]])

/** In a demo: open faults of lamps that were confirmed, each with the record of the first visit. */
export const seedRepairs = async (platform: Platform): Promise<void> => {
  await seedRows(platform, faultInfo, async (ctx) =>
    (await openFaults(ctx)).map(({ event, beganAt, sn, name, projectId, areaId }) => ({
      title: `${name} ${EVENT_TYPES[event][0]}`,
      sn,
      subAlarmType: KINDS[event].number,
      cityExceptionType: KINDS[event].exception,
      severity: KINDS[event].severity,
      status: IN_PROGRESS,
      foundAt: formatTime(beganAt, ctx.zone),
      cause: FOUND[event].cause[0],
      projectId,
      areaId,
    })),
  )
  await seedRows(platform, serviceRecord, async (ctx) => {
    const confirmed = await ctx.query<{ id: string; sn: string }>(
      'select id::text as id, sn from alarms_fault_info where tenant_id = $1 and not is_deleted',
      [ctx.tenantId],
    )
    const idOf = new Map(confirmed.map(({ id, sn }) => [sn, id]))
    return (await openFaults(ctx)).flatMap(({ event, beganAt, sn, projectId, areaId }) => {
      const servedAt = formatTime(Math.min(ctx.now().getTime(), beganAt.getTime() + VISITED_MS), ctx.zone)
      const { work, result } = FOUND[event]
      const faultInfoId = idOf.get(sn)
      return faultInfoId
        ? [{ content: work[0], faultInfoId, sn, servedAt, servedBy: ctx.user.id, result, minutes: MINUTES, projectId, areaId }]
        : []
    })
  })
}
