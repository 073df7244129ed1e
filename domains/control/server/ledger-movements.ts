import { movement } from './ledger-sql.ts'

/** The gateway took messages: `$3` batch ids, `$4` gateways, `$5` heads, `$6` first and `$7` last serial number of each, `$8` when. */
export const SENT = movement({
  given: `given as (select * from unnest($3::bigint[], $4::text[], $5::smallint[], $6::text[], $7::text[], $8::timestamptz[])
    as g (batch_id, gateway_sn, head, first_sn, last_sn, at))`,
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

/** Devices answered: `$3` time until the next look, `$4` time to prove it, `$5`… one array for each column of `given`. */
export const ACKED = movement({
  given: `given as (select * from unnest($5::bigint[], $6::text[], $7::text[], $8::boolean[], $9::text[], $10::timestamptz[], $11::timestamptz[],
    $12::timestamptz[], $13::boolean[], $14::float8[], $15::text[])
    as g (batch_id, gateway_sn, sn, ok, code, at, received_at, sent_at, is_on, dim, reason)),
hit as materialized (
  select g.*, i.ctid as place from given g
  left join control_item i on i.batch_id = g.batch_id and i.gateway_sn = g.gateway_sn and i.sn = g.sn
),
stray as (select gateway_sn, batch_id::text as id, sn from hit where place is null)`,
  from: `hit g join control_item i on i.ctid = g.place join control_batch b on b.id = i.batch_id
    cross join lateral (select coalesce(control_agrees(b.command, b.level, g.is_on, g.dim, g.reason), false) as agreed) a`,
  where: `case when g.ok then ${MAY_CLIMB} and i.rung < (case when a.agreed then 3 else 2 end) else i.status <= 1 and i.rung < 2 end`,
  set: {
    rung: '(case when not g.ok then 1 when a.agreed then 3 else 2 end)::smallint',
    status: `(case when g.ok then 1 when g.code = 'expired' then 5 else 4 end)::smallint`,
    code: 'case when not g.ok then g.code end',
    late: 'i.late or (g.ok and i.status >= 4)',
    watch: 'g.ok',
    attempts: 'greatest(i.attempts, 1)::smallint',
    sent_at: 'coalesce(i.sent_at, g.sent_at, g.received_at)',
    received_at: 'case when g.ok then coalesce(i.received_at, g.received_at) end',
    applied_at: 'case when g.ok and a.agreed then g.received_at end',
    device_at: 'case when g.ok then coalesce(i.device_at, g.at) end',
    verify_by: 'case when g.ok then $1::timestamptz + $4::interval end',
    ended_at: 'case when not g.ok then g.received_at end',
  },
  upkeep: true,
  strays: true,
})

/** What a report makes of a row: `a.agreed` (null: it does not say), `r.rung`, `o.proven`, `o.settled`, `r.back` (override gone), `o.unproven`. */
const JUDGEMENT = `join control_batch b on b.id = i.batch_id
    cross join lateral (select control_agrees(b.command, b.level, g.is_on, g.dim, g.reason) as agreed) a
    cross join lateral (select (case when a.agreed then greatest(i.rung, 3) else i.rung end)::smallint as rung) c
    cross join lateral (select c.rung,
      b.until is not null and c.rung >= 3
        and (coalesce(g.reason <> 'override', false) or coalesce(abs(extract(epoch from g.until - b.until)) > 1, false)) as back,
      i.status <= 1 and c.rung >= 3 and a.agreed is distinct from false as standing) r
    cross join lateral (select r.standing and coalesce(abs(g.power - i.expect_w) <= i.tolerance_w, false) as proven,
      r.standing and i.expect_w is null as settled) p
    cross join lateral (select p.proven, p.settled,
      i.status <= 1 and not p.proven and not p.settled and r.back and $1::timestamptz >= b.until as unproven) o`
const ENDS = '(o.proven or o.settled or o.unproven)'
const REPORT_SET = {
  rung: '(case when i.status >= 2 then i.rung when o.proven then 4 else r.rung end)::smallint',
  status: `(case when i.status <= 1 and ${ENDS} then 2 else i.status end)::smallint`,
  code: `case when i.status >= 2 then i.code when o.proven then null
      when o.settled then case when b.command = 4 then 'programme' else 'noCurve' end when o.unproven then 'unproven' else i.code end`,
  measured_w: 'case when i.status >= 2 then i.measured_w else coalesce(g.power, i.measured_w) end',
  applied_at: 'case when i.status <= 1 and r.rung >= 3 then coalesce(i.applied_at, $1::timestamptz) else i.applied_at end',
  verified_at: 'case when o.proven then $1::timestamptz else i.verified_at end',
  verify_by: 'case when i.status <= 1 and r.rung > i.rung then $1::timestamptz + $4::interval else i.verify_by end',
  ended_at: `case when i.status <= 1 and ${ENDS} then $1::timestamptz else i.ended_at end`,
  returned_at: 'case when o.unproven or (i.status >= 2 and r.back) then $1::timestamptz else i.returned_at end',
  watch: `case when i.status >= 2 or o.unproven then false when ${ENDS} then b.until is not null else true end`,
} as const
const REPORT_WHERE = `i.rung >= 2 and g.at >= i.device_at and case when i.status >= 2 then r.back
    else ${ENDS} or r.rung > i.rung or (g.power is not null and g.power is distinct from i.measured_w) end`

/** Devices reported: `$3` time until the next look, `$4` time to prove it, `$5`… one array for each column of `given`. */
export const REPORTED = movement({
  given: `given as (select * from unnest($5::bigint[], $6::timestamptz[], $7::boolean[], $8::float8[], $9::float8[], $10::text[], $11::timestamptz[])
    as g (device_id, at, is_on, dim, power, reason, until))`,
  from: `given g join control_item i on i.device_id = g.device_id and i.watch ${JUDGEMENT}`,
  where: REPORT_WHERE,
  set: REPORT_SET,
  upkeep: true,
})

/** The same with what is stored of the devices of `$5` batches and `$6` gateways: news that a killed process did not hear. */
export const STORED = movement({
  given: `given as (
    select i.batch_id, i.gateway_sn, i.sn, i.device_id, t.at, t.is_on, t.dim::float8 as dim, t.power::float8 as power,
      case when s.reported_at >= i.device_at then s.reason end as reason,
      case when s.reported_at >= i.device_at then s.override_until end as until
    from unnest($5::bigint[], $6::text[]) as w (batch_id, gateway_sn)
    join control_item i on i.batch_id = w.batch_id and i.gateway_sn = w.gateway_sn
    join devices_state s on s.device_id = i.device_id
    cross join lateral (select x.at, x.is_on, x.dim, x.power from devices_telemetry x
      where x.tenant_id = i.tenant_id and x.device_id = i.device_id and x.at >= i.device_at and x.power is not null order by x.at desc limit 1) t
    where i.status <= 1 and i.rung >= 2
  )`,
  from: `given g join control_item i on i.batch_id = g.batch_id and i.gateway_sn = g.gateway_sn and i.sn = g.sn ${JUDGEMENT}`,
  where: REPORT_WHERE,
  set: REPORT_SET,
  upkeep: true,
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

/** Batch `$3`, still packed, commands devices that other batches have not done with. */
export const SUPERSEDED = movement({
  given: `given as (select distinct u.device_id, u.head from control_work w, unnest(w.device_ids, w.heads) as u (device_id, head) where w.batch_id = $3)`,
  from: `control_item i`,
  where: `i.watch and i.batch_id <> $3 and exists (
    select from given g where g.device_id = i.device_id and (g.head = i.head or g.head = 0 or i.head = 0))`,
  set: {
    status: '(case when i.status >= 2 then i.status when i.rung >= 3 then 2 else 4 end)::smallint',
    code: `case when i.status >= 2 then i.code else 'superseded' end`,
    ended_at: 'coalesce(i.ended_at, $1::timestamptz)',
    watch: 'false',
  },
})
