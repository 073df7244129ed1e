import type { SliceRows } from '@lamplight/testing'

export const diagnosisRows: SliceRows = {
  rows: {
    /** Records are written by the nightly run. */
    'diagnosis.record': async ({ row, insert, tenantId }) =>
      insert('diagnosis_record', {
        tenant_id: tenantId,
        kind: 1,
        status: 0,
        sn: `RECORD-${tenantId}`,
        name: '灯',
        evidence: '夜间功率',
        evidence_en: 'Power by night',
        nights: 1,
        proof: 0,
        clean: 0,
        test_state: 0,
        correction: 0,
        first_day: '2026-01-01',
        last_day: '2026-01-01',
        device_id: await row('lighting.controller'),
        device_type: 4,
        value: 0.01,
        threshold: 0.3,
      }),
  },
  unwritten: ['diagnosis.record'],
}
