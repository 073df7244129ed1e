import type { SliceRows } from '@lamplight/testing'

export const devicesRows: SliceRows = {
  rows: {
    /** A gateway with devices. It sent a message that was no JSON, and named a device that is not registered. */
    'devices.gateway': async ({ product, one, tenantId }) => {
      const { id, sn } = await one(
        `select g.id, g.sn from devices_gateway g join devices_registry r on r.gateway_id = g.id
         where g.tenant_id = $1 and not g.is_deleted order by r.device_id limit 1`,
        [tenantId],
      )
      const { query } = product.platform.system
      await query(
        `insert into devices_misfit (gateway_sn, tenant_id, kind, reason, payload, at) values ($1, $2, 'report', 'not JSON', '{', now()) on conflict do nothing`,
        [sn, tenantId],
      )
      await query(
        `insert into devices_stranger (gateway_sn, sn, tenant_id, type, at) values ($1, $2, $3, '4', now()) on conflict do nothing`,
        [sn, `STRANGER-${tenantId}`, tenantId],
      )
      return String(id)
    },
  },
  words: async ({ one, row }) => ({
    'GW-0001': String((await one('select sn from devices_gateway where id = $1', [await row('devices.gateway')])).sn),
  }),
  marks: {
    devices_gateway: ['name', 'version'],
    devices_group: ['group_name', 'remark'],
    devices_registry: ['name'],
    devices_misfit: ['reason', 'payload'],
    devices_stranger: ['type'],
    devices_state: [],
    devices_latest: [],
    devices_fault: [],
  },
}
