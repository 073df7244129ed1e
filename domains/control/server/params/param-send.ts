import { type BatchAnswer, deviceTypesPort } from '@lamplight/devices/model'
import { deviceTargets, membersOfGroup, registeredTargets } from '@lamplight/devices/server'
import { type DeviceTypeDefinition, inSentence, type ParamFamilyDefinition, type ParamOp, type Text } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { type Ctx, inTransaction, type Platform, type Query } from '@lamplight/server-kit'
import { DEVICE_COMMAND, PARAM_OP_TEXTS, PARAM_STATUS, STATUS, type TargetQuery } from '../../model/index.ts'
import { askSecondPerson } from '../calls/approval.ts'
import { inputWords, nameDevices } from '../calls/commands.port.ts'
import { targetName } from '../calls/target-text.ts'
import { moveDetails } from '../deliveries/delivery-rows.ts'
import { holdBack } from '../dispatch/waves.ts'
import { type Author, type KeyedRequest, platformAuthor, writeBatch } from '../ledger/create-batch.ts'
import { LANE } from '../ledger/lane.ts'
import { internOne, RETRY_AT } from './param-answers.ts'

const SELECTED = 1
const GROUP = 2

/** An operation of a parameter family; only `set` uses `value`. */
export interface ParamOrder {
  readonly family: ParamFamilyDefinition
  readonly op: ParamOp
  readonly value: ParamValue
  readonly again: string | null
  /** Name of the device type; default: all types of the family. */
  readonly typeName?: string
  /** Group whose members are the devices; the record shows it as the target. */
  readonly groupId?: string
  /** A user sends it: to many devices it waits for a second person. */
  readonly asks?: true
}

/** SQL condition: the devices of the pack failed when the batch was written, because they have no gateway or driver or are not activated. */
const LOST = `k.gateway_sn = ''`
/** Stores the wanted value of devices of the batch, with the batch that sends it. Devices that the batch cannot reach wait for the next attempt. */
const wantSql = (which: string): string => `
insert into control_param as p (device_id, family, tenant_id, wanted_id, wanted_gen, wanted_at, wanted_by, batch_id, status, next_at)
select d.id, $2, $3, $4, 1, $5, $6, $1, case when ${LOST} then ${PARAM_STATUS.waiting} else ${PARAM_STATUS.pending} end,
  case when ${LOST} then ${RETRY_AT('0', '$5')} end
from control_pack k cross join lateral unnest(k.device_ids) as d (id) where k.batch_id = $1${which} order by d.id
on conflict (device_id, family) do update set
  wanted_gen = case when p.wanted_id is distinct from excluded.wanted_id or p.drift then p.wanted_gen + 1 else p.wanted_gen end,
  wanted_id = excluded.wanted_id, wanted_at = excluded.wanted_at, wanted_by = excluded.wanted_by, batch_id = excluded.batch_id,
  status = excluded.status, code = null, attempts = 0, next_at = excluded.next_at, drift = false`

const WANT = wantSql('')
/** The same for devices behind the gateways `$7`. */
const WANT_FIRST = wantSql(' and k.gateway_sn = any($7::text[])')
/** The same for the devices behind other gateways that still wait to be sent to. */
export const WANT_REST = wantSql(` and k.gateway_sn <> all($7::text[]) and k.gateway_sn <> '' and exists (
  select from control_ledger i where i.batch_id = k.batch_id and i.device_id = d.id and i.status <= 1)`)

/**
 * The batch $1 is another attempt of the platform to send a value. Marks the earlier attempts of the last 24 hours as `folded` if each of
 * their devices has taken the value or was sent it again since, so that the list shows each device that still lacks it in one row. Stores
 * the number of attempts for the devices of the batch.
 */
const FOLD = `
with own as (select tenant_id, cmd, args, device_type, create_time from control_batch where id = $1),
  earlier as (select b.id, b.attempts, b.folded from control_batch b, own where b.tenant_id = own.tenant_id and b.automatic and b.id <> $1
    and b.cmd = own.cmd and b.args = own.args and b.device_type = own.device_type and b.create_time > own.create_time - interval '1 day'),
  sent as materialized (select i.batch_id, i.device_id, i.status from control_ledger i where i.batch_id in (select id from earlier union all select $1)),
  done as (update control_batch b set folded = true from earlier e where b.id = e.id and not e.folded and not exists (
    select from sent i where i.batch_id = e.id and i.status <> ${STATUS.success}
      and not exists (select from sent l where l.device_id = i.device_id and l.batch_id > i.batch_id)))
update control_batch set attempts = 1 + coalesce((select max(e.attempts) from earlier e where exists (
  select from sent i join sent m on m.device_id = i.device_id and m.batch_id = $1 where i.batch_id = e.id)), 0) where id = $1`

/** Links an unchanged wanted value to another batch that sends it. */
const CARRY = `
update control_param p set batch_id = $1, status = ${PARAM_STATUS.pending}, next_at = null
where p.family = $2 and p.device_id = any(array(select d.id from control_pack k cross join lateral unnest(k.device_ids) as d (id) where k.batch_id = $1))`

/** Returns the device types of a family that slices declare. */
export const typesOf = (platform: Pick<Platform, 'port'>, { types }: ParamFamilyDefinition): DeviceTypeDefinition[] => {
  const port = platform.port(deviceTypesPort)
  return types.flatMap((name) => port.named(name) ?? [])
}

const draftOf = (
  { family, op, value, again, groupId }: ParamOrder,
  options: { readonly targets: TargetQuery; readonly type: number; readonly nameTarget: (query: Query) => Promise<Text | null> },
) => {
  const [zh, en] = inputWords(family.fields, value)
  const name: Text = [`${PARAM_OP_TEXTS[op][0]}${family.label[0]}`, `${PARAM_OP_TEXTS[op][1]} ${inSentence(family.label[1])}`]
  return {
    ...options,
    targetKind: groupId ? GROUP : SELECTED,
    command: DEVICE_COMMAND,
    level: null,
    expectedLevel: null,
    lampSelect: null,
    duration: null,
    until: null,
    device: {
      type: options.type,
      cmd: op,
      args: op === 'set' ? { family: family.name, value } : { family: family.name },
      words: op === 'set' && zh ? ([`${name[0]}：${zh}`, `${name[1]}: ${en}`] as const) : name,
    },
    again,
    verb: `param.${op}`,
    // A read of all devices takes long: commands of operators must not wait for it.
    lane: op === 'get' ? LANE.background : LANE.operators,
  }
}

/** The first of the types that one of the devices has. The devices of a batch may have several types; its record names this one. */
export const typeAmong = async (ctx: Ctx, types: readonly DeviceTypeDefinition[], deviceIds: readonly string[]) => {
  if (types.length < 2) return types[0]
  const rows = await ctx.query<{ type: number }>('select distinct type from devices_registered where device_id = any($1::bigint[])', [
    deviceIds,
  ])
  return types.find(({ code }) => rows.some(({ type }) => type === code)) ?? types[0]
}

/** Sends an operation to devices. Leaves out devices that the user may not see, and devices whose type does not have the family. */
export const sendParam = async (ctx: Ctx, order: ParamOrder, deviceIds: readonly string[], request: KeyedRequest): Promise<BatchAnswer> => {
  const types = typesOf(ctx.platform, order.family).filter(({ name }) => (order.typeName ?? name) === name)
  const first = await typeAmong(ctx, types, deviceIds)
  if (!first) throw new Error(`no slice declares a device type of the family ${order.family.name}`)
  const { family, op, value } = order
  const targets = deviceTargets(ctx, types, deviceIds)
  const draft = draftOf(order, {
    targets,
    type: first.code,
    nameTarget: async (query) =>
      (order.groupId ? await targetName(ctx, query, { selector: { groupId: order.groupId } }) : null) ?? nameDevices(query, first, targets),
  })
  if (order.asks && op !== 'get')
    await askSecondPerson(ctx, {
      targets,
      content: draft.device.words,
      request,
      target: () => draft.nameTarget(ctx.query),
      work: { param: { family: family.name, op, value, ...(order.typeName && { typeName: order.typeName }) } },
    })
  return writeBatch(
    ctx,
    {
      ...draft,
      packed: async (query, batchId) => {
        if (op !== 'set') return
        const valueId = await internOne(query, ctx.platform.newId, { tenantId: ctx.tenantId, family: family.name, value })
        await moveDetails(ctx.platform, query, family, batchId, valueId)
        const [now, userId, tenantId] = [ctx.now(), ctx.user.id, ctx.tenantId]
        const first = await holdBack(query, { id: batchId, tenantId, userId, now, sets: { family, value, valueId } })
        const wanted = [batchId, family.name, tenantId, valueId, now, userId]
        await (first ? query(WANT_FIRST, [...wanted, first]) : query(WANT, wanted))
      },
    },
    request,
  )
}

/** Sets and sends the wanted value of devices, for slices that send a family themselves. Null, without a batch, if the user may see none of the devices. */
export const sendWanted = async (
  ctx: Ctx,
  order: Pick<ParamOrder, 'family' | 'value' | 'typeName'>,
  deviceIds: readonly string[],
): Promise<BatchAnswer | null> => {
  const { sql, params } = deviceTargets(ctx, typesOf(ctx.platform, order.family), deviceIds)
  const [seen] = await ctx.query(`select from (${sql}) t limit 1`, params)
  return seen ? sendParam(ctx, { ...order, op: 'set', again: null }, deviceIds, null) : null
}

/** SQL of the targets that still wait for the value. It runs under the lock of the tenant's batches, so that an older value never follows a newer one. */
const stillWaiting = (targets: string, params: number): string => `select t.* from (${targets}) t
  join control_param p on p.device_id = t.device_id and p.family = $${params + 1} and p.wanted_id = $${params + 2} and p.status = ${PARAM_STATUS.waiting}`

/** Sends the wanted value again; the batch has no user. Throws `noTargets` if no device waits for the value any more. */
export const sendAgain = (
  platform: Platform,
  tenantId: string,
  order: ParamOrder & { readonly type: DeviceTypeDefinition; readonly wantedId: string },
  deviceIds: readonly string[],
): Promise<BatchAnswer> => {
  const author: Author = platformAuthor(platform, tenantId)
  const { sql, params, routed } = registeredTargets(deviceIds)
  const targets = { sql: stillWaiting(sql, params.length), params: [...params, order.family.name, order.wantedId], routed }
  return writeBatch(
    author,
    {
      ...draftOf(order, {
        targets,
        type: order.type.code,
        nameTarget: (query) => nameDevices(query, order.type, targets),
      }),
      packed: async (query, batchId) => {
        await moveDetails(platform, query, order.family, batchId)
        await query(CARRY, [batchId, order.family.name])
        await query(FOLD, [batchId])
      },
    },
    null,
  )
}

/** Reads a family from devices on behalf of the platform, before other reads. */
export const readBack = (
  platform: Platform,
  tenantId: string,
  family: ParamFamilyDefinition,
  deviceIds: readonly string[],
): Promise<BatchAnswer> => {
  const [type] = typesOf(platform, family)
  if (!type) throw new Error(`no slice declares a device type of the family ${family.name}`)
  const targets = registeredTargets(deviceIds)
  const order = { family, op: 'get', value: {}, again: null } as const
  const draft = draftOf(order, { targets, type: type.code, nameTarget: (query) => nameDevices(query, type, targets) })
  return writeBatch(platformAuthor(platform, tenantId), { ...draft, lane: LANE.operators }, null)
}

/**
 * Sets several families of the devices of a group, one batch for each, in one transaction. Devices whose type does not have a family are left out of its
 * batch. Throws, without a batch, if a family has no device in the group.
 */
export const sendToGroup = async (
  ctx: Ctx,
  parts: readonly Pick<ParamOrder, 'family' | 'value'>[],
  groupId: string,
): Promise<BatchAnswer[]> =>
  inTransaction(ctx, async (inside) => {
    const made: BatchAnswer[] = []
    for (const { family, value } of parts) {
      const devices = await membersOfGroup(inside, groupId, typesOf(ctx.platform, family))
      made.push(await sendParam(inside, { family, op: 'set', value, again: null, groupId }, devices, null))
    }
    return made
  })
