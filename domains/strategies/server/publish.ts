import { targetsPort } from '@lamplight/control/model'
import { sendWanted } from '@lamplight/control/server'
import type { BatchAnswer } from '@lamplight/devices/model'
import { type Ctx, inTransaction, type Query } from '@lamplight/server-kit'
import { calendarFamily, KINDS, strategiesErrors } from '../model/index.ts'
import { type Combination, compileGroups, groupsOf, type Holding, refuseUnheld } from './holding.ts'
import { hashOf, type SpecialDay, STRATEGY_COLUMNS, type StrategyRow, type WireProgram } from './program.ts'

/** What a publication does to its devices: gives them the strategy, sends its present version, or takes it from them. */
export const PUBLICATION = { assign: 1, update: 2, unassign: 3 } as const
export type PublicationKind = (typeof PUBLICATION)[keyof typeof PUBLICATION]

/** Strategies of the tenant by id. */
export const strategiesBy = async (query: Query, ids: readonly string[]): Promise<ReadonlyMap<string, StrategyRow>> => {
  const rows = await query<StrategyRow>(
    `select ${STRATEGY_COLUMNS} from strategies_strategy s where s.id = any($1::bigint[]) and not s.is_deleted`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
export const specialDays = (query: Query): Promise<readonly SpecialDay[]> =>
  query<SpecialDay>('select day, kind from strategies_special_day where not is_deleted order by day')

/** Locks the assignments of devices in the order of their ids, so that two publications do not block each other. */
const LOCK = `select device_id from strategies_device where device_id = any($1::bigint[]) order by device_id for update`

const ASSIGN_NORMAL = `insert into strategies_device as d (device_id, tenant_id, normal_id, normal_version, special_ids, published_at)
  select u.id, $2, $3, $4, '{}', $5 from unnest($1::bigint[]) as u (id) order by u.id
  on conflict (device_id) do update set normal_id = excluded.normal_id, normal_version = excluded.normal_version, published_at = excluded.published_at`
const ASSIGN_SPECIAL = `insert into strategies_device as d (device_id, tenant_id, special_ids, special_version, published_at)
  select u.id, $2, array[$3::bigint], $4, $5 from unnest($1::bigint[]) as u (id) order by u.id
  on conflict (device_id) do update set published_at = excluded.published_at, special_version = excluded.special_version,
    special_ids = (select array_agg(distinct e order by e) from unnest(d.special_ids || $3::bigint) as e)`
const UNASSIGN = `update strategies_device d set published_at = $3, normal_id = nullif(d.normal_id, $2), special_ids = array_remove(d.special_ids, $2)
  where d.device_id = any($1::bigint[])`

/** Stores where the lamps are, for the night check. */
const PLACES = (
  lamps: string,
): string => `update strategies_device d set lat = l.lat, lng = l.lng, project_id = l.project_id, area_id = l.area_id, street_id = l.street_id
  from (${lamps}) l where l.device_id = d.device_id`

/** Stores a calendar once by its hash and returns its id. */
const internCalendar = async (ctx: Ctx, program: WireProgram): Promise<{ readonly id: string; readonly hash: string }> => {
  const hash = hashOf(program)
  const [row] = await ctx.query<{ id: string }>(
    `insert into strategies_calendar (id, tenant_id, hash, program) values ($1, $2, $3, $4)
     on conflict (tenant_id, hash) do update set hash = excluded.hash returning id::text as id`,
    [ctx.platform.newId(), ctx.tenantId, hash, JSON.stringify(program)],
  )
  return { id: row!.id, hash }
}

export interface Publish {
  readonly strategy: StrategyRow
  readonly kind: PublicationKind
  readonly deviceIds: readonly string[]
}

/** The strategies of devices after a publication. */
const nextFor =
  ({ strategy, kind }: Pick<Publish, 'strategy' | 'kind'>) =>
  ({ normal, specials }: Combination): Combination => {
    const { id } = strategy
    if (kind === PUBLICATION.unassign) return { normal: normal === id ? null : normal, specials: specials.filter((one) => one !== id) }
    return strategy.kind === KINDS.special ? { normal, specials: [...new Set([...specials, id])] } : { normal: id, specials }
  }

/** The calendars that a publication gives to its devices, by their strategies, models and places. Writes nothing. */
export const holdingsOf = async (ctx: Ctx, { strategy, kind, deviceIds }: Publish): Promise<readonly Holding[]> => {
  const lamps = ctx.platform.port(targetsPort).lamps(ctx, { controllerIds: deviceIds })
  const found = await groupsOf(ctx, lamps, deviceIds)
  const groups = kind === PUBLICATION.unassign ? found.filter(({ assigned }) => assigned) : found
  const ids = new Set(groups.flatMap(({ normal, specials }) => [...(normal ? [normal] : []), ...specials]))
  const [rows, days] = [await strategiesBy(ctx.query, [...ids]), await specialDays(ctx.query)]
  return compileGroups(ctx, { groups, rows, days, own: strategy, nextOf: nextFor({ strategy, kind }) })
}

/** Sends to each device its calendar: one batch for each different calendar. */
const sendCalendars = async (ctx: Ctx, holdings: readonly Holding[]): Promise<BatchAnswer[]> => {
  const calendars = new Map<string, { readonly program: WireProgram | null; readonly devices: string[] }>()
  for (const { program, group } of holdings) {
    const hash = program ? hashOf(program) : ''
    const calendar = calendars.get(hash) ?? { program, devices: [] }
    calendars.set(hash, calendar)
    for (const id of group.ids) calendar.devices.push(id)
  }
  const sent: BatchAnswer[] = []
  for (const { program, devices } of calendars.values()) {
    const calendar = program ? await internCalendar(ctx, program) : { id: '', hash: '' }
    await ctx.query(
      `update strategies_device set calendar_id = $2, former_calendar_id = case when calendar_id is distinct from $2 then calendar_id else former_calendar_id end
       where device_id = any($1::bigint[])`,
      [devices, calendar.id || null],
    )
    const batch = await sendWanted(ctx, { family: calendarFamily, value: calendar }, devices)
    if (batch) sent.push(batch)
  }
  return sent
}

/**
 * Changes the assignments and sends the calendars, in one transaction. The ledger shows the rung of each device. Throws
 * `cannotHold` if a device cannot hold its calendar, unless a strategy is taken from it.
 */
export const publish = (caller: Ctx, { strategy, kind, deviceIds }: Publish): Promise<BatchAnswer[]> =>
  inTransaction(caller, async (ctx) => {
    if (deviceIds.length === 0) throw strategiesErrors.noDevices({}, 'controllerIds')
    const [now, { query }] = [ctx.now(), ctx]
    await query(LOCK, [deviceIds])
    const holdings = await holdingsOf(ctx, { strategy, kind, deviceIds })
    if (kind !== PUBLICATION.unassign) refuseUnheld(ctx, holdings)
    if (kind === PUBLICATION.unassign) await query(UNASSIGN, [deviceIds, strategy.id, now])
    else {
      const sql = strategy.kind === KINDS.special ? ASSIGN_SPECIAL : ASSIGN_NORMAL
      await query(sql, [deviceIds, ctx.tenantId, strategy.id, strategy.version, now])
    }
    const lamps = ctx.platform.port(targetsPort).lamps(ctx, { controllerIds: deviceIds })
    await query(PLACES(lamps.sql), [...lamps.params])
    await query('update strategies_strategy set published_at = $2 where id = $1', [strategy.id, now])
    return sendCalendars(ctx, holdings)
  })
