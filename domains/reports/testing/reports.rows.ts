import type { SliceRows } from '@lamplight/testing'

let number = 0

export const reportsRows: SliceRows = {
  rows: {
    /** Months are written by the platform; it leaves closed ones alone. */
    'reports.month': async ({ insert, tenantId }) => {
      number += 1
      return insert('reports_month', {
        tenant_id: tenantId,
        month: `${2030 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`,
        tariff: `08:00=0.${number}`,
        co2: 0.5,
        state: 2,
        closed_at: new Date(),
      })
    },
    /** Monthly reports are written by their job. */
    'reports.monthly': async ({ one, insert, tenantId }) => {
      number += 1
      const id = await insert('reports_monthly', {
        tenant_id: tenantId,
        month: `${2001 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`,
        state: 2,
        files: 1,
        made_at: new Date(),
        made_by: 'operator',
        seconds: 3,
      })
      await one(
        "insert into reports_monthly_file (tenant_id, report_id, lang, format, bytes) values ($1, $2, 'zh', 'pdf', 'file of a report') returning report_id",
        [tenantId, id],
      )
      return id
    },
  },
  unwritten: ['reports.month', 'reports.monthly'],
}
