import { type TargetQuery, targetsPort } from '@lamplight/control/model'
import { sendWanted } from '@lamplight/control/server'
import type { BatchAnswer } from '@lamplight/devices/model'
import { arrayOf, type Ctx, inTransaction, type Query } from '@lamplight/server-kit'
import { calendarFamily, KINDS, strategiesErrors } from '../../model/index.ts'
import { type Combination, compileGroups, groupsOf, type Holding, refuseUnheld } from '../holding.ts'
import { hashOf, type SpecialDay, STRATEGY_COLUMNS, type StrategyRow, type WireProgram } from '../night/program.ts'
import { devicesFor } from '../strategy-devices.ts'

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

/** First key of the lock under which a tenant publishes: a calendar must contain all strategies that a device has when it is sent. */
const LOCK = 7_263_642
export const lockPublications = (ctx: Ctx): Promise<unknown> =>
  ctx.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, ctx.tenantId])

/**
 * SQL that gives devices their strategies and calendar, with the place of those that are lamps (for the night check). The parameters follow those of
 * `lamps`: device ids, tenant, normal strategy and its version, special strategies and their version, calendar, time. A version that is null is not changed.
 */
const ASSIGN = ({ sql, params }: TargetQuery): string => {
  const own = (n: number): string => `$${params.length + n}`
  return `insert into strategies_device as d (device_id, tenant_id, normal_id, normal_version, special_ids, special_version, calendar_id, published_at,
      lat, lng, project_id, area_id, street_id)
    select u.id, ${own(2)}, ${own(3)}::bigint, ${own(4)}::int, ${own(5)}::bigint[], ${own(6)}::int, ${own(7)}::bigint, ${own(8)}::timestamptz,
      l.lat, l.lng, l.project_id, l.area_id, l.street_id
    from unnest(${own(1)}::bigint[]) as u (id) left join (${sql}) l on l.device_id = u.id order by u.id
    on conflict (device_id) do update set normal_id = excluded.normal_id, normal_version = coalesce(excluded.normal_version, d.normal_version),
      special_ids = excluded.special_ids, special_version = coalesce(excluded.special_version, d.special_version), published_at = excluded.published_at,
      former_calendar_id = case when d.calendar_id is distinct from excluded.calendar_id then d.calendar_id else d.former_calendar_id end,
      calendar_id = excluded.calendar_id, lat = excluded.lat, lng = excluded.lng, project_id = excluded.project_id, area_id = excluded.area_id,
      street_id = excluded.street_id`
}

/** Stores a calendar once by its hash and returns its id. */
export const internCalendar = async (ctx: Ctx, program: WireProgram): Promise<{ readonly id: string; readonly hash: string }> => {
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
  /** The calendars, if the caller has computed them under `lockPublications` in this transaction. */
  readonly holdings?: readonly Holding[]
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
const holdingsOf = async (ctx: Ctx, { strategy, kind, deviceIds }: Publish): Promise<readonly Holding[]> => {
  const lamps = devicesFor(ctx, { controllerIds: deviceIds }, strategy)
  const found = await groupsOf(ctx, lamps, deviceIds)
  const groups = kind === PUBLICATION.unassign ? found.filter(({ assigned }) => assigned) : found
  const ids = new Set(groups.flatMap(({ normal, specials }) => [...(normal ? [normal] : []), ...specials]))
  const [rows, days] = [await strategiesBy(ctx.query, [...ids]), await specialDays(ctx.query)]
  return compileGroups(ctx, { groups, rows, days, own: strategy, nextOf: nextFor({ strategy, kind }) })
}

interface Given {
  readonly program: WireProgram | null
  readonly holdings: Holding[]
}
/** Gives devices their strategies and sends them their calendars: one batch for each different calendar. */
const sendCalendars = async (ctx: Ctx, { strategy, kind }: Publish, holdings: readonly Holding[]): Promise<BatchAnswer[]> => {
  const calendars = new Map<string, Given>()
  for (const holding of holdings) {
    const hash = holding.program ? hashOf(holding.program) : ''
    const given = calendars.get(hash) ?? { program: holding.program, holdings: [] }
    calendars.set(hash, given)
    given.holdings.push(holding)
  }
  const isSpecial = strategy.kind === KINDS.special
  const version = kind === PUBLICATION.unassign ? null : strategy.version
  const sent: BatchAnswer[] = []
  for (const { program, holdings: own } of calendars.values()) {
    const calendar = program ? await internCalendar(ctx, program) : { id: '', hash: '' }
    for (const { group, next } of own) {
      const lamps = ctx.platform.port(targetsPort).lamps(ctx, { controllerIds: group.ids })
      await ctx.query(ASSIGN(lamps), [
        ...lamps.params,
        arrayOf(group.ids),
        ctx.tenantId,
        next.normal,
        isSpecial ? null : version,
        arrayOf(next.specials),
        isSpecial ? version : null,
        calendar.id || null,
        ctx.now(),
      ])
    }
    const devices = own.flatMap(({ group }) => group.ids)
    const batch = await sendWanted(ctx, { family: calendarFamily, value: calendar }, devices)
    if (batch) sent.push(batch)
  }
  return sent
}

/**
 * Gives devices a strategy or takes it from them, and sends the calendars, in one transaction. The ledger shows the rung of each device. Throws
 * `cannotHold` if a device cannot hold its calendar, unless a strategy is taken from it.
 */
export const publish = (caller: Ctx, request: Publish): Promise<BatchAnswer[]> =>
  inTransaction(caller, async (ctx) => {
    const { strategy, kind, deviceIds } = request
    if (deviceIds.length === 0) throw strategiesErrors.noDevices({}, 'controllerIds')
    await lockPublications(ctx)
    const holdings = request.holdings ?? (await holdingsOf(ctx, request))
    if (kind !== PUBLICATION.unassign) refuseUnheld(ctx, holdings)
    await ctx.query('update strategies_strategy set published_at = $2 where id = $1', [strategy.id, ctx.now()])
    return sendCalendars(ctx, request, holdings)
  })
