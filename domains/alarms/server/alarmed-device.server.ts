import { anyDevice } from '@lamplight/devices/server'
import { onListing, seenRows } from '@lamplight/server-kit'
import { alarmedDevice } from '../model/alarmed-device.listing.ts'
import { OPEN } from '../model/index.ts'
import { alarmServer } from './alarm.server.ts'

const FROM = `from alarms_alarm t where t.dispose = ${OPEN} and not t.is_deleted`

export const alarmedDeviceServer = onListing(alarmedDevice, {
  source: (ctx, params) => {
    const { id, columns, from } = anyDevice(ctx, params, ` and r.device_id in (select t.device_id ${FROM})`, { gateways: true })
    // An alarm keeps the place that its device had when it began, so a user may see a device and not its alarms.
    const alarms = `select t.device_id, count(*) as n, min(t.severity) as severity, min(t.began_at) as since ${FROM} and ${seenRows(alarmServer, ctx.user, params)} group by 1`
    return {
      id,
      columns: { ...columns, severity: 'a.severity', openAlarms: 'a.n', openSince: 'a.since' },
      from: `${from} join (${alarms}) a on a.device_id = d.device_id`,
    }
  },
})
