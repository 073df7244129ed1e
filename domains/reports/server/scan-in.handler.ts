import { placesOfAll, seenDevices, typeNames } from '@lamplight/devices/server'
import { A, formatTime, pagedRows, route, T } from '@lamplight/server-kit'
import { directoryPort } from '@lamplight/system/model'
import { CountQuery } from './counts.handler.ts'
import { instantSql, PageQuery, pageOf, placeSql, RangeQuery, ROWS_AT_MOST, rangeIn } from './range.ts'

interface ScanRow {
  readonly id: string
  readonly sn: string
  readonly name: string | null
  readonly type: number
  readonly activated: boolean
  readonly created: Date
  readonly creator: string
  readonly areaId: string | null
  readonly areaName: string | null
  readonly reported: Date | null
}

/**
 * Devices that users added one by one, as on site by scanning the code (report.scan.in.list): a device that came alone in its transaction. Imports add their devices
 * together. Written by hand, because it reads the devices of all types.
 */
export const scanInRoute = route({
  method: 'GET',
  path: '/api/blade-report/scan/in/list',
  summary: ['扫码录入列表', 'Devices that were added one by one'],
  permission: 'report_scan_in_view',
  query: T.Object({ ...RangeQuery, ...CountQuery, ...PageQuery, sn: T.Optional(T.String({ maxLength: 64 })) }),
  returns: A.page(
    A.of({
      id: A.id,
      deviceId: A.id,
      sn: A.text,
      name: A.text,
      devType: A.int,
      devTypeName: A.text,
      areaId: A.id,
      areaName: A.text,
      scanTime: A.time,
      userId: A.id,
      userName: A.text,
      activated: A.yes,
      firstSeen: A.yes,
      reportedAt: A.time,
    }),
  ),
  handler: async ({ ctx, query }) => {
    const { from, to } = rangeIn(ctx, query)
    const params: unknown[] = []
    const zone = `$${params.push(ctx.zone)}`
    const span = `p.created >= ${instantSql(`$${params.push(from)}`, zone)} and p.created < (($${params.push(to)}::date + 1)::timestamp at time zone ${zone})`
    const type = query.devType ? ` and r.type = $${params.push(query.devType)}::int` : ''
    const sn = query.sn ? ` and strpos(lower(r.sn), $${params.push(query.sn.toLowerCase())}) > 0` : ''
    const place = placeSql(query, params, { device: 'r.device_id', area: 'p.area_id', project: 'p.project_id' })
    const wanted = {
      select: `r.device_id::text as id, r.sn, r.name, r.type::int as type, r.activated, p.created, p.creator::text as creator, p.area_id::text as "areaId",
        a.area_name as "areaName", s.reported_at as reported`,
      from: `from (select q.*, count(*) over (partition by q.kind, q.created) as together from (${placesOfAll(ctx.platform)}) q) p
        join devices_registered r on r.device_id = p.device_id left join devices_states s on s.device_id = r.device_id
        left join places_areas a on a.id = p.area_id
        where p.together = 1 and p.creator is not null and ${span}${type}${sn}${place}${seenDevices(ctx, params)}`,
      order: 'p.created desc, r.device_id desc',
      params,
      ...pageOf(query),
      most: ROWS_AT_MOST,
    }
    return pagedRows(ctx, wanted, async (rows: readonly ScanRow[]) => {
      const names = await typeNames(ctx, rows)
      const users = await ctx.platform.port(directoryPort).userNames(ctx.query, [...new Set(rows.map(({ creator }) => creator))])
      return rows.map((row) => ({
        id: row.id,
        deviceId: row.id,
        sn: row.sn,
        name: row.name ?? '',
        devType: row.type,
        devTypeName: names(row.type),
        areaId: row.areaId ?? '',
        areaName: row.areaName ?? '',
        scanTime: formatTime(row.created, ctx.zone),
        userId: row.creator,
        userName: users.get(row.creator) ?? '',
        activated: row.activated,
        firstSeen: row.reported !== null,
        reportedAt: row.reported ? formatTime(row.reported, ctx.zone) : '',
      }))
    })
  },
})
