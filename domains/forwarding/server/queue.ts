import { ALARM_TYPES, KIND_NAMES, SEVERITIES } from '@lamplight/alarms/model'
import type { Text } from '@lamplight/kit'
import { type Platform, storedPair, tableOf, treeIds } from '@lamplight/server-kit'
import { ALL_TYPES, DEAD, EVENTS, forwardTarget, RETRYING, SENT, SKIPPED, SMS_TARGET, transitInfo, WAITING } from '../model/index.ts'
import type { Delivery, Message, Target } from './deliver.ts'

type Parts = Pick<Platform, 'system' | 'clock'>
const [targets, transits] = [tableOf(forwardTarget), tableOf(transitInfo)]
/** Alarms, and the incidents that are told in their place. */
const RAISED = '(select * from alarms_raised where not is_deleted union all select * from alarms_incidents where not is_deleted)'
/** Alarms of a request. */
const BATCH = 50
const ATTEMPTS = 8
const LONGEST_WAIT_S = 3600
/** A transmission whose process died is sent again after this time. */
const CLAIMED_S = 60
/** Alarms older than this are not forwarded: after a long outage of the platform they would only confuse. */
const NEWS = "interval '1 day'"

const IN_AREA = `(g.area_id is null or a.area_id = any(array(${treeIds({ table: 'places_areas', from: { id: 'g.area_id' } })})))`
const CONTENT = `left(a.sn || ' ' || coalesce(a.name, ''), 200)`
const INSERT = `insert into ${transits} (id, tenant_id, state, target_id, target_name, event, content, severity, sn, attempts, queued_at, next_at, alarm_id, project_id, area_id)
  select nextval('kit_id'), a.tenant_id, ${WAITING}, g.id, g.name,`

/** Queues alarms that were opened since `$2` for the targets that want them. It locks these targets: one that is disabled meanwhile finds the rows and skips them. `$1`: now. */
const OPENED = `${INSERT} ${EVENTS.opened}, ${CONTENT}, a.severity, a.sn, 0, $1, $1, a.id, a.project_id, a.area_id
  from ${RAISED} a join ${targets} g on g.tenant_id = a.tenant_id and g.enable = 1 and not g.is_deleted
  where a.update_time > $2 and a.create_time >= g.since and a.create_time > $1::timestamptz - ${NEWS} and not a.quiet
    and a.severity <= g.severity and (g.alarm_type = ${ALL_TYPES} or g.alarm_type = a.alarm_type) and ${IN_AREA}
  order by a.severity, a.id for share of g on conflict do nothing`

/** Queues the end of alarms whose begin was queued. */
const ENDED = `${INSERT} ${EVENTS.ended}, ${CONTENT}, a.severity, a.sn, 0, $1, $1, a.id, a.project_id, a.area_id
  from ${RAISED} a join ${transits} o on o.alarm_id = a.id and o.tenant_id = a.tenant_id and o.event = ${EVENTS.opened} and o.state <> ${SKIPPED} and not o.is_deleted
  join ${targets} g on g.id = o.target_id and g.enable = 1 and g.ended and not g.is_deleted
  where a.update_time > $2 and not a.present and a.ended_at is not null and a.create_time > $1::timestamptz - ${NEWS}
  order by a.id for share of g on conflict do nothing`

/** Queues what changed since `since`. Queuing the same again changes nothing. */
export const queueNews = async ({ system, clock }: Parts, since: Date): Promise<void> => {
  const now = new Date(clock.now())
  await system.query(OPENED, [now, since])
  await system.query(ENDED, [now, since])
}

const KEPT = "interval '90 days'"
/** Deletes the log of transmissions older than 90 days. */
export const forgetOld = async ({ system, clock }: Parts): Promise<void> => {
  await system.query(`delete from ${transits} where queued_at < $1::timestamptz - ${KEPT}`, [new Date(clock.now())])
}

/** Text messages beyond the limit of their target are logged and not sent. */
const LIMIT = `update ${transits} x set state = ${SKIPPED}, reason = '${storedPair(['超过每小时上限', 'beyond the hourly limit'])}', update_time = $1
  from (select w.id, row_number() over (partition by w.target_id order by w.severity, w.id) as n, t.hourly,
      (select count(*) from ${transits} s where s.tenant_id = t.tenant_id and s.target_id = t.id and s.state = ${SENT} and s.sent_at > $1::timestamptz - interval '1 hour' and not s.is_deleted) as sent
    from ${transits} w join ${targets} t on t.id = w.target_id and t.kind = ${SMS_TARGET} and not t.is_deleted
    where w.state = ${WAITING} and w.event <> ${EVENTS.test} and not w.is_deleted) over_limit
  where x.id = over_limit.id and over_limit.n + over_limit.sent > coalesce(over_limit.hourly, 20)`

const DUE = `x.state in (${WAITING}, ${RETRYING}) and x.next_at <= $1 and not x.is_deleted`
/** Claims transmissions of one target. A claim lasts `CLAIMED_S`: if the process dies, they are sent again with the same ids. */
const CLAIM = `with due as (
    select x.id from ${transits} x where x.target_id = $2 and ${DUE} order by x.severity, x.id limit $3 for update skip locked
  ), claimed as (
    update ${transits} x set attempts = x.attempts + 1, next_at = $1::timestamptz + interval '${CLAIMED_S} seconds', update_time = $1 from due where x.id = due.id
    returning x.id, x.event, x.alarm_id, x.attempts, x.severity
  )
  select c.id::text as id, c.event::int as event, c.attempts::int as attempts, coalesce(c.alarm_id::text, '') as "alarmId", c.severity::int as severity,
    coalesce(a.alarm_type, 2)::int as "alarmType", coalesce(a.sub_alarm_type, 0)::int as "subAlarmType", coalesce(a.sn, '') as sn, coalesce(a.name, '') as name,
    coalesce(a.value, '') as value, a.began_at as began, a.ended_at as ended, coalesce(a.project_id::text, '') as "projectId", coalesce(a.area_id::text, '') as "areaId"
  from claimed c left join ${RAISED} a on a.id = c.alarm_id order by c.severity, c.id`

interface Claimed
  extends Pick<Message, 'id' | 'alarmId' | 'severity' | 'alarmType' | 'subAlarmType' | 'sn' | 'name' | 'value' | 'projectId' | 'areaId'> {
  readonly event: number
  readonly attempts: number
  readonly began: Date | null
  readonly ended: Date | null
}
const TEST: Text = ['转发测试', 'Forwarding test']
const nameOf = (event: number): Message['event'] => (event === EVENTS.ended ? 'ended' : event === EVENTS.test ? 'test' : 'opened')
const messageOf = ({ event, attempts: _, began, ended, ...row }: Claimed, now: Date): Message => ({
  ...row,
  event: nameOf(event),
  kind: event === EVENTS.test ? TEST : (KIND_NAMES[row.subAlarmType] ?? ALARM_TYPES[row.alarmType as 2]),
  beganAt: (began ?? now).toISOString(),
  endedAt: ended?.toISOString() ?? null,
})

/** Seconds until the next attempt: doubled each time. `first`: before the second attempt. */
export const waitAfter = (attempts: number, first: number, asked = 0): number =>
  Math.max(asked, Math.min(LONGEST_WAIT_S, first * 2 ** (attempts - 1)))

const TARGET = `id::text as id, tenant_id as "tenantId", kind::int as kind, url, secret, phones`

/** Records the outcome of an attempt, in the transmissions and at the target. A failed transmission stays skipped if its target was disabled during the attempt. */
const record = async (
  { system, clock }: Parts,
  target: Target,
  rows: readonly Claimed[],
  { ok, code, reason, final, after }: Awaited<ReturnType<Delivery>>,
  first: number,
): Promise<void> => {
  const now = clock.now()
  const states = rows.map(({ attempts }) => (ok ? SENT : final || attempts >= ATTEMPTS ? DEAD : RETRYING))
  await system.tx(async (query) => {
    // The target first, as when somebody disables it: in the other order the two would wait for each other.
    await query(
      `update ${targets} set failures = case when $2::boolean then 0 else coalesce(failures, 0) + 1 end, sent_at = case when $2 then $3::timestamptz else sent_at end where id = $1`,
      [target.id, ok, new Date(now)],
    )
    await query(
      `update ${transits} x set state = u.state, next_at = u.next_at, code = $4, reason = $5, sent_at = case when u.state = ${SENT} then $6::timestamptz end, update_time = $6
       from unnest($1::bigint[], $2::int[], $3::timestamptz[]) as u (id, state, next_at)
       where x.id = u.id and (u.state = ${SENT} or x.state in (${WAITING}, ${RETRYING}))`,
      [
        rows.map(({ id }) => id),
        states,
        rows.map(({ attempts }, at) => (states[at] === RETRYING ? new Date(now + 1000 * waitAfter(attempts, first, after)) : null)),
        code,
        reason,
        new Date(now),
      ],
    )
  })
}

/**
 * Sends what is due: targets side by side, so that one that does not answer delays no other, and the batches of one target one after the other. After a failed attempt the rest of
 * the target waits for the next call. `first`: seconds before the second attempt.
 */
export const sendDue = async (platform: Parts, deliver: Delivery, first: number): Promise<void> => {
  const { system, clock } = platform
  await system.query(LIMIT, [new Date(clock.now())])
  const due = await system.query<Target>(
    `select ${TARGET} from ${targets} t where t.enable = 1 and not t.is_deleted
       and exists (select from ${transits} x where x.tenant_id = t.tenant_id and x.target_id = t.id and ${DUE})`,
    [new Date(clock.now())],
  )
  await Promise.all(
    due.map(async (target) => {
      for (;;) {
        const now = new Date(clock.now())
        const rows = await system.query<Claimed>(CLAIM, [now, target.id, target.kind === SMS_TARGET ? 1 : BATCH])
        if (rows.length === 0) return
        const outcome = await deliver(
          target,
          rows.map((row) => messageOf(row, now)),
        )
        await record(platform, target, rows, outcome, first)
        if (!outcome.ok) return
      }
    }),
  )
}

/** Sends a test message to a target at once and logs it: one attempt. */
export const sendTest = async (
  platform: Parts & Pick<Platform, 'newId'>,
  deliver: Delivery,
  targetId: string,
): Promise<Awaited<ReturnType<Delivery>>> => {
  const { system, clock } = platform
  const [target] = await system.query<Target & { name: string }>(
    `select ${TARGET}, name from ${targets} where id = $1 and not is_deleted`,
    [targetId],
  )
  if (!target) return { ok: false, code: null, reason: '' }
  const [id, now] = [platform.newId(), new Date(clock.now())]
  const severity = 4
  const outcome = await deliver(target, [
    {
      id,
      event: 'test',
      alarmId: '',
      severity,
      alarmType: 2,
      subAlarmType: 0,
      kind: TEST,
      sn: 'TEST',
      name: target.name,
      value: SEVERITIES[severity][0],
      beganAt: now.toISOString(),
      endedAt: null,
      projectId: '',
      areaId: '',
    },
  ])
  await system.query(
    `insert into ${transits} (id, tenant_id, state, target_id, target_name, event, content, severity, sn, attempts, code, reason, queued_at, sent_at)
     values ($1, $2, $3, $4, $5, ${EVENTS.test}, '${storedPair(TEST)}', ${severity}, 'TEST', 1, $6, $7, $8, $9)`,
    [
      id,
      target.tenantId,
      outcome.ok ? SENT : DEAD,
      targetId,
      target.name,
      outcome.code,
      outcome.reason,
      now,
      outcome.ok ? new Date(clock.now()) : null,
    ],
  )
  return outcome
}
