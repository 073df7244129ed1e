import type { ChoiceOptions } from '@lamplight/fields/model'
import type { ReportSource, SourceDimension, SourceLevel } from '@lamplight/kit'
import { connectTo } from '@lamplight/postgres/connect'
import type { Platform } from '@lamplight/server-kit'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { type Cell, DAYS, dayAt, rowsByPlace, type SourceRow } from './report-model.ts'

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
  const stored = rows.map(({ '*': _, ...row }, n) => {
    const empty = Object.values(dimensions).flatMap(({ column, field }) =>
      row[column] === '' || (field.kind === 'ref' && row[column] === '0') ? [[column, field.kind === 'text' ? '' : null]] : [],
    )
    const at = Temporal.ZonedDateTime.from(`${row[day]}T${n % 2 ? '23:59' : '00:00'}[Asia/Shanghai]`)
      .toInstant()
      .toString()
    return { ...NEEDED[from]?.(n), ...row, ...only, ...Object.fromEntries(empty), [day]: at, id: platform.newId() } as SourceRow
  })
  await insert(platform, from, tenant, stored)
}

/** Rows of one statement. */
const CHUNK = 250
/** Inserts rows, which have the same columns. */
export const insert = async ({ system }: Platform, table: string, tenant: string, rows: readonly SourceRow[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {})
  for (let from = 0; from < rows.length; from += CHUNK) {
    const params: unknown[] = [tenant]
    const values = rows
      .slice(from, from + CHUNK)
      .map((row) => `($1, ${columns.map((column) => `$${params.push(row[column])}`).join(', ')})`)
    await system.query(`insert into ${table} (tenant_id, ${columns.join(', ')}) values ${values.join(', ')}`, params)
  }
}

/** Puts empty tables in the place of views over rollups, and makes generated columns plain, so that random rows can be inserted. */
export const replaceViews = async (url: string, names: ReadonlySet<string>): Promise<void> => {
  const owner = await connectTo(url)
  for (const name of names) {
    const { rowCount } = await owner.query("select from pg_views where schemaname = 'public' and viewname = $1", [name])
    if (rowCount === 0) {
      const generated = await owner.query<{ column: string }>(
        "select column_name as column from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'ALWAYS'",
        [name],
      )
      for (const { column } of generated.rows) await owner.query(`alter table ${name} alter column ${column} drop expression`)
      continue
    }
    await owner.query(`create table ${name}_rows as select * from ${name} with no data`)
    await owner.query(`drop view ${name}`)
    await owner.query(`alter table ${name}_rows rename to ${name}`)
    await owner.query('select ll_secure($1)', [name])
  }
  await owner.end()
}

/** Random rows of a source. `keeper`: a user who is the author of some of them; `valuesOf`: values that rows of a dimension may have. */
export const randomRows = (
  source: ReportSource,
  seed: number,
  most: number,
  keeper: string,
  valuesOf: (dimension: SourceDimension) => Cell[],
): SourceRow[] => {
  const { dimensions, sums, extremes = {}, histograms = {}, only = {}, single } = source
  const one = single && sums[single.count]
  const author = source.place && 'author' in source.place ? source.place.author : undefined
  const made = fc.sample(
    fc.record({
      [source.day]: fc.integer({ min: 0, max: DAYS - 1 }).map(dayAt),
      ...(author ? { [author]: fc.constantFrom('0', keeper, '77') } : {}),
      ...Object.fromEntries(Object.values(dimensions).map((dimension) => [dimension.column, fc.constantFrom(...valuesOf(dimension))])),
      ...Object.fromEntries(
        Object.values(sums).map((column) => [
          column,
          column === '*' || column === one ? fc.constant(1) : fc.integer({ min: 0, max: 50_000_000 }),
        ]),
      ),
      ...Object.fromEntries(Object.values(extremes).map((column) => [column, fc.integer({ min: -5000, max: 5000 })])),
      ...Object.fromEntries(Object.entries(only).map(([column, value]) => [column, fc.constant(value)])),
      ...Object.fromEntries(
        Object.values(histograms).map(({ column, bounds }) => [
          column,
          fc.array(fc.integer({ min: 0, max: 9 }), { minLength: bounds.length + 1, maxLength: bounds.length + 1 }),
        ]),
      ),
    }),
    { numRuns: most + (seed % 10), seed },
  ) as SourceRow[]
  if (source.rows) return made
  const keyed = single ? [dimensions[single.by]?.column as string] : Object.values(dimensions).map(({ column }) => column)
  const keys = [source.day, ...(author ? [author] : []), ...keyed]
  return [...new Map(made.map((row) => [keys.map((key) => row[key]).join(), row])).values()]
}

/** Stores the numbers of the rows of a level. A table of them serves several sources, each in its own column. */
export const storeCounts = async (
  { system }: Pick<Platform, 'system'>,
  source: ReportSource,
  level: SourceLevel,
  tenant: string,
  rows: readonly SourceRow[],
): Promise<void> => {
  if (!level.groups) return
  const { rows: table, count } = level.groups
  const { places, counts } = rowsByPlace(source, level, rows)
  const key = ['day', ...places].join(', ')
  await system.query(`update ${table} set ${count} = 0 where tenant_id = $1`, [tenant])
  await system.query(
    `insert into ${table} (tenant_id, ${key}, days, nights)
     select $1, ${key}, ${['days', 'nights'].map((name) => (name === count ? 'n' : '0')).join(', ')}
     from jsonb_to_recordset($2) as r (day date, ${places.map((name) => `${name} bigint`).join(', ')}, n integer)
     on conflict (tenant_id, ${key}) do update set ${count} = excluded.${count}`,
    [tenant, JSON.stringify(counts)],
  )
}

/** Returns the values of the choice that a dimension is. */
export const choicesOf = ({ field }: SourceDimension): string[] => Object.keys((field.options as unknown as ChoiceOptions).values)
