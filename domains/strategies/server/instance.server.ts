import type { Selector } from '@lamplight/control/model'
import { type DeviceTypes, deviceTypesPort } from '@lamplight/devices/model'
import { pick } from '@lamplight/kit'
import { type Ctx, onServer, type Query } from '@lamplight/server-kit'
import { calendarFamily, SYSTEMS, strategiesErrors, strategyInstance } from '../model/index.ts'
import { calendarStateOf } from './calendar-state.ts'
import { AWAITS, DONE, requestPublication, WITHDRAWN } from './publication.ts'
import { PUBLICATION, strategiesBy } from './publish.ts'
import { SOLAR_LAMP } from './strategy-devices.ts'
import { devicesOf, thoseWith } from './targets.ts'

interface Instance {
  readonly id: string
  readonly name: string
  readonly strategyId: string
  readonly groupId: string | null
  readonly deviceIds: readonly string[] | null
  readonly solarIds: readonly string[] | null
  readonly reason?: string | null
  readonly publicationId?: string | null
}
type Targets = Pick<Instance, 'groupId' | 'deviceIds' | 'solarIds'>
const selectorOf = ({ groupId, deviceIds, solarIds }: Targets): Selector =>
  groupId ? { groupId } : { controllerIds: [...(deviceIds ?? []), ...(solarIds ?? [])] }

/** Moves the solar lamps of a write from `deviceIds` to `solarIds`: callers give the ids of both kinds in `deviceIds`. */
const sorted = async (
  types: DeviceTypes,
  query: Query,
  draft: Partial<Targets>,
  old: Partial<Targets> | null,
): Promise<Partial<Targets>> => {
  if (!draft.deviceIds) return {}
  const rows = await query<{ id: string }>(
    'select r.device_id::text as id from devices_registered r where r.device_id = any($1::bigint[]) and r.type = $2',
    [draft.deviceIds, types.named(SOLAR_LAMP)?.code ?? null],
  )
  const solar = new Set(rows.map(({ id }) => id))
  if (solar.size === 0) return {}
  const others = draft.deviceIds.filter((id) => !solar.has(id))
  return {
    deviceIds: others.length > 0 ? others : null,
    solarIds: [...new Set([...((draft.solarIds === undefined ? old?.solarIds : draft.solarIds) ?? []), ...solar])],
  }
}

/** State of the devices of an instance: the worst of their calendars. */
const STATE = `left join lateral (
  select max(${calendarStateOf('p')})::smallint as status, min(c.hash) as hash
  from strategies_device d left join strategies_calendar c on c.id = d.calendar_id
  left join control_param_states p on p.device_id = d.device_id and p.family = '${calendarFamily.name}'
  where (d.normal_id = t.strategy_id or d.special_ids @> array[t.strategy_id])
    and (d.device_id = any(t.device_ids) or d.device_id = any(t.solar_ids) or t.group_id is not null and d.device_id in (select m.device_id from devices_group_members m where m.group_id = t.group_id))
) state on true`

const isSame = (one: Instance, other: Instance): boolean =>
  one.strategyId === other.strategyId &&
  one.groupId === other.groupId &&
  String(selectorOf(one).controllerIds) === String(selectorOf(other).controllerIds)

/** True if the publication of an instance was sent or awaits approval. After a rejection or withdrawal, saving the instance requests it again. */
const isPublished = async (query: Query, { publicationId }: Instance): Promise<boolean> => {
  if (!publicationId) return true
  const [row] = await query<{ state: number }>('select state from strategies_publication where id = $1', [publicationId])
  return row?.state === AWAITS || row?.state === DONE
}

/**
 * Takes the strategy of an instance from its devices by a publication of its own, which a second person approves if it touches many devices. A request of
 * the instance that still awaits approval is withdrawn. `next`: what the instance becomes; devices that keep the strategy are left out.
 */
const takeBack = async (ctx: Ctx, one: Instance, reason: string, next?: Instance): Promise<void> => {
  if (one.publicationId)
    await ctx.query('update strategies_publication set state = $2 where id = $1 and state = $3', [one.publicationId, WITHDRAWN, AWAITS])
  const strategy = (await strategiesBy(ctx.query, [one.strategyId])).get(one.strategyId)
  if (!strategy) return
  const kept = new Set(next?.strategyId === one.strategyId ? await devicesOf(ctx, selectorOf(next), strategy) : [])
  const having = await thoseWith(ctx, strategy.id, await devicesOf(ctx, selectorOf(one), strategy))
  const controllerIds = having.filter((id) => !kept.has(id))
  if (controllerIds.length === 0) return
  const selector = controllerIds.length === having.length ? selectorOf(one) : { controllerIds }
  await requestPublication(ctx, { strategyId: strategy.id, kind: PUBLICATION.unassign, selector, reason })
}

/** Instances: a write publishes in its own transaction, so that a refused publication leaves no row. */
export const instanceServer = onServer(strategyInstance, {
  // It may name devices anywhere: users limited to places see those that they created.
  place: 'author',
  filters: {
    // The system of an instance is that of its strategy. An instance with solar lamps also belongs to solar lighting.
    systemType: {
      sql: `(exists (select from strategies_strategy y where y.id = t.strategy_id and y.system_type = $::int) or $::int = ${SYSTEMS.sun} and t.solar_ids is not null)`,
      type: 'int',
    },
  },
  joined: { sql: STATE, fields: { status: 'coalesce(state.status, 0)', hash: 'state.hash' } },
  beforeWrite: async ({ ctx, query, draft: given, old }) => {
    const draft = { ...given, ...(await sorted(ctx.platform.port(deviceTypesPort), query, given, old)) }
    const row = { ...old, ...draft } as unknown as Instance
    if (!row.groupId && !row.deviceIds?.length && !row.solarIds?.length) throw strategiesErrors.needsTarget({}, 'groupId')
    return draft
  },
  afterWrite: async ({ ctx, query, row, old }) => {
    const now = row as unknown as Instance
    const before = old as unknown as Instance | null
    const isKept = before !== null && isSame(before, now)
    if (isKept && (await isPublished(query, before))) return
    const reason = now.reason ?? ''
    if (before && !isKept) await takeBack(ctx, before, reason, now)
    const { id, state } = await requestPublication(ctx, {
      strategyId: now.strategyId,
      kind: PUBLICATION.assign,
      selector: selectorOf(now),
      reason,
    })
    await query('update strategies_instance set publication_id = $2, sent_at = $3 where id = $1', [
      now.id,
      id,
      state === DONE ? ctx.now() : null,
    ])
  },
  beforeRemove: async ({ ctx, rows }) => {
    for (const row of rows as unknown as readonly Instance[])
      await takeBack(ctx, row, pick([`删除策略实例“${row.name}”`, `The instance ${row.name} was removed`], ctx.lang))
  },
})
