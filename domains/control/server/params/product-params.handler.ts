import { deviceTypesPort, ROW_TYPES } from '@lamplight/devices/model'
import { namedValues, seenDevices } from '@lamplight/devices/server'
import { exampleDevice } from '@lamplight/kit'
import { A, errors, formatTime, route, T } from '@lamplight/server-kit'

/** The wanted values are read from the newest batches of the tenant for the type, at most this many. */
const RECENT_BATCHES = 500

interface Sent {
  readonly cmd: string
  readonly args: string | null
  readonly account: string | null
  readonly at: Date
}

/**
 * Wanted and reported values of the properties that functions of a product set. The wanted value is that of the newest command with the function.
 * Written by hand, because products have no parameter families and thus no declared calls and rights for parameters.
 */
export const productParamsRoute = route({
  method: 'GET',
  path: '/api/blade-city/param/product',
  summary: ['综合设备参数的期望值与上报值', 'Wanted and reported values of an integrated device'],
  example: { query: { deviceId: exampleDevice({ name: ROW_TYPES }) } },
  permission: 'typed_device_view',
  query: T.Object({ deviceId: T.String({ pattern: '^[0-9]{1,19}$' }) }),
  returns: A.list(
    A.of({
      identifier: A.text,
      code: A.text,
      wanted: A.any,
      reported: A.any,
      drift: A.int,
      wantedAt: A.time,
      account: A.text,
      reportedAt: A.time,
    }),
  ),
  handler: async ({ ctx, query }) => {
    const params: unknown[] = [query.deviceId]
    const [device] = await ctx.query<{ type: number; v: (number | null)[] | null; texts: Record<string, unknown> | null; at: Date | null }>(
      `select r.type, l.v, l.texts, s.reported_at as at from devices_registered r left join devices_values l on l.device_id = r.device_id
       left join devices_states s on s.device_id = r.device_id where r.device_id = $1${seenDevices(ctx, params, { among: '= $1' })}`,
      params,
    )
    const types = ctx.platform.port(deviceTypesPort)
    if (device) await types.need([device.type])
    const type = device && types.typeOf(device.type)
    if (!type) throw errors.notFound()
    const provable = Object.entries(type.commands).filter(([, { proves }]) => proves && Object.keys(proves).length > 0)
    const sent = await ctx.query<Sent>(
      `select distinct on (b.cmd) b.cmd, b.args, b.account, b.create_time as at
       from (select * from control_batch where not is_deleted and device_type = $2 order by id desc limit ${RECENT_BATCHES}) b
       join control_pack p on p.batch_id = b.id where $1 = any(p.device_ids) and b.cmd = any($3::text[]) order by b.cmd, b.id desc`,
      [query.deviceId, device.type, provable.map(([name]) => name)],
    )
    const newest = new Map(sent.map((one) => [one.cmd, one]))
    const reported = namedValues(type, device.v ?? [], device.texts ?? {})
    const time = (at: Date | null | undefined): string => (at ? formatTime(at, ctx.zone) : '')
    return provable.flatMap(([code, { proves = {} }]) => {
      const last = newest.get(code)
      const args = JSON.parse(last?.args ?? '{}') as Readonly<Record<string, unknown>>
      return Object.entries(proves).map(([identifier, field]) => {
        const wanted = args[field] ?? null
        const now = reported[identifier] ?? null
        const isEqual = typeof wanted === 'boolean' ? Number(wanted) === now : String(wanted) === String(now)
        return {
          identifier,
          code,
          wanted,
          reported: now,
          drift: wanted !== null && !isEqual ? 1 : 0,
          wantedAt: time(last?.at),
          account: last?.account ?? '',
          reportedAt: time(device.at),
        }
      })
    })
  },
})
