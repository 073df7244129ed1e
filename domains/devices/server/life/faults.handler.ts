import { exampleDevice } from '@lamplight/kit'
import { EVENT_TYPE_NAMES, type EventType, isFaultType } from '@lamplight/protocol'
import { A, formatTime, page, pageWindow, route, T, timeIn } from '@lamplight/server-kit'
import { controllerType } from '../../model/index.ts'
import { deviceTypesPort } from '../../model/ports.ts'
import { seenDevices } from '../device-sight.ts'
import { deviceSeen, refuseBlind } from '../seen-device.ts'
import { type FaultRow, faultWords } from './faults.ts'

const ROWS_AT_MOST = 1000
const Id = T.String({ pattern: '^[0-9]{1,19}$' })
const Time = T.Optional(T.String({ description: 'yyyy-MM-dd HH:mm:ss, zone of the tenant' }))

interface ListedRow extends FaultRow {
  readonly device_id: string
  readonly sn: string
  readonly name: string
  readonly code: number
}

/**
 * Faults and events as reported by devices: of one device, or of all registered devices that the user may see. Newest begin first. Rules decide which of
 * them become alarms.
 */
export const faultsRoute = route({
  method: 'GET',
  path: '/api/blade-device/deviceFault/list',
  summary: ['设备故障', 'Faults of devices'],
  example: { query: { deviceId: exampleDevice(controllerType) } },
  // The right is that to see the device: it depends on the type.
  permission: 'signed-in',
  refuses: refuseBlind,
  query: T.Object({
    deviceId: T.Optional(Id),
    type: T.Optional(T.Unsafe<EventType>({ type: 'string', enum: EVENT_TYPE_NAMES })),
    present: T.Optional(T.Integer({ minimum: 0, maximum: 1, description: '1: still present, 0: ended' })),
    beginTime: Time,
    endTime: Time,
    current: T.Optional(T.Integer({ minimum: -1, maximum: 100_000, description: 'page, from 1' })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: ROWS_AT_MOST, description: 'rows of a page; -1: all, at most 1,000' })),
  }),
  returns: A.page(
    A.of({
      id: A.text,
      deviceId: A.id,
      sn: A.text,
      name: A.text,
      deviceType: A.int,
      type: A.text,
      label: A.text,
      isFault: A.yes,
      beginTime: A.time,
      endTime: A.time,
      present: A.yes,
    }),
  ),
  handler: async ({ ctx, query }) => {
    const { deviceId, type, present, current = 1, size = 10 } = query
    const device = deviceId === undefined ? undefined : await deviceSeen(ctx, deviceId)
    const { limit, offset } = pageWindow({ current, size }, ROWS_AT_MOST)
    const params: unknown[] = []
    const where: string[] = []
    const [from, to] = [timeIn(query.beginTime, 'beginTime', ctx.zone), timeIn(query.endTime, 'endTime', ctx.zone)]
    if (device) where.push(`f.device_id = $${params.push(device.id)}`)
    else where.push(`true${seenDevices(ctx, params)}`)
    if (type) where.push(`f.type = $${params.push(type)}`)
    if (present !== undefined) where.push(`f.ended_at is ${present === 1 ? '' : 'not '}null`)
    if (from) where.push(`(f.ended_at is null or f.ended_at >= $${params.push(from)})`)
    if (to) where.push(`f.began_at <= $${params.push(to)}`)
    const source = `from devices_fault f${device ? '' : ' join devices_registry r on r.device_id = f.device_id'} where ${where.join(' and ')}`
    const columns = `f.device_id::text as device_id, f.type, f.began_at, f.ended_at${device ? '' : `, r.sn, coalesce(r.name, '') as name, r.type::int as code`}`
    const read = () =>
      ctx.queries<[ListedRow, { n: number }]>([
        [
          `select ${columns} ${source} order by f.began_at desc, f.device_id, f.type limit $${params.length + 1} offset $${params.length + 2}`,
          [...params, limit, offset],
        ],
        [`select count(*)::int as n ${source}`, params],
      ])
    const [rows, [counted]] = device ? await read() : await ctx.slowly('devices.faults', read)
    const types = ctx.platform.port(deviceTypesPort)
    await types.need(rows.flatMap(({ code }) => code ?? []))
    const own = device && { sn: device.sn, name: device.name, code: device.type.code }
    const records = rows.map((row) => {
      const { sn, name, code } = own ?? row
      return {
        id: `${row.device_id}-${row.type}-${row.began_at.getTime()}`,
        deviceId: row.device_id,
        sn,
        name,
        deviceType: code,
        type: row.type,
        label: faultWords(device?.type ?? types.typeOf(code) ?? controllerType, row.type, ctx),
        isFault: isFaultType(row.type),
        beginTime: formatTime(row.began_at, ctx.zone),
        endTime: row.ended_at ? formatTime(row.ended_at, ctx.zone) : '',
        present: row.ended_at === null,
      }
    })
    return page(records, Number(counted?.n ?? 0), current, size)
  },
})
