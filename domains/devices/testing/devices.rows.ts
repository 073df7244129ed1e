import type { SliceRows } from '@lamplight/testing'

export const devicesRows: SliceRows = {
  rows: {
    /** A replacement that is too old to be undone. */
    'devices.replacement': async ({ one, tenantId }) =>
      String(
        (
          await one(
            `insert into devices_replacement (id, tenant_id, old_id, new_id, old_sn, new_sn, account, at, followed, left_over)
             select nextval('kit_id'), tenant_id, device_id, device_id, sn, sn, 'operator', now() - interval '9 days', '[]', '[]'
             from devices_registry where tenant_id = $1 order by device_id limit 1 returning id`,
            [tenantId],
          )
        ).id,
      ),
    'device.sn.controller': async ({ one, tenantId }) =>
      String(
        (await one('select sn from devices_registry where tenant_id = $1 and type = 4 order by device_id desc limit 1', [tenantId])).sn,
      ),
    /** Refused messages are stored when they arrive. */
    'devices.errorPacket': async ({ insert, tenantId }) =>
      insert('devices_error_packet', {
        tenant_id: tenantId,
        gateway_sn: `GW-ERR-${tenantId}`,
        kind: 'report',
        reason: 'message must be an array',
        payload: '{}',
        at: new Date(),
        first_at: new Date(),
        count: 1,
      }),
    /** An entry of the log of a device. */
    'devices.log': async ({ one, tenantId }) =>
      String(
        (
          await one(
            `insert into devices_log (tenant_id, device_id, kind, at, account)
             select tenant_id, device_id, 5, now(), 'operator' from devices_registry where tenant_id = $1 order by device_id limit 1 returning id`,
            [tenantId],
          )
        ).id,
      ),
    /** A gateway with devices, which sent a message that was no JSON and named a device that nobody knows; every device reported a wrong value. */
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
      await query(
        `insert into devices_misfit_value (device_id, kind, name, tenant_id, gateway_sn, value, reason, first_at, last_at)
         select device_id, 'value', 'dim', tenant_id, gateway_sn, '130', 'must be between 0 and 100', now(), now() from devices_registry
         where tenant_id = $1 on conflict do nothing`,
        [tenantId],
      )
      return String(id)
    },
  },
  unwritten: ['devices.errorPacket'],
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
    devices_misfit_value: ['value'],
    devices_log: ['account'],
    devices_locus: [],
    devices_replacement: ['account'],
  },
}
