import type { ReportSource } from '@lamplight/kit'
import type { Platform } from '@lamplight/server-kit'
import { Temporal } from 'temporal-polyfill'
import type { Cell, SourceRow } from './report-model.ts'

// Inserts rows of report sources into their tables.

/** Required columns of a table's rows that the report does not use. */
const NEEDED: Readonly<Record<string, (n: number) => Record<string, Cell>>> = {
  lighting_controller: (n) => ({ sn: `R-${n}` }),
  strategies_light_mode: (n) => ({ name: `R-${n}` }),
  kit_transition: () => ({ row_id: '1', transition: 'assign' }),
}
/** Inserts single facts; their time is in the first or the last minute of the day in the tenant's time zone. */
export const insertRows = async (
  platform: Platform,
  { from, day, only, dimensions }: ReportSource,
  tenant: string,
  rows: readonly SourceRow[],
): Promise<void> => {
  for (const [n, { '*': _, ...row }] of rows.entries()) {
    const empty = Object.values(dimensions).flatMap(({ column, field }) =>
      row[column] === '' || (field.kind === 'ref' && row[column] === '0') ? [[column, field.kind === 'text' ? '' : null]] : [],
    )
    const at = Temporal.ZonedDateTime.from(`${row[day]}T${n % 2 ? '23:59' : '00:00'}[Asia/Shanghai]`)
      .toInstant()
      .toString()
    const values = { ...NEEDED[from]?.(n), ...row, ...only, ...Object.fromEntries(empty), [day]: at, id: platform.newId() }
    await insert(platform, from, tenant, [values as SourceRow])
  }
}

/** Inserts rows of sums. */
export const insert = async ({ system }: Platform, table: string, tenant: string, rows: readonly SourceRow[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {})
  for (const row of rows)
    await system.query(
      `insert into ${table} (tenant_id, ${columns.join(', ')}) values ($1, ${columns.map((_, n) => `$${n + 2}`).join(', ')})`,
      [tenant, ...columns.map((column) => row[column])],
    )
}
