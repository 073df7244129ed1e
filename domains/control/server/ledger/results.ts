import type { Platform } from '@lamplight/server-kit'
import { RESULT_SECONDS } from '../../model/index.ts'

/** Number of rows of control_result_due that one transaction handles. */
const MARKS = 2000
const LOCK = 7_263_561
const KEY = 'tenant_id, day, user_id, account, command'
const SUMS = ['batches', 'devices', 'succeeded', 'failed', 'timed_out', 'superseded'] as const
const BUCKETS = RESULT_SECONDS.length + 1

/**
 * Takes rows of control_result_due and sums up the commands of their days again. Each day is deleted and rewritten, because users may have been
 * renamed. $1: default time zone. Returns the number of days.
 */
const ROLL = `
with taken as (
  delete from control_result_due where ctid = any(array(select ctid from control_result_due limit ${MARKS})) returning tenant_id, at
), zones as (
  select k.tenant_id, coalesce((select t.zone from identity_tenants t where t.tenant_id = k.tenant_id and not t.is_deleted limit 1), $1) as zone
  from (select distinct tenant_id from taken) k
), days as materialized (
  select distinct t.tenant_id, z.zone, (t.at at time zone z.zone)::date as day from taken t join zones z using (tenant_id)
), ended as (
  select d.tenant_id, d.day, coalesce(b.create_user, 0) as user_id, coalesce(b.account, '') as account, b.command, b.total, b.ended, b.failed, b.timed_out,
    b.superseded,
    case when b.ended_at is not null then width_bucket(extract(epoch from b.ended_at - b.create_time)::float8, '{${RESULT_SECONDS.join()}}'::float8[]) end as bucket
  from days d join control_batch b on b.tenant_id = d.tenant_id and not b.is_deleted
    and b.create_time >= d.day::timestamp at time zone d.zone and b.create_time < (d.day + 1)::timestamp at time zone d.zone
), summed as (
  select ${KEY}, count(*) as batches, sum(total) as devices, sum(ended - failed - timed_out - superseded) as succeeded, sum(failed) as failed,
    sum(timed_out) as timed_out, sum(superseded) as superseded,
    array[${Array.from({ length: BUCKETS }, (_, at) => `count(*) filter (where bucket = ${at})`).join(', ')}]::int[] as took
  from ended group by ${KEY}
), gone as (
  delete from control_result_daily r using days d where r.tenant_id = d.tenant_id and r.day = d.day
    and not exists (select from summed s where (s.tenant_id, s.day, s.user_id, s.account, s.command) = (r.tenant_id, r.day, r.user_id, r.account, r.command))
), made as (
  insert into control_result_daily (${KEY}, ${SUMS.join(', ')}, took) select ${KEY}, ${SUMS.join(', ')}, took from summed
  on conflict (${KEY}) do update set ${[...SUMS, 'took'].map((column) => `${column} = excluded.${column}`).join(', ')}
)
select count(*)::int as days from days`

/**
 * Sums up the results of commands marked in control_result_due. One process works at a time. Returns the number of days; 0 if nothing is marked.
 */
export const rollResults = ({ system }: Pick<Platform, 'system'>, zone: string): Promise<number> =>
  system.tx(async (query) => {
    const [lock] = await query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK])
    if (!lock?.mine) return 0
    const [rolled] = await query<{ days: number }>(ROLL, [zone])
    return rolled?.days ?? 0
  })
