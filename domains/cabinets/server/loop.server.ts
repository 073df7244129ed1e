import { LINKS_CHANGED } from '@lamplight/devices/model'
import { projectTypeFilter } from '@lamplight/places/server'
import { type Ctx, changedEach, errors, grantedOnly, inTransaction, onServer } from '@lamplight/server-kit'
import { loop } from '../model/loop.resource.ts'
import { supplyOf } from './supply-sql.ts'

const TOLD = 50

/** Binds the controllers of lamps to a loop, or releases them from it. A lamp that another loop feeds moves to this one. */
export const feed = (
  caller: Ctx,
  [loopId]: readonly string[],
  lampIds: readonly string[] | null | undefined,
  bind: boolean,
): Promise<object> =>
  inTransaction(caller, async (ctx) => {
    const { query } = ctx
    const params: unknown[] = [lampIds ?? []]
    const cut = grantedOnly(ctx.user, params, { project: 'l.project_id', area: 'l.area_id' })
    const lamps = await query<{ id: string; name: string; device: string; was: string | null }>(
      `select l.id, l.name, l.controller_id as device, o.name as was from lighting_lamps l left join cabinets_feed f on f.device_id = l.controller_id
       left join cabinets_loop o on o.id = f.loop_id where l.id = any($1) and l.controller_id is not null and not l.is_deleted${cut}`,
      params,
    )
    if (lamps.length !== new Set(lampIds).size) throw errors.badParameter({ field: 'lampIds' }, 'lampIds')
    const devices = lamps.map(({ device }) => device)
    const changed = bind
      ? await query(
          `insert into cabinets_feed (device_id, loop_id, tenant_id, update_user) select unnest($1::bigint[]), $2, $3, $4
           on conflict (device_id) do update set loop_id = excluded.loop_id, update_user = excluded.update_user, update_time = now() where cabinets_feed.loop_id <> excluded.loop_id returning device_id`,
          [[...new Set(devices)], loopId, ctx.tenantId, ctx.user.id],
        )
      : await query('delete from cabinets_feed where device_id = any($1) and loop_id = $2 returning device_id', [devices, loopId])
    const [now] = bind ? await query<{ name: string }>('select name from cabinets_loop where id = $1', [loopId]) : []
    const detail = changedEach(lamps.slice(0, TOLD).map(({ name, was }) => [name, was, now?.name ?? null]))
    ctx.emit(LINKS_CHANGED, {})
    await ctx.audit({ what: `cabinets.loop.${bind ? 'bind' : 'unbind'}`, target: String(loopId), count: changed.length, detail }, query)
    return { count: changed.length }
  })

/** SQL of the number of lamps of a loop `t`, and of those that are offline (state 4). */
const LAMPS = `select count(*)::int as n, count(*) filter (where s.state = 4)::int as offline from cabinets_fed f
  left join devices_states s on s.device_id = f.device_id where f.tenant_id = t.tenant_id and f.loop_id = t.id`

export const loopServer = onServer(loop, {
  joined: {
    sql: `left join lateral (select ${supplyOf('t')} as contact) switches on true left join lateral (${LAMPS}) lamps on true`,
    fields: { supply: 'switches.contact', lamps: 'lamps.n', lampsOffline: 'lamps.offline' },
  },
  filters: {
    ...projectTypeFilter,
    deviceId: { sql: 't.id = any(array(select f.loop_id from cabinets_fed f where f.device_id = $))', type: 'id' },
  },
  actions: {
    bind: ({ ctx, ids, input }) => feed(ctx, ids, input.lampIds, true),
    unbind: ({ ctx, ids, input }) => feed(ctx, ids, input.lampIds, false),
  },
  // A device sends 0 for no strategy; the row then has none.
  beforeWrite: ({ draft }) => (draft.strategyId === 0 ? { ...draft, strategyId: null } : draft),
  afterWrite: async ({ ctx }) => ctx.emit(LINKS_CHANGED, {}),
  beforeRemove: async ({ ctx, query, rows }) => {
    ctx.emit(LINKS_CHANGED, {})
    const ids = rows.map(({ id }) => id)
    const [used] = await query<{ sn: string }>('select sn from cabinets_air_switch where loop_id = any($1) and not is_deleted limit 1', [
      ids,
    ])
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? `空气开关 ${used.sn}` : `air switch ${used.sn}` })
    await query('delete from cabinets_feed where loop_id = any($1)', [ids])
  },
})
