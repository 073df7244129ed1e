import { type Query, tableOf } from '@lamplight/server-kit'
import { CAUSE } from '../../model/causes.ts'
import { INCIDENT, incident } from '../../model/index.ts'
import { isLostGateway, ROOT } from '../causes.ts'

/**
 * SQL rows (tenant_id, device_id, incident_id) of those of the `devices` (SQL of their ids) that depend on the node of an open incident. A device with several has
 * the one with the most lost devices. A gateway depends on itself. The condition by an array reaches the indexes below the views.
 */
const members = (devices: string): string => `
with causes as materialized (
  select id, tenant_id, lost, began_at, split_part(node_key, ':', 1)::int as kind, split_part(node_key, ':', 2) as node, gateway_id, switchbox_id, loop_id, area_id
  from ${tableOf(incident)} where state in (${INCIDENT.watched}, ${INCIDENT.open}) and not is_deleted
), supplied as materialized (
  select s.tenant_id, s.device_id, s.loop_id, s.switchbox_id, s.phase from cabinets_supplied s where s.device_id = any(array(${devices}))
), silent as (
  select c.id, c.tenant_id, c.lost, c.began_at, g.id as gateway_id from causes c join devices_gateways g on g.tenant_id = c.tenant_id and not g.is_deleted and ${isLostGateway('g')}
  where c.kind = ${CAUSE.network} and (c.node = '${ROOT}' or c.node = (select 'op' || s.operator from devices_gateway_sims s where s.gateway_id = g.id limit 1))
  union all
  select id, tenant_id, lost, began_at, gateway_id from causes where kind = ${CAUSE.gateway}
), members as (
  select tenant_id, gateway_id as device_id, id, lost, began_at from silent
  union all
  select r.tenant_id, r.device_id, c.id, c.lost, c.began_at from silent c join devices_registered r on r.tenant_id = c.tenant_id and r.gateway_id = c.gateway_id
  where r.device_id = any(array(${devices}))
  union all
  select s.tenant_id, s.device_id, c.id, c.lost, c.began_at from causes c join supplied s on s.tenant_id = c.tenant_id and s.switchbox_id = c.switchbox_id
  where c.kind = ${CAUSE.box} or c.kind = ${CAUSE.phase} and s.phase = nullif(split_part(c.node, '/', 2), '')::smallint
  union all
  select s.tenant_id, s.device_id, c.id, c.lost, c.began_at from causes c join supplied s on s.tenant_id = c.tenant_id and s.loop_id = c.loop_id where c.kind = ${CAUSE.loop}
  union all
  select s.tenant_id, s.device_id, c.id, c.lost, c.began_at from causes c join supplied s on s.tenant_id = c.tenant_id
  where c.kind = ${CAUSE.utility} and s.switchbox_id is not null
    and (c.node = '${ROOT}' or (s.tenant_id, s.switchbox_id, c.area_id) in (select tenant_id, id, area_id from cabinets_boxes))
)
select distinct on (tenant_id, device_id) tenant_id, device_id, id as incident_id from members order by tenant_id, device_id, lost desc, began_at, id`

export const NO_MEMBERS = '(select null::text as tenant_id, null::bigint as device_id, null::bigint as incident_id where false)'

/**
 * SQL relation (tenant_id, device_id, incident_id) of those of the `devices` (SQL of their ids) that belong to an open incident, for this transaction: a temporary
 * table, as its statistics decide how the alarms are joined.
 */
export const membersAmong = async (query: Query, devices: string): Promise<string> => {
  const [open] = await query(
    `select from ${tableOf(incident)} where state in (${INCIDENT.watched}, ${INCIDENT.open}) and not is_deleted limit 1`,
  )
  if (!open) return NO_MEMBERS
  await query(`create temporary table alarms_members on commit drop as ${members(devices)}`)
  await query('analyze alarms_members')
  return 'alarms_members'
}
