import { exampleDevice } from '@lamplight/kit'
import { A, formatTime, route, T } from '@lamplight/server-kit'
import { controllerType } from '../model/index.ts'
import { CLOCK_AHEAD_SECONDS } from './device-clock.ts'
import { clockWords, rejectionWords } from './rejection-words.ts'
import { deviceIdIn, deviceSeen, refuseBlind } from './seen-device.ts'

const ROWS_AT_MOST = 300

interface RejectedRow {
  readonly kind: string
  readonly name: string
  readonly value: string
  readonly reason: string
  readonly first_at: Date
  readonly last_at: Date
  readonly count: number
}

/**
 * Values and events that a device sent and its type does not allow, and times of a wrong clock: the latest of each property, with limit and
 * count. Newest first.
 */
export const rejectedValuesRoute = route({
  method: 'GET',
  path: '/api/blade-device/device/misfit/list',
  summary: ['设备不合规的上报值', 'Reported values of a device outside their limits'],
  example: { query: { deviceId: exampleDevice(controllerType) } },
  // The right is that to see the device: it depends on the type.
  permission: 'signed-in',
  query: T.Object({ deviceId: T.String({ pattern: '^[0-9]{1,19}$' }) }),
  returns: A.list(
    A.of({
      kind: A.text,
      property: A.text,
      label: A.text,
      value: A.text,
      limit: A.text,
      reason: A.text,
      firstTime: A.time,
      lastTime: A.time,
      count: A.int,
    }),
  ),
  // Rights come before the shape of the input.
  checksItself: true,
  handler: async ({ ctx, query }) => {
    refuseBlind(ctx)
    const { id, type } = await deviceSeen(ctx, deviceIdIn(query.deviceId))
    const rows = await ctx.query<RejectedRow>(
      `select kind, name, value, reason, first_at, last_at, count::float8 as count from devices_misfit_value
       where device_id = $1 order by last_at desc, kind, name limit ${ROWS_AT_MOST}`,
      [id],
    )
    return rows.map((row) => ({
      kind: row.kind,
      property: row.name,
      value: row.kind === 'clock' ? clockWords(Number(row.value), row.last_at.getTime(), ctx) : row.value,
      reason: row.reason,
      count: row.count,
      ...rejectionWords(type, row, ctx.lang, ctx.platform.config.number('CLOCK_AHEAD_SECONDS', CLOCK_AHEAD_SECONDS)),
      firstTime: formatTime(row.first_at, ctx.zone),
      lastTime: formatTime(row.last_at, ctx.zone),
    }))
  },
})
