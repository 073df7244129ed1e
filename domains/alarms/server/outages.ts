import { tableOf } from '@lamplight/server-kit'
import { alarm } from '../model/index.ts'
import { KINDS } from '../model/kinds.ts'

const LOST = "'communicationFailure'"
/** A gateway is the cause of an outage if it was lost at most this long after the outage began. */
const AHEAD = "interval '30 minutes'"
/** States of devices (currentControllerStatus, decisions.md B2). */
export const DEVICE_STATE = { offline: 4, inactive: 5 } as const

/** SQL of an exists condition: the gateway of a device of `s` was lost when the outage `o` began. */
export const byGateway = `exists (select from devices_faults g where g.device_id = s.gateway_id and g.type = ${LOST}
  and g.began_at <= o.begins + ${AHEAD} and coalesce(g.ended_at, 'infinity') > o.begins)`

/**
 * SQL of two CTEs: `s`, the activated devices of `devices` (`allDevices`), and `o`, their outages that overlap a span, with device, begin
 * and end (infinity while it lasts). A device is out of reach
 * - while its gateway says so,
 * - while its gateway is lost itself, which is stored for the gateway only, but not before the device was added,
 * - in the time of its alarms: silence behind a gateway that can be reached is stored nowhere else. An alarm that was continued holds
 *   several outages, and its gaps would count, so it is left out,
 * - since its last report, as long as its state is offline.
 * until it is removed. Times that overlap are one outage. An outage without an end, of a device that is online, ended with its last report. `begins`, `ends`:
 * SQL of the span.
 */
export const outagesOf = (devices: string, begins: string, ends: string): string => {
  const within = (at: string): string => `${at}.began_at <= ${ends} and coalesce(${at}.ended_at, 'infinity') > ${begins}`
  const end = (at: string): string =>
    `least(coalesce(${at}.ended_at, case when s.online then s.received_at else 'infinity' end), s.removed)`
  return `s as materialized (select * from (${devices}) s where s.state is distinct from ${DEVICE_STATE.inactive}), lost as (
    select s.device_id, f.began_at as begins, ${end('f')} as ends from s join devices_faults f on f.device_id = s.device_id and f.type = ${LOST} where ${within('f')}
    union all
    select s.device_id, greatest(f.began_at, s.created), ${end('f')} from s join devices_faults f on f.device_id = s.gateway_id and f.type = ${LOST} where ${within('f')}
    union all
    select s.device_id, a.began_at, ${end('a')} from s join ${tableOf(alarm)} a on a.device_id = s.device_id
    where a.sub_alarm_type = ${KINDS.communicationFailure.number} and a.count = 1 and not a.is_deleted and ${within('a')}
    union all
    select s.device_id, coalesce(s.received_at, s.reported_at, s.created), 'infinity' from s where s.state = ${DEVICE_STATE.offline}
  ), o as materialized (
    select l.device_id, lower(l.span) as begins, upper(l.span) as ends
    from (select device_id, unnest(range_agg(tstzrange(begins, ends))) as span from lost where begins < ends group by device_id) l
    where lower(l.span) <= ${ends} and upper(l.span) > ${begins}
  )`
}
