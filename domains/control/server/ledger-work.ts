import { WATCHED } from './ledger-sql.ts'

/** `$1` now, `$2` how many: work whose devices had their time to answer. */
export const OVERDUE = `select w.batch_id::text as batch_id, w.gateway_sn from control_work w
  where w.send_at is not null and w.expire_at <= $1::timestamptz and w.device_ids is null
  order by w.batch_id, w.gateway_sn limit $2`

/** `$1` now, `$2` how many: work to look at. */
export const DUE = `select w.batch_id::text as batch_id, w.gateway_sn from control_work w
  where w.check_at <= $1::timestamptz order by w.check_at limit $2`

/** What of `$1` batches and `$2` gateways still waits for a proof, and whether the gateway can be asked. */
export const UNPROVEN = `select i.batch_id::text as batch_id, i.gateway_sn, array_agg(i.sn order by i.sn) as sns, g.online
  from unnest($1::bigint[], $2::text[]) as w (batch_id, gateway_sn)
  join control_item i on i.batch_id = w.batch_id and i.gateway_sn = w.gateway_sn and i.status <= 1 and i.rung >= 2
  left join devices_gateway g on g.sn = w.gateway_sn and not g.is_deleted
  group by i.batch_id, i.gateway_sn, g.online`

const OPEN = (rung: string): string => `exists (select from control_item i
    where i.batch_id = c.batch_id and i.gateway_sn = c.gateway_sn and i.status <= 1 and i.rung ${rung})`

/** Work of `$1` batches and `$2` gateways is looked at again at `$3` where something waits for a proof. */
export const LOOK_AGAIN = `update control_work c set check_at = case when ${OPEN('>= 2')} then $3::timestamptz end
  from unnest($1::bigint[], $2::text[]) as w (batch_id, gateway_sn)
  where c.batch_id = w.batch_id and c.gateway_sn = w.gateway_sn`

/** Nothing is sent any more for `$1` batches and `$2` gateways. */
export const SEND_NO_MORE = `update control_work c set send_at = null from unnest($1::bigint[], $2::text[]) as w (batch_id, gateway_sn)
  where c.batch_id = w.batch_id and c.gateway_sn = w.gateway_sn`

/** Ends the work of `$1` batches and `$2` gateways that is done. */
export const TIDY = `delete from control_work c using unnest($1::bigint[], $2::text[]) as w (batch_id, gateway_sn)
  where c.batch_id = w.batch_id and c.gateway_sn = w.gateway_sn and c.device_ids is null and not ${OPEN('>= 0')}`

/** Batches older than `$1` that still have devices of its packed gateways `$2` in hand. */
export const OLDER = `select distinct i.batch_id::text as id
  from (select unnest(w.device_ids) as device_id from control_work w where w.batch_id = $1 and w.gateway_sn = any($2::text[])) g ${WATCHED}
  where i.batch_id < $1::bigint`

/** Batches with rows that wait for a report of the devices `$1`. */
export const AWAITING = `select distinct i.batch_id::text as id from unnest($1::bigint[]) as g (device_id) ${WATCHED} where i.rung >= 2`

/** Leases of `$1` batches and `$2` gateways end, `$3` where nothing is left to send; `$4` who held them. */
export const RELEASE = `update control_work w set busy_until = null, send_at = case when r.done then null else w.send_at end
  from unnest($1::bigint[], $2::text[], $3::boolean[]) as r (batch_id, gateway_sn, done)
  where w.batch_id = r.batch_id and w.gateway_sn = r.gateway_sn and w.owner = $4`
