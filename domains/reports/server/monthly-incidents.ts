import { causeText } from '@lamplight/alarms/model'
import { addDays, type DayRange, pick, type Text } from '@lamplight/kit'
import { type Ctx, formatTime, grantedOnly, type PrintCell } from '@lamplight/server-kit'
import { instantSql, placeSql } from './range.ts'

const MAX_INCIDENTS = 10

/** Returns the incidents that began in the range, in descending order of device hours. Cells of a line: cause, place, devices, begin, end, hours, device hours. */
export const incidentCells = async (
  ctx: Ctx,
  place: Readonly<Record<string, unknown>>,
  { from, to }: DayRange,
  lasting: Text,
): Promise<readonly (readonly PrintCell[])[]> => {
  const params: unknown[] = [ctx.tenantId]
  const columns = { project: 'i.project_id', area: 'i.area_id' }
  const where = placeSql(place, params, { device: 'null::bigint', ...columns }) + grantedOnly(ctx.user, params, columns)
  const [zone, now] = [`$${params.push(ctx.zone)}`, `$${params.push(ctx.now())}`]
  const hours = `extract(epoch from coalesce(i.ended_at, ${now}::timestamptz) - i.began_at)::float8 / 3600`
  const rows = await ctx.query<{ cause: number; name: string; devices: number; began: Date; ended: Date | null; hours: number }>(
    `select i.cause::int as cause, coalesce(i.name, '') as name, i.devices, i.began_at as began, i.ended_at as ended, ${hours} as hours
     from alarms_incident_spans i where i.tenant_id = $1 and not i.is_deleted
       and i.began_at >= ${instantSql(`$${params.push(from)}`, zone)} and i.began_at < ${instantSql(`$${params.push(addDays(to, 1))}`, zone)}${where}
     order by i.devices * ${hours} desc, i.id limit ${MAX_INCIDENTS}`,
    params,
  )
  const minute = (at: Date): string => formatTime(at, ctx.zone).slice(0, 16)
  return rows.map(({ cause, name, devices, began, ended, hours: lasted }) => [
    pick(causeText(cause), ctx.lang),
    name,
    { n: devices, d: 0 },
    minute(began),
    ended ? minute(ended) : pick(lasting, ctx.lang),
    { n: lasted, d: 1 },
    { n: devices * lasted, d: 0 },
  ])
}
