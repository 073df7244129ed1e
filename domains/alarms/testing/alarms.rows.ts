import type { SliceRows } from '@lamplight/testing'

export const alarmsRows: SliceRows = {
  rows: {
    /** Incidents are opened by the platform. */
    'alarms.incident': async ({ insert, tenantId }) =>
      insert('alarms_incident', {
        tenant_id: tenantId,
        cause: 6,
        name: `INCIDENT-${tenantId}`,
        state: 2,
        severity: 2,
        lost: 0,
        total: 50,
        most_lost: 50,
        confidence: 97,
        evidence: 'contact',
        node_key: '6:1',
        began_at: new Date(),
        ended_at: new Date(),
      }),
    /** Alarms are opened by the platform. */
    'alarms.alarm': async ({ row, insert, tenantId }) =>
      insert('alarms_alarm', {
        tenant_id: tenantId,
        alarm_type: 2,
        sub_alarm_type: 2,
        city_exception_type: 4001,
        severity: 2,
        sn: `ALARM-${tenantId}`,
        name: '灯',
        device_id: await row('lighting.controller'),
        device_type: 4,
        began_at: new Date(),
        last_began: new Date(),
        ended_at: new Date(),
        present: false,
        latched: false,
        count: 1,
        dispose: 0,
      }),
    /** Calls are recorded by the platform. */
    'alarms.sosCall': async ({ row, insert, tenantId }) =>
      insert('alarms_sos_call', {
        tenant_id: tenantId,
        sn: `SOS-${tenantId}`,
        name: '报警柱',
        result: 2,
        presses: 1,
        began_at: new Date(),
        pressed_at: new Date(),
        ended_at: new Date(),
        alarm_id: await row('alarms.alarm'),
      }),
  },
  unwritten: ['alarms.alarm', 'alarms.incident', 'alarms.sosCall'],
  /** Without devices: its limit is that of all devices of the type. */
  values: { 'alarms.config': async () => ({ deviceIds: '' }) },
}
