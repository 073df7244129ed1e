import type { Ctx } from '@lamplight/server-kit'
import { COMMAND_NAMES } from '../model/index.ts'

/** A command without an end is looked for among the commands of this many days before the instant. */
export const COMMANDS_KNOWN_DAYS = 90
/** The rung from which the device has agreed and holds the level. */
const RECEIVED = 2

/** A command that held lamps at a level at an instant. */
export interface InForce {
  readonly batchId: string
  /** A value of COMMAND_NAMES. */
  readonly command: number
  /** % */
  readonly level: number
  readonly since: Date
  /** End of a temporary command. */
  readonly until: Date | null
  readonly account: string
  /** Ids of the lamp controllers, 8 bytes each, big endian. */
  readonly devices: Buffer
}

const held = (alias: string): string => `${alias}.command < ${COMMAND_NAMES.release} and (${alias}.until is null or ${alias}.until > $1)`
/**
 * A command holds a lamp from its order until its end, the device's return to its calendar, or a newer command that the device took, also one that has ended
 * or gives the lamp back to its calendar. A command that ended without an answer of the device holds nothing after its end. The views of the ledger are
 * read by batch, so that only the commands of the instant are unpacked. $1 instant, $2 days, $3 one device or null.
 */
const IN_FORCE = `
with b as materialized (
  select id, command, case command when ${COMMAND_NAMES.on} then 100 when ${COMMAND_NAMES.off} then 0 else coalesce(level, 0) end as level, until, create_time,
    coalesce(account, '') as account
  from control_batch where not is_deleted and command between ${COMMAND_NAMES.dim} and ${COMMAND_NAMES.release} and create_time <= $1
    and create_time > $1::timestamptz - make_interval(days => $2)
), live as (select * from b where ${held('b')}
), chosen as materialized (
  select distinct on (i.device_id) i.device_id, live.* from live join control_ledger i on i.batch_id = live.id
  where (i.rung >= ${RECEIVED} or i.ended_at is null or i.ended_at > $1) and (i.returned_at is null or i.returned_at > $1)
    and ($3::bigint is null or i.device_id = $3)
  order by i.device_id, live.create_time desc, live.id desc
), past as materialized (
  select b.* from b where not (${held('b')}) and b.create_time >= (select min(create_time) from chosen)
), over as materialized (
  select i.device_id, max(past.create_time) as at from past join control_ledger i on i.batch_id = past.id
  where i.rung >= ${RECEIVED} and i.received_at <= $1 and ($3::bigint is null or i.device_id = $3) group by 1
)
select c.id::text as "batchId", c.command, c.level, c.create_time as since, c.until, c.account, string_agg(int8send(c.device_id), '') as devices
from chosen c left join over o using (device_id) where o.at is null or o.at < c.create_time
group by c.id, c.command, c.level, c.create_time, c.until, c.account`

/** The commands of users that held lamps of the tenant at an instant (epoch ms), or one device. Callers show only devices that the user may see. */
export const commandsInForce = (ctx: Ctx, at: number, deviceId?: string): Promise<InForce[]> =>
  ctx.query<InForce & Record<string, unknown>>(IN_FORCE, [new Date(at), COMMANDS_KNOWN_DAYS, deviceId ?? null])
