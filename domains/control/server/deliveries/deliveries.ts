import { deviceTypesPort } from '@lamplight/devices/model'
import { deviceTargets, membersOfGroup } from '@lamplight/devices/server'
import { type DeliveryDefinition, type DeviceTypeDefinition, pick, type ResourceDefinition } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { type Ctx, onServer, type ResourceServer, type ServerImplementation, type ServerSlice } from '@lamplight/server-kit'
import { controlErrors, deliveryDetailOf, deliveryLogOf, STATUS } from '../../model/index.ts'
import { sendParam, sendWanted } from '../params/param-send.ts'
import { currentDetails, DETAIL_STATUS, LEDGER_REASON, tablesOf } from './delivery-rows.ts'

/** Selects the devices of a call: single devices, members of a group, or both. */
export interface Chosen {
  readonly deviceIds?: readonly string[] | null
  readonly devGroupId?: string | null
}

const typeNamed = (ctx: Ctx, name: string): DeviceTypeDefinition => {
  const type = ctx.platform.port(deviceTypesPort).named(name)
  if (!type) throw new Error(`no slice declares the device type ${name}`)
  return type
}
/** Returns those of the devices that have the type and that the user may see. */
const visibleDevices = async (ctx: Ctx, typeName: string, ids: readonly string[]): Promise<string[]> => {
  const { sql, params } = deviceTargets(ctx, [typeNamed(ctx, typeName)], ids)
  return (await ctx.query<{ id: string }>(`select t.device_id::text as id from (${sql}) t order by t.device_id`, params)).map(
    ({ id }) => id,
  )
}

/** Returns the ids of the selected devices of a type. Throws if one has another type or the user may not see it, and if none is selected. */
export const chosenDevices = async (ctx: Ctx, typeName: string, { deviceIds, devGroupId }: Chosen): Promise<string[]> => {
  const type = typeNamed(ctx, typeName)
  const named = [...new Set(deviceIds ?? [])]
  const found = await visibleDevices(ctx, typeName, named)
  if (found.length < named.length)
    throw controlErrors.wrongDevices({ n: named.length - found.length, type: pick(type.label, ctx.lang) }, 'deviceIds')
  const members = devGroupId ? await visibleDevices(ctx, typeName, await membersOfGroup(ctx, devGroupId, [type])) : []
  const all = [...new Set([...found, ...members])]
  if (all.length === 0) throw controlErrors.noTargets({}, 'deviceIds')
  return all
}

/**
 * Returns the ids of the followers that a cancelling call is for: all, unless it names devices or a group. Throws if other followers would remain, because the
 * call does not name them or the user may not see them.
 */
export const leaveNone = async (ctx: Ctx, typeName: string, chosen: Chosen, followers: readonly string[]): Promise<string[]> => {
  if (followers.length === 0) return []
  const isNamed = (chosen.deviceIds?.length ?? 0) > 0 || Boolean(chosen.devGroupId)
  const meant = new Set(isNamed ? await chosenDevices(ctx, typeName, chosen) : await visibleDevices(ctx, typeName, followers))
  const left = followers.filter((id) => !meant.has(id)).length
  if (left > 0) throw controlErrors.stillFollowed({ n: left }, 'deviceIds')
  return [...followers]
}

/** A value to send: the row of the resource, its value, and the devices. `type`: type of the log entry. */
export interface Sending {
  readonly type: number
  readonly row: { readonly id: string; readonly name: string }
  readonly value: ParamValue
  /** Name of the device type. */
  readonly typeName: string
  readonly deviceIds: readonly string[]
}

/** Sends the value to the devices and writes the log with its details, in the transaction of `ctx`. */
export const deliver = async (ctx: Ctx, delivery: DeliveryDefinition, sending: Sending): Promise<void> => {
  const { type, row, value, typeName, deviceIds } = sending
  const { log, detail } = tablesOf(delivery)
  const { newId } = ctx.platform
  const batch = deviceIds.length > 0 ? await sendWanted(ctx, { family: delivery.family, value, typeName }, deviceIds) : null
  const logId = newId()
  const author = ctx.user.id || null
  await ctx.query(
    `insert into ${log} (id, tenant_id, create_user, update_user, create_time, update_time, name, row_id, type, account) values ($1, $2, $3, $3, $4, $4, $5, $6, $7, $8)`,
    [logId, ctx.tenantId, author, ctx.now(), row.name, row.id, type, ctx.user.account],
  )
  if (!batch) return
  const sent = await ctx.query<{ sn: string }>('select sn from control_ledger where batch_id = $1 order by sn', [batch.batchId])
  await ctx.query(
    `insert into ${detail} (id, tenant_id, create_user, update_user, create_time, update_time, log_id, sn, batch_id)
     select n.id, $3, $4, $4, $5, $5, $6, n.sn, $7 from unnest($1::bigint[], $2::text[]) n (id, sn)`,
    [sent.map(newId), sent.map(({ sn }) => sn), ctx.tenantId, author, ctx.now(), logId, batch.batchId],
  )
}

/** Returns the devices that follow a row of the resource: it was sent to them by a log of `type`, and no other value since. */
export const followersOf = async (ctx: Ctx, delivery: DeliveryDefinition, type: number, rowId: string): Promise<string[]> =>
  (
    await ctx.query<{ id: string }>(
      `select distinct r.device_id::text as id from ${currentDetails(delivery)} where l.row_id = $1 and l.type = $2`,
      [rowId, type],
    )
  ).map(({ id }) => id)

interface FailedRow {
  readonly device_id: string
  readonly type: number
  readonly wanted_id: string
  readonly batch_id: string
  readonly value: ParamValue
}

/** Sends failed details again: those of logs, or selected ones. Leaves out devices to which another value was sent since. */
const retry = async (ctx: Ctx, delivery: DeliveryDefinition, logIds: readonly string[] | null, ids: readonly string[] | null) => {
  const failed = await ctx.query<FailedRow>(
    `select r.device_id::text as device_id, r.type, p.wanted_id::text as wanted_id, d.batch_id::text as batch_id, w.value
     from ${currentDetails(delivery)} join control_value w on w.id = p.wanted_id join control_ledger i on i.batch_id = d.batch_id and i.sn = d.sn
     where i.status = any($1::smallint[]) and ($2::bigint[] is null or l.id = any($2)) and ($3::bigint[] is null or d.id = any($3)) order by r.device_id`,
    [[STATUS.failed, STATUS.timedOut], logIds, ids],
  )
  if (failed.length === 0) throw controlErrors.nothingToRetry()
  for (const rows of Map.groupBy(failed, (row) => `${row.wanted_id} ${row.type}`).values()) {
    const [first] = rows
    const typeName = first && ctx.platform.port(deviceTypesPort).typeOf(first.type)?.name
    if (!first || typeName === undefined) continue
    await sendParam(
      ctx,
      { family: delivery.family, op: 'set', value: first.value, again: first.batch_id, typeName },
      rows.map((row) => row.device_id),
      null,
    )
  }
  return { count: failed.length }
}

type Retried = { readonly ctx: Ctx; readonly ids: string[]; readonly input: Readonly<Record<string, unknown>> }
type Implementation = ServerImplementation<ResourceDefinition>

const logServer = (delivery: DeliveryDefinition): ResourceServer => {
  const { detail } = tablesOf(delivery)
  return onServer<ResourceDefinition>(deliveryLogOf(delivery), {
    place: 'author',
    joined: {
      // The batches are expanded once per log, not once per detail.
      sql: `left join lateral (
        select count(*)::integer as total, count(*) filter (where i.status = ${STATUS.success})::integer as succeeded,
          count(*) filter (where i.status > ${STATUS.success})::integer as failed
        from (select i.batch_id, i.sn, i.status from control_ledger i where i.batch_id = any(array(select d.batch_id from ${detail} d where d.log_id = t.id and not d.is_deleted)) offset 0) i
        join ${detail} d on d.log_id = t.id and not d.is_deleted and d.batch_id = i.batch_id and d.sn = i.sn) s on true`,
      fields: {
        total: 's.total',
        succeeded: 's.succeeded',
        failed: 's.failed',
        status: 'case when s.succeeded + s.failed < s.total then 0 when s.failed = 0 then 1 when s.succeeded > 0 then 2 else 3 end',
      },
    },
    actions: {
      retry: ({ ctx, ids, input }: Retried) =>
        retry(ctx, delivery, ids, (input[delivery.api.detailIds] as readonly string[] | null) ?? null),
    },
  } as unknown as Implementation)
}

const detailServer = (delivery: DeliveryDefinition): ResourceServer =>
  onServer<ResourceDefinition>(deliveryDetailOf(delivery), {
    place: 'author',
    joined: {
      sql: `left join devices_registered r on r.tenant_id = t.tenant_id and r.sn = t.sn
        left join lateral (select i.status, i.code from control_ledger i where i.batch_id = t.batch_id and i.sn = t.sn) i on true`,
      fields: { name: 'r.name', status: DETAIL_STATUS, reason: LEDGER_REASON },
    },
    actions: { retry: ({ ctx, ids }: Retried) => retry(ctx, delivery, null, ids) },
  } as unknown as Implementation)

/** Derives the parts of a slice from its deliveries: the definitions, and the resources of logs and details with the call that retries. */
export const deliveriesOf = (deliveries: readonly DeliveryDefinition[]): Required<Pick<ServerSlice, 'deliveries' | 'resources'>> => ({
  deliveries,
  resources: deliveries.flatMap((delivery) => [logServer(delivery), detailServer(delivery)]),
})
