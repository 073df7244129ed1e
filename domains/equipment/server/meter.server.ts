import { meter, meterType } from '@lamplight/cabinets/model'
import { countedSpan, rulesOf, seenOfType } from '@lamplight/devices/server'
import { type Ctx, countedRows, errors, formatTime, type ListingRow, onListing, parseTime, tableOf } from '@lamplight/server-kit'
import { MEASURES, meterData, meterReport } from '../model/meter.listing.ts'

const DAY_MS = 86_400_000
/** The longest time of a history: the rows of many partitions are counted and sorted. */
const LONGEST_MS = 366 * DAY_MS
const { code, properties } = meterType
const isMeter = `r.type = ${code}`

/** SQL of each value among the values `v` of a report. */
const valuesOf = (v: string) =>
  Object.fromEntries(MEASURES.map((name) => [name, `${v}[${properties[name].slot}]`])) as Record<(typeof MEASURES)[number], string>
/** SQL of the consumption since the SQL `midnight`, counted like the rollups (`countedSpan`). Null without a report since then. */
const consumedSince = (midnight: string): string =>
  `(select c.increase from (select r.tenant_id, r.device_id) d cross join lateral (${countedSpan(
    {
      from: 'devices_series_rows',
      value: `t.v[${properties.energy.slot}]`,
      own: `t.tenant_id = d.tenant_id and t.device_id = d.device_id and t.type = ${code}`,
    },
    { tenant: 'd.tenant_id', device: 'd.device_id', begins: midnight, ends: `'infinity'::timestamptz` },
    rulesOf(properties.energy),
  )}) c where c.ats[cardinality(c.ats)] >= ${midnight})`

const meterDataServer = onListing(meterData, {
  source: (ctx, params, { meterId, projectId }) => {
    const midnight = `$${params.push(parseTime(formatTime(ctx.now(), ctx.zone).slice(0, 10), ctx.zone))}::timestamptz`
    const one = meterId ? ` and r.device_id = $${params.push(meterId)}` : ''
    const project = projectId
      ? ` and r.device_id in (select t.id from ${tableOf(meter)} t where t.project_id = $${params.push(projectId)})`
      : ''
    return {
      id: 'r.device_id',
      columns: {
        meterId: 'r.device_id',
        sn: 'r.sn',
        name: `coalesce(r.name, '')`,
        currentControllerStatus: 'coalesce(s.state, 5)',
        energyToday: consumedSince(midnight),
        ...valuesOf('l.v'),
        reportedAt: 's.reported_at',
      },
      from: `devices_registered r left join devices_states s on s.device_id = r.device_id left join devices_values l on l.device_id = r.device_id
        where ${isMeter}${one}${project}${seenOfType(ctx, params, code, 'r.device_id')}`,
    }
  },
})

/** Begin and end of a history. Throws a 400 that names the field if the end is before the begin, or the span is longer than 366 days. */
const spanIn = (ctx: Ctx, isOne: boolean, startDate?: string | null, endDate?: string | null): readonly [Date, Date] => {
  const to = endDate ? Date.parse(endDate) : ctx.now().getTime()
  const from = startDate ? Date.parse(startDate) : to - (isOne ? LONGEST_MS : DAY_MS)
  if (to < from) throw errors.badParameter({ field: 'endDate' }, 'endDate')
  if (to - from > LONGEST_MS) throw errors.badParameter({ field: 'startDate' }, 'startDate')
  return [new Date(from), new Date(to)]
}
const REPORTED = Object.entries(valuesOf('h.v')).map(([name, value]) => `${value} as "${name}"`)

const meterReportServer = onListing(meterReport, {
  read: (ctx, { meterId, startDate, endDate }, part) => {
    const [begin, end] = spanIn(ctx, Boolean(meterId), startDate, endDate)
    const params: unknown[] = [begin, end]
    const one = meterId ? ` and r.device_id = $${params.push(meterId)}` : ''
    return countedRows<ListingRow<typeof meterReport>>(
      ctx,
      {
        select: `r.device_id || '-' || floor(extract(epoch from h.at) * 1000)::bigint as id, r.device_id::text as "meterId", r.sn,
          coalesce(r.name, '') as name, h.at as "reportTime", ${REPORTED.join(', ')}`,
        from: `from devices_registered r join devices_series_rows h on h.device_id = r.device_id and h.tenant_id = r.tenant_id
          where ${isMeter}${one} and h.at >= $1 and h.at <= $2${seenOfType(ctx, params, code, 'r.device_id')}`,
        order: 'h.at desc, r.device_id',
        params,
      },
      part,
    )
  },
})

export const meterServers = [meterDataServer, meterReportServer]
