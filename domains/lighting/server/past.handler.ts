import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { COMMANDS, plannedPort } from '@lamplight/control/model'
import { commandInForce } from '@lamplight/control/server'
import { deviceInPlace, devicesInPlace, IN_PLACE, inPlaceParams } from '@lamplight/devices/server'
import { exampleId, pick } from '@lamplight/kit'
import { encodePastPacket } from '@lamplight/lamp-packet'
import {
  A,
  type AnswerOf,
  type Ctx,
  errors,
  formatTime,
  grantedOnly,
  optionalPort,
  type Route,
  route,
  T,
  timeIn,
} from '@lamplight/server-kit'
import { lightingErrors } from '../model/lighting.errors.ts'
import { type PastPlace, pastLamps, placesOf, storedFrom } from './past-lamps.ts'

const packed = promisify(gzip)
const At = T.String({ minLength: 16, maxLength: 25, description: 'yyyy-MM-dd HH:mm[:ss], zone of the tenant' })
const Box = T.Optional(T.String({ maxLength: 100, description: 'west,south,east,north, degrees (WGS-84)' }))
const EXAMPLE_AT = '2026-05-03 21:10:00'

/** The instant of a call, epoch ms. @throws 400 that names `at` if it is no time, or in the future */
const instantOf = (ctx: Ctx, text: string): number => {
  const at = Date.parse(timeIn(text, 'at', ctx.zone) ?? '')
  if (at > ctx.now().getTime()) throw lightingErrors.notYet({}, 'at')
  return at
}
const boxOf = (text: string | undefined): PastPlace['box'] => {
  if (!text) return undefined
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...more] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const isBox =
    more.length === 0 && west <= east && south <= north && Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90
  if (!isBox) throw errors.badParameter({ field: 'bbox' }, 'bbox')
  return [west, south, east, north]
}

/**
 * The map at a past instant as one packed binary (`past-packet.ts` of platform/lamp-packet). Written by hand like the live map: it joins readings, command
 * records and published calendars, and no resource has its rows.
 */
const pastMap = route({
  method: 'GET',
  path: '/api/blade-city/lamp/past',
  summary: ['过去某一时刻的全部灯具（二进制）', 'All lamps at a past time, packed binary'],
  example: { query: { at: EXAMPLE_AT, projectId: exampleId('places.project') } },
  permission: 'lamp_view',
  answers: 'raw',
  query: T.Object({ at: At, projectId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })), bbox: Box }),
  returns: A.file('application/octet-stream'),
  handler: async ({ ctx, query, headers, reply }) => {
    const at = instantOf(ctx, query.at)
    const place = { projectId: query.projectId, box: boxOf(query.bbox) }
    const past = await ctx.slowly(`the map at ${at}`, () => pastLamps(ctx, at, place))
    const bytes = Buffer.from(encodePastPacket(past))
    reply.header('content-type', 'application/octet-stream')
    reply.header('vary', 'accept-encoding')
    if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'] ?? ''))) return bytes
    reply.header('content-encoding', 'gzip')
    return packed(bytes, { level: 1 })
  },
})

/** Readings shown before and after the instant, and how far away they may be. */
const [BEFORE, AFTER] = [4, 3]
const AROUND_MS = 86_400_000
const ReadingReturns = A.of({ at: A.time, dim: A.nullable(A.int), on: A.nullable(A.yes), power: A.nullable(A.measure('W')) })
type Reading = Omit<AnswerOf<typeof ReadingReturns>, 'at'> & { readonly at: Date }
const READINGS = (order: 'asc' | 'desc', most: number): string =>
  `select r.at, r.dim, r.is_on as on, r.power from ${IN_PLACE} join devices_readings r on r.device_id = p.id and r.at > p.since and r.at <= p.until
   where r.at ${order === 'asc' ? '> $4 and r.at <= $5' : '<= $4 and r.at > $5'} order by r.at ${order} limit ${most}`
/** A usual gap of a lamp, ms, where its readings do not show one. */
const USUAL_MS = 900_000

/**
 * The readings of a lamp around an instant, also of controllers that were replaced since, and the span without one in which it lies: longer than twice
 * the usual interval of this lamp.
 */
const readingsAround = async (ctx: Ctx, deviceId: string, at: number) => {
  const places = inPlaceParams(await devicesInPlace(ctx, deviceId, at - AROUND_MS))
  const [before, after] = await Promise.all([
    ctx.query<Reading>(READINGS('desc', BEFORE), [...places, new Date(at), new Date(at - AROUND_MS)]),
    ctx.query<Reading>(READINGS('asc', AFTER), [...places, new Date(at), new Date(at + AROUND_MS)]),
  ])
  const [last, next] = [before[0]?.at.getTime(), after[0]?.at.getTime()]
  const gapsOf = (rows: readonly Reading[]): number[] => rows.slice(1).map((row, n) => Math.abs(row.at.getTime() - rows[n]!.at.getTime()))
  const gaps = [...gapsOf(before), ...gapsOf(after)].sort((a, b) => a - b)
  const usual = gaps[Math.floor((gaps.length - 1) / 2)] ?? USUAL_MS
  const end = Math.min(next ?? ctx.now().getTime(), ctx.now().getTime())
  const isGap = last === undefined ? true : at - last > 2 * usual
  return {
    readings: [...before.toReversed(), ...after],
    last: before[0],
    gap: isGap ? { from: last ?? null, to: next ?? null, end } : null,
  }
}

const Past = A.of({
  id: A.id,
  name: A.text,
  sn: A.text,
  power: A.nullable(A.number),
  deviceId: A.nullable(A.id),
  streetName: A.nullable(A.text),
  areaName: A.nullable(A.text),
  at: A.time,
  removed: A.yes,
  /** Level of the command or calendar in force; null if neither is known. */
  commanded: A.nullable(
    A.of({ source: A.text, level: A.int, text: A.text, since: A.time, until: A.time, account: A.text, batchId: A.nullable(A.id) }),
  ),
  /** The calendar's level, also where a command won. */
  planned: A.nullable(A.of({ level: A.int, strategy: A.text, publishedAt: A.time })),
  /** The last report before the instant; null if there is none in the day before. */
  last: A.nullable(ReadingReturns),
  readings: A.list(ReadingReturns),
  gap: A.nullable(A.of({ from: A.time, to: A.time })),
  faults: A.list(A.of({ type: A.text, from: A.time, to: A.time })),
  storedFrom: A.time,
})
export const pastLamp = route({
  method: 'GET',
  path: '/api/blade-city/lamp/past/detail',
  summary: ['一盏灯过去某一时刻的情况', 'One lamp at a past time'],
  example: { query: { id: exampleId('lighting.lamp'), at: EXAMPLE_AT } },
  permission: 'lamp_view',
  query: T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }), at: At }),
  returns: Past,
  handler: async ({ ctx, query }) => {
    const at = instantOf(ctx, query.at)
    const params: unknown[] = [query.id, new Date(at)]
    const [lamp] = await ctx.query<
      Pick<AnswerOf<typeof Past>, 'id' | 'name' | 'sn' | 'power' | 'deviceId' | 'removed' | 'streetName' | 'areaName'>
    >(
      `select l.id, l.name, l.sn, l.power, l.controller_id::text as "deviceId", l.is_deleted as removed, ll_said(st.name, st.name_en) as "streetName", a.area_full_name as "areaName"
       from lighting_lamp l left join lighting_post p on p.id = l.post_id left join lighting_street st on st.id = p.street_id and not st.is_deleted
       left join places_areas a on a.id = l.area_id
       where (l.id = $1 or l.controller_id = $1) and (not l.is_deleted or l.update_time > $2)${placesOf(ctx, params)} order by l.is_deleted, l.id limit 1`,
      params,
    )
    if (!lamp) throw errors.notFound()
    const { deviceId } = lamp
    const time = (moment: Date | number | null | undefined): string => (moment ? formatTime(moment, ctx.zone) : '')
    const shown = (row: Reading) => ({ ...row, at: time(row.at) })
    const nothing = { last: undefined, readings: [], gap: { from: null, to: null } }
    // The controller that the lamp had then.
    const then = deviceId && (await deviceInPlace(ctx, deviceId, at))
    const [planned, command, around, faults] =
      deviceId && then
        ? await Promise.all([
            optionalPort(ctx.platform, plannedPort)?.ofDevice(ctx, then, at) ?? null,
            commandInForce(ctx, at, then),
            readingsAround(ctx, deviceId, at),
            ctx.query<{ type: string; from: Date; to: Date | null }>(
              'select type, began_at as from, ended_at as to from devices_faults where device_id = $1 and began_at <= $2 and (ended_at is null or ended_at > $2) order by began_at',
              [then, new Date(at)],
            ),
          ])
        : [null, undefined, nothing, []]
    const byCalendar = planned && {
      source: 'calendar',
      level: planned.level,
      text: planned.strategy,
      since: time(planned.publishedAt),
      until: '',
      account: '',
      batchId: null,
    }
    const byCommand = command && {
      source: 'command',
      level: command.level,
      text: pick(COMMANDS[command.command as keyof typeof COMMANDS], ctx.lang),
      since: time(command.since),
      until: time(command.until),
      account: command.account,
      batchId: command.batchId,
    }
    return {
      id: lamp.id,
      name: lamp.name,
      sn: lamp.sn,
      power: lamp.power,
      deviceId,
      streetName: lamp.streetName,
      areaName: lamp.areaName,
      at: time(at),
      removed: lamp.removed,
      commanded: byCommand ?? byCalendar,
      planned: planned && { level: planned.level, strategy: planned.strategy, publishedAt: time(planned.publishedAt) },
      last: around.last ? shown(around.last) : null,
      readings: around.readings.map(shown),
      gap: around.gap && { from: time(around.gap.from), to: time(around.gap.to) },
      faults: faults.map(({ type, from, to }) => ({ type, from: time(from), to: time(to) })),
      storedFrom: time(storedFrom(ctx)),
    }
  },
})

/** Days of the tenant's zone with readings of lamps that the user may see, for the choice of the night. */
export const pastDays = route({
  method: 'GET',
  path: '/api/blade-city/lamp/past/days',
  summary: ['有历史数据的日期', 'Days with stored readings'],
  permission: 'lamp_view',
  returns: A.of({ now: A.time, zone: A.text, storedFrom: A.time, days: A.list(A.of({ day: A.text, lamps: A.int })) }),
  handler: async ({ ctx }) => {
    const from = storedFrom(ctx)
    const params: unknown[] = [formatTime(from, ctx.zone).slice(0, 10)]
    const cut = grantedOnly(ctx.user, params, { project: 'd.project_id', area: 'd.area_id' })
    const rows = await ctx.query<{ day: string; lamps: number }>(
      `select d.day::text as day, sum(d.devices)::int as lamps from devices_area_days d where d.day >= $1::date${cut} group by d.day order by d.day`,
      params,
    )
    return { now: formatTime(ctx.now(), ctx.zone), zone: ctx.zone, storedFrom: formatTime(from, ctx.zone), days: rows }
  },
})

export const pastRoutes: readonly Route[] = [pastMap, pastLamp, pastDays]
