import { ALGORITHMS, deviceTypesPort, hasAi } from '@lamplight/devices/model'
import { namedValues, seenDevices } from '@lamplight/devices/server'
import { pick } from '@lamplight/kit'
import { A, type AnswerOf, formatTime, pagedRows, route, T } from '@lamplight/server-kit'

const MAX_ROWS = 1000

const AiDevice = A.of({
  id: A.id,
  sn: A.text,
  name: A.text,
  devType: A.int,
  devTypeName: A.text,
  currentControllerStatus: A.int,
  reportedAt: A.time,
  algorithm: A.int,
  algorithmName: A.text,
  eventsToday: A.int,
  lastEvent: A.text,
  lastEventName: A.text,
  lastEventTime: A.time,
})
interface Row extends Pick<AnswerOf<typeof AiDevice>, 'id' | 'sn' | 'name' | 'currentControllerStatus'> {
  readonly type: number
  readonly v: readonly (number | null)[] | null
  readonly texts: Readonly<Record<string, unknown>> | null
  readonly at: Date | null
}

/**
 * Devices that recognise events in their pictures, of all types with an AI capability (screen ai.table). Written by hand, because the devices belong to
 * several types.
 */
export const aiDeviceRoute = route({
  method: 'GET',
  path: '/api/blade-device/ai/device/page',
  summary: ['AI设备', 'AI devices'],
  example: { query: { size: 10 } },
  permission: 'ai_device_view',
  query: T.Object({
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: MAX_ROWS })),
    keyword: T.Optional(T.String({ maxLength: 80, description: 'part of the name or serial number' })),
    algorithm: T.Optional(T.Integer({ minimum: 0, maximum: 99 })),
  }),
  returns: A.page(AiDevice),
  handler: ({ ctx, query: { current = 1, size, keyword, algorithm } }) => {
    const types = ctx.platform.port(deviceTypesPort)
    const smart = types.all.filter(hasAi)
    const params: unknown[] = [smart.map(({ code }) => code)]
    const named = keyword?.trim()
      ? ` and strpos(lower(r.sn || ' ' || coalesce(r.name, '')), lower($${params.push(keyword.trim())})) > 0`
      : ''
    const chosen = smart.map(
      ({ code, properties }) => `(r.type = ${code} and coalesce(l.v[${properties.algorithm?.slot}], 0) = $${params.length + 1})`,
    )
    const by = algorithm === undefined ? '' : ` and (${chosen.join(' or ')})`
    if (algorithm !== undefined) params.push(algorithm)
    return pagedRows(
      ctx,
      {
        select: `r.device_id::text as id, r.sn, coalesce(r.name, '') as name, r.type::int as type, l.v, l.texts, coalesce(s.state, 5) as "currentControllerStatus", s.reported_at as at`,
        from: `from devices_registered r left join devices_values l on l.device_id = r.device_id left join devices_states s on s.device_id = r.device_id
          where r.type = any($1::smallint[])${named}${by}${seenDevices(ctx, params)}`,
        order: 'r.sn, r.device_id',
        params,
        current,
        size: size || 10,
        most: MAX_ROWS,
      },
      (rows: readonly Row[]) =>
        rows.map(({ type: code, v, texts, at, ...row }) => {
          const type = types.typeOf(code)
          const values = namedValues(type, v ?? [], texts ?? {})
          const using = Number(values.algorithm ?? 0)
          const event = String(values.lastEvent ?? '')
          const words = type?.properties.lastEvent?.words ?? {}
          return {
            ...row,
            devType: code,
            devTypeName: pick(type?.label ?? ['', ''], ctx.lang),
            reportedAt: at ? formatTime(at, ctx.zone) : '',
            algorithm: using,
            algorithmName: pick(ALGORITHMS[using as keyof typeof ALGORITHMS] ?? ['', ''], ctx.lang),
            eventsToday: Number(values.eventsToday ?? 0),
            lastEvent: event,
            lastEventName: pick(words[event] ?? [event, event], ctx.lang),
            lastEventTime: typeof values.lastEventAt === 'number' ? formatTime(values.lastEventAt, ctx.zone) : '',
          }
        }),
    )
  },
})
