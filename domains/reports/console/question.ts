import { hrefOf, type Query } from '@lamplight/console-kit'
import { consoleOf, listHref, type ResourceConsole } from '@lamplight/console-kit/resource'
import { FROM, isPeriod, type Period, periodsAt, type Row, TO } from '@lamplight/kit'
import type { report } from '../model/report.resource.ts'

export type ReportRow = Row<typeof report>

/** The list of a report; undefined if the console no longer has it. */
export const sourceOf = ({ source }: Pick<ReportRow, 'source'>): ResourceConsole | undefined => consoleOf(source)

/** Filter and order of a report as list parameters, without its relative period. */
export const filterOf = ({ filter }: Pick<ReportRow, 'filter'>): Query => Object.fromEntries(new URLSearchParams(filter ?? ''))

const between = ({ from, to }: Period): Query => ({ [FROM]: from, ...(to ? { [TO]: to } : {}) })

/** Address of the list with filter, order and columns of a report; null if the list has no page. */
export const listOf = (row: ReportRow, now: number, wire: (ms: number) => string): string | null => {
  const path = listHref(sourceOf(row))
  const period = periodsAt(now, wire).find(({ key }) => key === row.period)
  return path === null
    ? null
    : hrefOf({ path, query: { ...filterOf(row), ...(period ? between(period) : {}), columns: row.columns ?? '' } })
}

/** Returns the part of a list's filter that a report stores, and its relative period if the filter is exactly one. */
export const keptOf = (
  filter: Query,
  now: number,
  wire: (ms: number) => string,
): { readonly filter: string; readonly period: Period | null } => {
  const period = periodsAt(now, wire).find((one) => isPeriod(filter, one)) ?? null
  const kept = Object.entries(filter).filter(([name, value]) => value !== '' && !(period && (name === FROM || name === TO)))
  return { filter: new URLSearchParams(kept).toString(), period }
}
