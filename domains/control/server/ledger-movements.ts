import { movement, WATCHED } from './ledger-sql.ts'

/** The gateway took messages: `$3` batch ids, `$4` gateways, `$5` heads, `$6` first and `$7` last serial number of each, `$8` when. */
export const SENT = movement({
  given: `given as (select g.*, to_timestamp(ms / 1000) as at
    from unnest($3::bigint[], $4::text[], $5::smallint[], $6::text[], $7::text[], $8::float8[]) as g (batch_id, gateway_sn, head, first_sn, last_sn, ms))`,
  from: `given g join control_item i on i.batch_id = g.batch_id and i.gateway_sn = g.gateway_sn
    and i.sn >= g.first_sn and i.sn <= g.last_sn and i.head = g.head`,
  where: 'i.rung <= 1 and i.status <= 1',
  set: {
    rung: '1::smallint',
    status: '1::smallint',
    attempts: 'least(i.attempts + 1, 30000)::smallint',
    sent_at: 'coalesce(i.sent_at, g.at)',
  },
})

const MAY_CLIMB = `(i.status <= 1 or (i.status >= 4 and i.rung < 2 and i.code is distinct from 'superseded'))`

/** Devices answered: `$3` time until the next look, `$4` time to prove it, `$5`… one array for each column of `given`, times in epoch ms. */
export const ACKED = movement({
  given: `given as (select g.*, to_timestamp(at_ms / 1000) as at, to_timestamp(heard_ms / 1000) as heard_at, to_timestamp(left_ms / 1000) as left_at
    from unnest($5::bigint[], $6::text[], $7::text[], $8::boolean[], $9::text[], $10::float8[], $11::float8[], $12::float8[], $13::boolean[], $14::float8[], $15::text[])
    as g (to_batch, to_gateway, to_sn, ok, answer, at_ms, heard_ms, left_ms, is_on, dim, reason)),
hit as materialized (
  select g.*, i.ctid as place, i.rung, i.status, i.code, i.late, i.attempts, i.sent_at, i.received_at, i.device_at, i.returned_at,
    coalesce(control_agrees(b.command, b.level, g.is_on, g.dim, g.reason), false) as agreed
  from given g
  left join control_item i on i.batch_id = g.to_batch and i.gateway_sn = g.to_gateway and i.sn = g.to_sn
  left join control_batch b on b.id = i.batch_id
),
stray as (select to_gateway as gateway_sn, to_batch::text as id, to_sn as sn from hit where place is null)`,
  from: 'hit i',
  place: 'i.place',
  where: `i.place is not null and case when i.ok then ${MAY_CLIMB} and i.rung < (case when i.agreed then 3 else 2 end)
    else i.status <= 1 and i.rung < 2 end`,
  set: {
    rung: '(case when not i.ok then 1 when i.agreed then 3 else 2 end)::smallint',
    status: `(case when i.ok then 1 when i.answer = 'expired' then 5 else 4 end)::smallint`,
    code: 'case when not i.ok then i.answer end',
    late: 'i.late or (i.ok and i.status >= 4)',
    watch: 'i.ok',
    attempts: 'greatest(i.attempts, 1)::smallint',
    sent_at: 'coalesce(i.sent_at, i.left_at, i.heard_at)',
    received_at: 'case when i.ok then coalesce(i.received_at, i.heard_at) end',
    applied_at: 'case when i.ok and i.agreed then i.heard_at end',
    device_at: 'case when i.ok then coalesce(i.device_at, i.at) end',
    verify_by: 'case when i.ok then $1::timestamptz + $4::interval end',
    ended_at: 'case when not i.ok then i.heard_at end',
  },
  upkeep: true,
  strays: true,
})

/**
 * What reports make of rows, in three steps so that nothing is worked out twice: `seen` (agreed; null: it does not say), `weighed` (the rung
 * reached, whether the power fits, whether the override is gone), `judged` (what that means). `rows` joins `g` and `i`.
 */
const judgement = (rows: string, place: string): string => `seen as materialized (
  select ${place} as place, i.rung, i.status, i.code, i.measured_w, i.expect_w, i.applied_at, i.verified_at, i.verify_by, i.ended_at, i.returned_at,
    g.power, b.command, b.until, i.status <= 1 as open, control_agrees(b.command, b.level, g.is_on, g.dim, g.reason) as agreed,
    coalesce(abs(g.power - i.expect_w) <= i.tolerance_w, false) as fits,
    b.until is not null and (coalesce(g.reason <> 'override', false)
      or coalesce(g.until not between b.until - interval '1 second' and b.until + interval '1 second', false)) as gone
  from ${rows} join control_batch b on b.id = i.batch_id
  where i.rung >= 2 and g.at >= i.device_at
),
weighed as materialized (
  select s.*, (case when agreed and open then greatest(rung, 3) else rung end)::smallint as reached from seen s
),
judged as materialized (
  select w.*, open and reached >= 3 and agreed is distinct from false and fits as proven,
    open and reached >= 3 and agreed is distinct from false and expect_w is null as settled,
    open and reached >= 3 and (agreed is false or (not fits and expect_w is not null)) and gone and $1::timestamptz >= until as unproven,
    not open and reached >= 3 and gone as back
  from weighed w
)`
const ENDS = '(i.proven or i.settled or i.unproven)'
const REPORT: Pick<Parameters<typeof movement>[0], 'from' | 'place' | 'where' | 'set' | 'upkeep'> = {
  from: 'judged i',
  place: 'i.place',
  where: `i.back or (i.open and (${ENDS} or i.reached > i.rung or (i.power is not null and i.power is distinct from i.measured_w)))`,
  set: {
    rung: '(case when i.proven then 4 else i.reached end)::smallint',
    status: `(case when ${ENDS} then 2 else i.status end)::smallint`,
    code: `case when i.settled then case when i.command = 4 then 'programme' else 'noCurve' end when i.unproven then 'unproven' else i.code end`,
    measured_w: 'case when i.open then coalesce(i.power, i.measured_w) else i.measured_w end',
    applied_at: 'case when i.open and i.reached >= 3 then coalesce(i.applied_at, $1::timestamptz) else i.applied_at end',
    verified_at: 'case when i.proven then $1::timestamptz else i.verified_at end',
    verify_by: 'case when i.reached > i.rung then $1::timestamptz + $4::interval else i.verify_by end',
    ended_at: `case when ${ENDS} then $1::timestamptz else i.ended_at end`,
    returned_at: 'case when i.unproven or i.back then $1::timestamptz else i.returned_at end',
    watch: `case when i.back or i.unproven then false when i.proven or i.settled then i.until is not null else true end`,
  },
  upkeep: true,
}

/** Devices reported: `$3` time until the next look, `$4` time to prove it, `$5`… one array for each column of `given`, times in epoch ms. */
export const REPORTED = movement({
  given: `given as (select g.*, to_timestamp(at_ms / 1000) as at, to_timestamp(until_ms / 1000) as until
    from unnest($5::bigint[], $6::float8[], $7::boolean[], $8::float8[], $9::float8[], $10::text[], $11::float8[])
    as g (device_id, at_ms, is_on, dim, power, reason, until_ms)),
${judgement(`given g ${WATCHED}`, 'i.place')}`,
  ...REPORT,
})

/** The same with what is stored of the devices of `$5` batches and `$6` gateways: news that a killed process did not hear. */
export const STORED = movement({
  given: `given as (
    select i.batch_id, i.gateway_sn, i.sn, t.at, t.is_on, t.dim::float8 as dim, t.power::float8 as power,
      case when s.reported_at >= i.device_at then s.reason end as reason,
      case when s.reported_at >= i.device_at then s.override_until end as until
    from unnest($5::bigint[], $6::text[]) as w (batch_id, gateway_sn)
    join control_item i on i.batch_id = w.batch_id and i.gateway_sn = w.gateway_sn
    join devices_state s on s.device_id = i.device_id
    cross join lateral (select x.at, x.is_on, x.dim, x.power from devices_telemetry x
      where x.tenant_id = i.tenant_id and x.device_id = i.device_id and x.at >= i.device_at and x.power is not null order by x.at desc limit 1) t
    where i.status <= 1 and i.rung >= 2
  ),
${judgement('given g join control_item i on i.batch_id = g.batch_id and i.gateway_sn = g.gateway_sn and i.sn = g.sn', 'i.ctid')}`,
  ...REPORT,
})

const KEEPS_WATCH = 'b.until is not null and i.rung >= 3 and i.returned_at is null'

/**
 * Time to prove it is over: `$3` batches and `$4` gateways, `$5` start of this process, `$6` time to prove, `$7` time that an asked meter has.
 * It is over when the meters were asked and had their time; without an asking (gateway offline) only after twice the time.
 */
export const JUDGED = movement({
  given: 'given as (select * from unnest($3::bigint[], $4::text[]) as g (batch_id, gateway_sn))',
  from: `given g join control_work w on w.batch_id = g.batch_id and w.gateway_sn = g.gateway_sn
    join control_item i on i.batch_id = g.batch_id and i.gateway_sn = g.gateway_sn join control_batch b on b.id = i.batch_id`,
  where: `i.status <= 1 and i.rung >= 2 and i.verify_by <= $1::timestamptz and (
    (w.probed_at >= i.received_at and w.probed_at >= $1::timestamptz - $6::interval and w.probed_at <= $1::timestamptz - $7::interval)
    or greatest(i.verify_by, $5::timestamptz) + $6::interval <= $1::timestamptz)`,
  set: {
    status: `(case when i.rung < 3 then 4 when i.expect_w is null then 2 when i.measured_w is not null then 4
      when b.until <= $1::timestamptz then 2 else 4 end)::smallint`,
    code: `case when i.rung < 3 then 'notApplied' when i.expect_w is null then case when b.command = 4 then 'programme' else 'noCurve' end
      when i.measured_w is not null then 'notVerified' when b.until <= $1::timestamptz then 'unproven' else 'noMeasurement' end`,
    ended_at: '$1::timestamptz',
    watch: KEEPS_WATCH,
  },
})

/** Nobody answered in time: `$3` batches and `$4` gateways. */
export const EXPIRED = movement({
  given: 'given as (select * from unnest($3::bigint[], $4::text[]) as g (batch_id, gateway_sn))',
  from: 'given g join control_item i on i.batch_id = g.batch_id and i.gateway_sn = g.gateway_sn',
  where: 'i.status <= 1 and i.rung < 2',
  set: {
    status: '5::smallint',
    code: `case when i.rung = 0 then 'gatewayOffline' else 'noAnswer' end`,
    ended_at: '$1::timestamptz',
    watch: 'false',
  },
})

/** A person takes back what waits in batch `$3`. */
export const CANCELLED = movement({
  from: 'control_item i',
  where: 'i.batch_id = $3 and i.status <= 1 and i.rung = 0',
  set: { status: '4::smallint', code: `'cancelled'`, ended_at: '$1::timestamptz', watch: 'false' },
})

/** The packed gateways `$4` of batch `$3` command devices that the older batches `$5` have not done with. */
export const SUPERSEDED = movement({
  given: `given as (select u.device_id, u.head from control_work w, unnest(w.device_ids, w.heads) as u (device_id, head)
    where w.batch_id = $3 and w.gateway_sn = any($4::text[]))`,
  from: `given g ${WATCHED}`,
  place: 'i.place',
  where: 'i.batch_id = any($5::bigint[]) and (g.head = i.head or g.head = 0 or i.head = 0)',
  set: {
    status: '(case when i.status >= 2 then i.status when i.rung >= 3 then 2 else 4 end)::smallint',
    code: `case when i.status >= 2 then i.code else 'superseded' end`,
    ended_at: 'coalesce(i.ended_at, $1::timestamptz)',
    watch: 'false',
  },
})
