import type { Query } from '@lamplight/server-kit'

/** Rung of the ledger from which a device has agreed to a command. */
const RECEIVED = 2
/** SQL rows (tenant_id, loop_id, device_id, cmd, argument) of the devices that switch a loop, with the command and its argument. */
export const LOOP_SWITCHES = `(
  select tenant_id, loop_id, device_id, 'switch' as cmd, 'on' as argument from cabinets_switched_loops where not is_deleted
  union all select tenant_id, loop_id, device_id, 'output', 'do' || do_no from cabinets_output_loops where not is_deleted and do_no is not null)`
/** An order counts for this long before the switch reports its contact: its lamps may be lost first. */
const TELLS = "interval '2 minutes'"
/**
 * Loops whose lamps have no supply because somebody wants it so: open loops (`$1`) that the last command to their switch opened, and loops that a command has
 * just opened.
 */
const ORDERED = `select distinct s.loop_id::text as loop from ${LOOP_SWITCHES} s cross join lateral (
    select b.args::jsonb ->> s.argument as closed from control_batches b join control_ledger l on l.batch_id = b.id and l.tenant_id = b.tenant_id
    where b.tenant_id = s.tenant_id and b.cmd = s.cmd and b.args::jsonb ? s.argument and l.device_id = s.device_id and l.rung >= ${RECEIVED}
    order by b.id desc limit 1) o
  where o.closed in ('false', '0') and (s.loop_id = any($1::bigint[]) or s.device_id in (
    select l.device_id from control_batches b join control_ledger l on l.batch_id = b.id and l.tenant_id = b.tenant_id
    where b.cmd in ('switch', 'output') and b.create_time > now() - ${TELLS}))`

/** Those of these open loops that are open by order, and all that have just been opened by order. */
export const loopsOffByOrder = async (query: Query, open: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await query<{ loop: string }>(ORDERED, [open])).map(({ loop }) => loop))

/** All loops that are open by order. */
export const allLoopsOffByOrder = async (query: Query): Promise<ReadonlySet<string>> =>
  loopsOffByOrder(
    query,
    (await query<{ id: string }>('select id::text from cabinets_loops where contact = 0')).map(({ id }) => id),
  )
