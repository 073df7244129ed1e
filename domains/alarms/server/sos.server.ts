import { mountedOn } from '@lamplight/devices/server'
import { permissionOf } from '@lamplight/kit'
import { alarmMachine } from '@lamplight/media/model'
import {
  A,
  type Ctx,
  errors,
  formatTime,
  mayList,
  onServer,
  type ResourceServer,
  registryPort,
  route,
  seenRows,
  tableOf,
} from '@lamplight/server-kit'
import { ALARMS_CHANGED } from '../model/events.ts'
import { ANSWERED, alarm, alarmsErrors, sosCall } from '../model/index.ts'
import { SOS_TOPIC } from './sos.task.ts'

const [calls, alarms] = [tableOf(sosCall), tableOf(alarm)]
const CAMERA = 'media.camera'
const SHOWN_AT_MOST = 20
/** A call that nobody answered stays on the screen for this time. */
const UNANSWERED_MS = 3_600_000

/**
 * Answers a call: the first user who answers is recorded, in the call and as who acknowledged its alarm; all others are told who it was. The condition in the
 * update decides, so that two answers at the same moment have one winner.
 */
const answer = async (ctx: Ctx, id: string): Promise<{ count: number }> => {
  const taken = await ctx.tx(async (query) => {
    const [row] = await query<{ tenant_id: string; alarm_id: string | null }>(
      `update ${calls} set result = ${ANSWERED}, answered_at = $2, answered_by = $3, update_time = $2
       where id = $1 and answered_at is null and not is_deleted returning tenant_id, alarm_id`,
      [id, ctx.now(), ctx.user.id],
    )
    if (!row) return null
    await query(
      `update ${alarms} set acknowledged_at = coalesce(acknowledged_at, $2), acknowledged_by = coalesce(acknowledged_by, $3), update_time = $2 where id = $1`,
      [row.alarm_id, ctx.now(), ctx.user.id],
    )
    await ctx.audit({ what: `${sosCall.name}.answer`, target: id, detail: { after: { answeredBy: ctx.user.account } } }, query)
    return row
  })
  if (!taken) {
    const [other] = await ctx.query<{ at: Date; who: string }>(
      `select t.answered_at as at, coalesce(nullif(u.real_name, ''), u.account, '') as who from ${calls} t left join identity_users u on u.id = t.answered_by where t.id = $1`,
      [id],
    )
    if (!other) throw errors.notFound()
    throw alarmsErrors.sosAnswered({ who: other.who, at: formatTime(other.at, ctx.zone) })
  }
  ctx.platform.live.change(taken.tenant_id, SOS_TOPIC, id, { result: ANSWERED })
  ctx.platform.bus.emit(ALARMS_CHANGED, { tenantId: taken.tenant_id })
  return { count: 1 }
}

export const sosServer = onServer(sosCall, { actions: { answer: ({ ctx, ids }) => answer(ctx, ids[0] ?? '') } })

interface Ringing {
  readonly id: string
  readonly alarm_id: string
  readonly device_id: string
  readonly sn: string
  readonly name: string
  readonly result: number
  readonly presses: number
  readonly began_at: Date
  readonly answered_at: Date | null
  readonly who: string
  readonly area: string
  readonly project: string
  readonly lng: number | null
  readonly lat: number | null
  readonly post_id: string | null
}
interface Camera {
  readonly post_id: string
  readonly id: string
  readonly name: string
}

/** Cameras on these posts that the user may list. */
const camerasOn = async (ctx: Ctx, posts: readonly string[]): Promise<readonly Camera[]> => {
  if (posts.length === 0) return []
  const params: unknown[] = [posts]
  const { sql, resources } = mountedOn(ctx, params, { among: '= any($1::bigint[])', equipment: true })
  const at = resources.findIndex(({ name }) => name === CAMERA)
  if (at < 0) return []
  return ctx.query<Camera>(
    `select m.post_id::text as post_id, m.id::text as id, coalesce(nullif(m.name, ''), m.sn) as name from (${sql}) m where m.of = ${at} order by m.id limit 100`,
    params,
  )
}

/**
 * The calls that go on now and those of the last hour that nobody answered, with place and cameras, for the notice over the console (slice M1, answer 10).
 * Written by hand: it joins the machine, its place and the cameras of its post, which the list of calls does not need.
 */
export const sosNowRoute = route({
  method: 'GET',
  path: '/api/blade-alarm/sos/now',
  summary: ['当前SOS呼叫', 'Present SOS calls'],
  permission: permissionOf(sosCall, 'page'),
  returns: A.list(
    A.of({
      id: A.id,
      alarmId: A.id,
      deviceId: A.id,
      sn: A.text,
      name: A.text,
      /** 0 calling, 1 answered, 2 missed. */
      result: A.int,
      presses: A.int,
      beganAt: A.time,
      answeredAt: A.time,
      answeredByName: A.text,
      areaName: A.text,
      projectName: A.text,
      lng: A.nullable(A.number),
      lat: A.nullable(A.number),
      cameras: A.list(A.of({ id: A.id, name: A.text })),
    }),
  ),
  handler: async ({ ctx }) => {
    const params: unknown[] = []
    const machines = ctx.platform.port(registryPort).resources.get(alarmMachine.name) as ResourceServer
    // The place of the machine is shown to users who may see the machine itself.
    const sees = mayList(ctx.user, alarmMachine)
      ? `left join lateral (select t.lng, t.lat, t.post_id from ${tableOf(alarmMachine)} t where t.id = c.device_id and ${seenRows(machines, ctx.user, params)}) d on true`
      : 'cross join (select null::float8 as lng, null::float8 as lat, null::bigint as post_id) d'
    const seen = seenRows(sosServer, ctx.user, params)
    const rows = await ctx.query<Ringing>(
      `select c.id::text as id, coalesce(c.alarm_id::text, '') as alarm_id, coalesce(c.device_id::text, '') as device_id, c.sn, coalesce(c.name, '') as name, c.result::int as result,
         coalesce(c.presses, 1)::int as presses, c.began_at, c.answered_at, coalesce(nullif(u.real_name, ''), u.account, '') as who,
         coalesce(a.area_name, '') as area, coalesce(p.name, '') as project, d.lng, d.lat, d.post_id::text as post_id
       from (select t.* from ${calls} t where ${seen} and t.began_at > $${params.push(new Date(ctx.now().getTime() - UNANSWERED_MS))}
           and (t.ended_at is null or t.answered_at is null) order by t.began_at desc limit ${SHOWN_AT_MOST}) c
       left join identity_users u on u.id = c.answered_by left join places_areas a on a.id = c.area_id left join places_projects p on p.id = c.project_id
       ${sees} order by c.began_at desc`,
      params,
    )
    const cameras = await camerasOn(ctx, [...new Set(rows.flatMap(({ post_id }) => post_id ?? []))])
    const time = (at: Date | null): string => (at ? formatTime(at, ctx.zone) : '')
    return rows.map(({ alarm_id, device_id, began_at, answered_at, who, area, project, post_id, ...row }) => ({
      ...row,
      alarmId: alarm_id,
      deviceId: device_id,
      beganAt: time(began_at),
      answeredAt: time(answered_at),
      answeredByName: who,
      areaName: area,
      projectName: project,
      cameras: cameras.filter((camera) => camera.post_id === post_id).map(({ id, name }) => ({ id, name })),
    }))
  },
})
