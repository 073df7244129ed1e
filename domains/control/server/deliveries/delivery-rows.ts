import type { DeliveryDefinition, ParamFamilyDefinition } from '@lamplight/kit'
import { type Platform, type Query, registryPort, tableOf } from '@lamplight/server-kit'
import { CODE_TEXTS, deliveryDetailOf, deliveryLogOf, STATUS } from '../../model/index.ts'

interface Tables {
  readonly log: string
  readonly detail: string
}
export const tablesOf = (delivery: DeliveryDefinition): Tables => ({
  log: tableOf(deliveryLogOf(delivery)),
  detail: tableOf(deliveryDetailOf(delivery)),
})

/**
 * SQL of the details whose device still wants the value that was sent: `d` the detail, `l` its log, `r` the device, `p` its parameter. A detail of an earlier
 * value has another batch than the parameter.
 */
export const currentDetails = (delivery: DeliveryDefinition): string => {
  const { log, detail } = tablesOf(delivery)
  return `${detail} d join ${log} l on l.id = d.log_id join devices_registered r on r.tenant_id = d.tenant_id and r.sn = d.sn and not d.is_deleted
    join control_param p on p.device_id = r.device_id and p.family = '${delivery.family.name}' and p.batch_id = d.batch_id`
}

/** SQL of the number of devices that follow the row `t` of the resource since a log of `type`. */
export const followersSql = (delivery: DeliveryDefinition, type: number): string =>
  `(select count(*)::integer from ${currentDetails(delivery)} where l.row_id = t.id and l.type = ${type})`

/** SQL that converts the status of a device in the ledger to that of a detail: 0 waiting, 1 success, 2 failed. */
export const DETAIL_STATUS = `case when i.status = ${STATUS.success} then 1 when i.status > ${STATUS.success} then 2 else 0 end`

/** SQL of the reason for the state of the device `i` of the ledger, in the user's language. */
export const LEDGER_REASON = `case i.code ${Object.entries(CODE_TEXTS)
  .map(([code, [zh, en]]) => `when '${code}' then ll_said('${zh}', '${en.replaceAll("'", "''")}')`)
  .join(' ')} else i.code end`

/**
 * Sets the batch of details to `batchId`, a new batch that sends the value of their devices again. Call it when the batch has been packed and before
 * control_param gets its id. `wantedId`: id of the batch's value, if it may differ from the wanted value of some devices; their details do not change.
 */
export const moveDetails = async (
  platform: Platform,
  query: Query,
  { name }: ParamFamilyDefinition,
  batchId: string,
  wantedId: string | null = null,
): Promise<void> => {
  const deliveries = platform.port(registryPort).slices.flatMap((slice) => slice.deliveries ?? [])
  for (const delivery of deliveries)
    if (delivery.family.name === name)
      await query(
        `update ${tablesOf(delivery).detail} t set batch_id = $1, update_time = now()
         from control_pack k cross join lateral unnest(k.device_ids) as u (id) join devices_registered r on r.device_id = u.id
         join control_param p on p.device_id = u.id and p.family = $2
         where k.batch_id = $1 and t.tenant_id = r.tenant_id and t.sn = r.sn and t.batch_id = p.batch_id and not t.is_deleted and ($3::bigint is null or p.wanted_id = $3)`,
        [batchId, name, wantedId],
      )
}
