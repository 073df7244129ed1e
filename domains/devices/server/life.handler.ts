import { exampleDevice, pick } from '@lamplight/kit'
import { A, errors, formatTime, type LifeEntry, type LifeKind, page, pageWindow, registryPort, route, T } from '@lamplight/server-kit'
import { controllerType } from '../model/index.ts'
import { LIFE_KINDS } from '../model/life.ts'
import { deviceIdIn, deviceSeen, refuseBlind } from './seen-device.ts'

const ROWS_AT_MOST = 1000
/** Maximum number of the last entry of a page, because each source also reads all entries before the page. */
const DEEPEST = 10_000
const KINDS = Object.keys(LIFE_KINDS) as LifeKind[]

const kindsIn = (text: unknown): ReadonlySet<LifeKind> => {
  const requested = String(text ?? '')
    .split(',')
    .filter(Boolean)
  for (const one of requested) if (!Object.hasOwn(LIFE_KINDS, one)) throw errors.badParameter({ field: 'kind' }, 'kind')
  return new Set(requested.length > 0 ? (requested as LifeKind[]) : KINDS)
}

/** A number from -1 to `most` in the query, which comes as text. */
const integerParam = (value: unknown, field: string, fallback: number, most: number): number => {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < -1 || number > most) throw errors.badParameter({ field }, field)
  return number
}

const newest = (a: LifeEntry, b: LifeEntry): number => b.at.getTime() - a.at.getTime()

/** Timeline of a device, newest first, with the entries of all slices (`ServerSlice.life`). */
export const lifeRoute = route({
  method: 'GET',
  path: '/api/blade-device/device/life_record/page',
  summary: ['设备履历', 'Life record of a device'],
  example: { query: { deviceId: exampleDevice(controllerType) } },
  // The right is that to see the device: it depends on the type.
  permission: 'signed-in',
  query: T.Object({
    deviceId: T.String({ pattern: '^[0-9]{1,19}$' }),
    kind: T.Optional(T.String({ maxLength: 200, description: `逗号分隔 / comma-joined: ${KINDS.join(', ')}` })),
    current: T.Optional(T.Integer({ minimum: -1, maximum: DEEPEST, description: 'page, from 1' })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: ROWS_AT_MOST, description: 'rows of a page; -1: all, at most 1,000' })),
  }),
  returns: A.page(
    A.of({
      id: A.text,
      kind: A.text,
      kindName: A.text,
      at: A.time,
      endTime: A.time,
      present: A.yes,
      title: A.text,
      result: A.text,
      tone: A.text,
      by: A.text,
      changes: A.list(A.of({ label: A.text, before: A.text, after: A.text })),
      sourceResource: A.text,
      sourceId: A.text,
      sourceTab: A.text,
    }),
  ),
  // The handler checks the input itself, after the permission.
  checksItself: true,
  handler: async ({ ctx, query }) => {
    refuseBlind(ctx)
    const deviceId = deviceIdIn(query.deviceId)
    const [current, size] = [integerParam(query.current, 'current', 1, DEEPEST), integerParam(query.size, 'size', 20, ROWS_AT_MOST)]
    const kinds = kindsIn(query.kind)
    const { limit: rows, offset } = pageWindow({ current, size }, ROWS_AT_MOST)
    const limit = offset + rows
    if (limit > DEEPEST) throw errors.badParameter({ field: 'current' }, 'current')
    const device = await deviceSeen(ctx, deviceId)
    const sources = ctx.platform
      .port(registryPort)
      .slices.flatMap(({ life = [] }) => life)
      .filter((source) => source.kinds.some((kind) => kinds.has(kind)))
    const found = await Promise.all(
      sources.map(async ({ name, read }) => {
        const { entries, total } = await read(ctx, device, { kinds, limit })
        return { total, entries: entries.map((entry) => ({ ...entry, id: `${name}-${entry.id}` })) }
      }),
    )
    const entries = found.flatMap((one) => one.entries).sort(newest)
    const records = entries.slice(offset, limit).map(({ id, kind, at, endedAt, isPresent = false, title, source, ...more }) => ({
      id,
      kind,
      kindName: pick(LIFE_KINDS[kind], ctx.lang),
      at: formatTime(at, ctx.zone),
      present: isPresent,
      title,
      endTime: endedAt ? formatTime(endedAt, ctx.zone) : '',
      result: more.result ?? '',
      tone: more.tone ?? '',
      by: more.by ?? '',
      changes: more.changes ?? [],
      sourceResource: source && 'resource' in source ? source.resource : '',
      sourceId: source && 'resource' in source ? source.id : '',
      sourceTab: source && 'tab' in source ? source.tab : '',
    }))
    const total = found.reduce((sum, one) => sum + one.total, 0)
    return page(records, total, current, size)
  },
})
