import type { SliceRows } from '@lamplight/testing'

let number = 0

export const reportsRows: SliceRows = {
  rows: {
    /** Months are written by the platform; it leaves closed ones alone. */
    'reports.month': async ({ insert, tenantId }) => {
      number += 1
      return insert('reports_month', {
        ...{ tenant_id: tenantId, month: `${2030 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}` },
        ...{ tariff: `08:00=0.${number}`, co2: 0.5, state: 2, closed_at: new Date() },
      })
    },
  },
  unwritten: ['reports.month'],
}
