import type { Gateways } from '@lamplight/devices/model'
import { type Ctx, changedEach, errors, onServer } from '@lamplight/server-kit'
import { controller } from '../model/controller.resource.ts'

/** What the device last said, read beside the row; a lamp that never spoke counts as not activated (decisions.md B2). */
export const stateFields = {
  currentControllerStatus: 's.state',
  online: 's.online',
  dim: 's.dim',
  activePower: 's.power',
  reportedAt: 's.reported_at',
}
export const absentState = { currentControllerStatus: 5, online: false }

const AFTER_COMMIT_MS = 250
/** What ingest remembers of these devices is looked up anew, once the write that is under way can be seen. */
const forget = (ctx: Ctx, sns: readonly string[]): void => {
  setTimeout(() => ctx.platform.port<Gateways>('devices.gateways').forget(sns), AFTER_COMMIT_MS)
}

export const controllerServer = onServer(controller, {
  joined: { sql: 'left join devices_state s on s.device_id = t.id', fields: stateFields, absent: absentState },
  filters: {
    groupId: { sql: 't.id = any(array(select m.device_id from devices_group_member m where m.group_id = $))', type: 'id' },
    gwSn: { sql: 't.gateway_id = any(array(select g.id from devices_gateway g where g.sn = $))', type: 'text' },
    deviceId: { sql: 't.id = $', type: 'id' },
  },
  beforeWrite: ({ draft }) => ({ ...draft, devType: 4 }),
  afterWrite: async ({ ctx, query, row, old }) => {
    const gatewayId = row.gatewayId ?? null
    await query(
      `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, type, name, activated)
       select $1, $2, $3, g.id, coalesce(g.sn, ''), 4, $6, $5 from (select 1) one left join devices_gateway g on g.id = $4
       on conflict (device_id) do update set sn = excluded.sn, gateway_id = excluded.gateway_id, gateway_sn = excluded.gateway_sn,
         name = excluded.name, activated = excluded.activated`,
      [row.sn, row.id, row.tenantId, gatewayId, row.activated ?? true, row.name ?? ''],
    )
    forget(ctx, old ? [old.sn, row.sn] : [row.sn])
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const ids = rows.map((row) => row.id)
    const [used] = await query<{ name: string }>(
      'select name from lighting_lamp where controller_id = any($1) and not is_deleted limit 1',
      [ids],
    )
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? `灯具 ${used.name}` : `lamp ${used.name}` })
    await query('delete from devices_registry where device_id = any($1)', [ids])
    await query('delete from devices_group_member where device_id = any($1)', [ids])
  },
  actions: {
    activated: async ({ ctx, ids, input }) => {
      await ctx.tx(async (query) => {
        const told = await query<{ sn: string; activated: boolean | null }>(
          'select sn, activated from lighting_controller where id = any($1) and activated is distinct from $2 order by sn limit 50',
          [ids, input.activated],
        )
        await query('update lighting_controller set activated = $2, update_time = now() where id = any($1)', [ids, input.activated])
        await query('update devices_registry set activated = $2 where device_id = any($1)', [ids, input.activated])
        await ctx.audit(
          {
            what: 'lighting.controller.activated',
            target: ids.slice(0, 50).join(','),
            count: ids.length,
            detail: { activated: input.activated, ...changedEach(told.map(({ sn, activated }) => [sn, activated, input.activated])) },
          },
          query,
        )
      })
      const devices = await ctx.query<{ sn: string }>('select sn from devices_registry where device_id = any($1)', [ids])
      forget(
        ctx,
        devices.map(({ sn }) => sn),
      )
      return { count: ids.length }
    },
  },
})
