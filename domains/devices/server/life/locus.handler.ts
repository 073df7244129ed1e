import { exampleDevice } from '@lamplight/kit'
import { A, errors, formatTime, route, T, timeIn } from '@lamplight/server-kit'
import { controllerType } from '../../model/index.ts'
import { deviceIdIn, deviceSeen, refuseBlind } from '../seen-device.ts'

const Time = T.Optional(T.String({ maxLength: 30, description: 'yyyy-MM-dd HH:mm:ss in the zone of the tenant' }))
const POINTS = 5000
export const locus = route({
  method: 'GET',
  path: '/api/blade-device/device/locus',
  summary: ['设备轨迹', 'Places at which a device stood'],
  example: { query: { id: exampleDevice(controllerType) } },
  // The right is that to see the device: it depends on the type.
  permission: 'signed-in',
  refuses: refuseBlind,
  checksItself: true,
  query: T.Object({ id: T.Optional(T.String({ description: 'id of the device' })), startDate: Time, endDate: Time }),
  returns: A.list(A.of({ at: A.time, longitude: A.number, latitude: A.number, source: A.int })),
  handler: async ({ ctx, query: { id, startDate, endDate } }) => {
    if (id === undefined || id === '') throw errors.missingParameter({ field: 'id' }, 'id')
    if (typeof id !== 'string' || !/^\d{1,19}$/.test(id)) throw errors.badParameter({ field: 'id' }, 'id')
    const [from, to] = [timeIn(startDate, 'startDate', ctx.zone), timeIn(endDate, 'endDate', ctx.zone)]
    const device = await deviceSeen(ctx, deviceIdIn(id))
    const rows = await ctx.query<{ at: Date; lng: number; lat: number; source: number }>(
      `select at, lng, lat, source::int as source from devices_locus
       where device_id = $1 and ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at <= $3) order by at desc limit ${POINTS}`,
      [device.id, from ?? null, to ?? null],
    )
    return rows.reverse().map(({ at, lng, lat, source }) => ({ at: formatTime(at, ctx.zone), longitude: lng, latitude: lat, source }))
  },
})
