import type { Ctx } from '@lamplight/server-kit'
import { COMMAND_NAMES } from '../../model/index.ts'

/** A command without an end is looked for among the commands of this many days before the instant. */
const KNOWN_DAYS = 90
/** The rung from which the device has agreed and holds the level. */
const RECEIVED = 2

/** A command that some devices took before an instant. */
export interface PastOrder {
  readonly batchId: string
  /** A value of COMMAND_NAMES. */
  readonly command: number
  /** False: at the instant the devices are back at their calendar, because the command has ended or released them. */
  readonly holds: boolean
  /** % */
  readonly level: number
  readonly since: Date
  /** End of a temporary command. */
  readonly until: Date | null
  readonly account: string
  /** Ids of the lamp controllers, 8 bytes each, big endian. */
  readonly devices: Buffer
}

/** Value of a column of a pack for the device at `n`: it holds one value for all of them, or one for each. */
const ofDevice = (column: string): string => `p.${column}[least(n, cardinality(p.${column}))]`
/**
 * SQL that returns the commands from the oldest one that is still in force, oldest first; the last command of a device decides. It reads `control_pack` and not
 * the ledger view: the view would unpack every pack, this query unpacks only those of gateways with a command in force. It compares times as epoch milliseconds, as
 * packs store them. $1: instant; $2: how many days back it looks; $3: id of one device, or null for all.
 */
const ORDERS = `
with b as materialized (
  select id, command, command < ${COMMAND_NAMES.release} and (until is null or until > $1) as holds,
    case command when ${COMMAND_NAMES.on} then 100 when ${COMMAND_NAMES.off} then 0 else coalesce(level, 0) end as level, until, create_time, coalesce(account, '') as account
  from control_batch where not is_deleted and command between ${COMMAND_NAMES.dim} and ${COMMAND_NAMES.release} and create_time <= $1
    and create_time > $1::timestamptz - make_interval(days => $2)
), gateways as materialized (
  select distinct p.gateway_sn from b join control_pack p on p.batch_id = b.id where b.holds
), edge as (select date_part('epoch', $1::timestamptz)::float8 * 1000 as ms)
select b.id::text as "batchId", b.command, b.holds, b.level, b.create_time as since, b.until, b.account, string_agg(int8send(u.device_id), '') as devices
from b join control_pack p on p.batch_id = b.id cross join edge cross join lateral (
  select device_id, n::int as n from unnest(p.device_ids) with ordinality as x (device_id, n)) u
where b.create_time >= (select min(create_time) from b where holds) and p.gateway_sn in (select gateway_sn from gateways)
  and ($3::bigint is null or u.device_id = $3)
  and case when b.holds then (${ofDevice('rungs')} >= ${RECEIVED} or coalesce(${ofDevice('ended_at')} > edge.ms, true)) and coalesce(${ofDevice('returned_at')} > edge.ms, true)
    else ${ofDevice('rungs')} >= ${RECEIVED} and ${ofDevice('received_at')} <= edge.ms end
group by b.id, b.command, b.holds, b.level, b.create_time, b.until, b.account order by b.create_time, b.id`

/**
 * Returns the commands that could be in force at an instant (epoch ms), oldest first; the last command of a device decides. A command is in force from its order
 * until its end, until the device returns to its calendar, or until the device takes a newer command. A command that the device never answered is no longer in
 * force after its end. It returns devices that the user may not see, so callers must filter them.
 */
export const ordersBefore = (ctx: Ctx, at: number, deviceId?: string): Promise<PastOrder[]> =>
  ctx.query<PastOrder>(ORDERS, [new Date(at), KNOWN_DAYS, deviceId ?? null])

/** The command that held a device at an instant (epoch ms); undefined if it followed its calendar. */
export const commandInForce = async (ctx: Ctx, at: number, deviceId: string): Promise<PastOrder | undefined> => {
  const last = (await ordersBefore(ctx, at, deviceId)).at(-1)
  return last?.holds ? last : undefined
}
