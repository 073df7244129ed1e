import { placesOfAll, seenDevices, typeNameSql } from '@lamplight/devices/server'
import { onListing } from '@lamplight/server-kit'
import { scanIn } from '../model/scan-in.listing.ts'
import { instantSql, placeSql, rangeIn } from './range.ts'

/** A device that came alone in its transaction was added by hand. Imports add their devices together. */
export const scanInServer = onListing(scanIn, {
  source: (ctx, params, filter) => {
    const { from, to } = rangeIn(ctx, filter)
    const zone = `$${params.push(ctx.zone)}`
    const span = `p.created >= ${instantSql(`$${params.push(from)}`, zone)} and p.created < (($${params.push(to)}::date + 1)::timestamp at time zone ${zone})`
    const place = placeSql(filter, params, { device: 'r.device_id', area: 'p.area_id', project: 'p.project_id' })
    return {
      id: 'r.device_id',
      columns: {
        deviceId: 'r.device_id',
        sn: 'r.sn',
        name: `coalesce(r.name, '')`,
        devType: 'r.type',
        devTypeName: typeNameSql(ctx, params, 'r.type'),
        areaId: 'p.area_id',
        scanTime: 'p.created',
        userId: 'p.creator',
        userName: `(select coalesce(nullif(u.real_name, ''), u.account) from identity_users u where u.id = p.creator)`,
        activated: 'r.activated',
        firstSeen: 's.reported_at is not null',
        reportedAt: 's.reported_at',
      },
      from: `(select q.*, count(*) over (partition by q.kind, q.created) as together from (${placesOfAll(ctx.platform)}) q) p
        join devices_registered r on r.device_id = p.device_id left join devices_states s on s.device_id = r.device_id
        where p.together = 1 and p.creator is not null and ${span}${place}${seenDevices(ctx, params)}`,
    }
  },
})
