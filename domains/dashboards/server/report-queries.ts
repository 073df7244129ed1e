import { addDays, bucketsOf, PERIOD, pick, type ReportDefinition, reportRights, type SourceDimension, type Text } from '@lamplight/kit'
import {
  type Ctx,
  formatTime,
  mayUse,
  type ResourceServer,
  readReportQuery,
  registryPort,
  reportPage,
  reportRecords,
  wireNames,
} from '@lamplight/server-kit'
import type { DataColumn, QueryInfo, VisualItemQuery } from '../model/widgets.ts'
import type { Cell } from './cells.ts'
import type { Places } from './totals.ts'

/** Group of a report that is its totals. */
const TOTAL = 'total'
const WORDS = { period: ['时间', 'Time'], total: ['合计', 'Total'] } as const satisfies Record<string, Text>
/** A report over more days than this is grouped by month. */
const DAILY_MOST = 62
const DEFAULT_DAYS = 30
const GROUPS_MOST = 400

const reportsOf = (ctx: Ctx): readonly ReportDefinition[] => ctx.platform.port(registryPort).slices.flatMap((slice) => slice.reports ?? [])
export const reportNamed = (ctx: Ctx, name: string): ReportDefinition | undefined => reportsOf(ctx).find((one) => one.name === name)
export const mayRead = (ctx: Ctx, report: ReportDefinition): boolean => mayUse(ctx.user, reportRights(report).view)

const measureColumns = (report: ReportDefinition, ctx: Ctx): readonly DataColumn[] =>
  Object.entries(report.measures).map(([code, { label, unit, decimals }]) => ({
    code,
    name: pick(label, ctx.lang),
    unit: unit ?? '',
    decimals: decimals ?? 0,
    kind: 'number',
    link: '',
  }))
const groupName = (report: ReportDefinition, by: string, ctx: Ctx): string =>
  pick(report.source.dimensions[by]?.field.options.label ?? WORDS[by as keyof typeof WORDS] ?? ['', ''], ctx.lang)
export const isGroup = (report: ReportDefinition, by: string): boolean => [TOTAL, PERIOD, ...report.dimensions].includes(by)

/** The reports that the user may see, as queries of widgets. */
export const reportInfos = (ctx: Ctx): readonly QueryInfo[] =>
  reportsOf(ctx)
    .filter((report) => mayRead(ctx, report))
    .map((report) => ({
      name: report.name,
      label: pick(report.label, ctx.lang),
      columns: measureColumns(report, ctx),
      hasDays: true,
      by: [PERIOD, TOTAL, ...report.dimensions].map((code) => ({ code, name: groupName(report, code, ctx) })),
    }))

/** Reads the groups of a report over the last days. The first column is the group, the others are its measures; days without data are null. */
export const readReport = async (
  report: ReportDefinition,
  ctx: Ctx,
  { days = DEFAULT_DAYS, by = PERIOD }: VisualItemQuery,
  places: Places,
): Promise<{ readonly columns: readonly DataColumn[]; readonly rows: Cell[][]; readonly link: string }> => {
  const today = formatTime(ctx.now(), ctx.zone).slice(0, 10)
  const limits = Object.fromEntries(Object.entries(places).filter(([name, id]) => id !== '' && report.dimensions.includes(name)))
  const isDaily = days <= DAILY_MOST && report.grains.includes('day')
  const sent = { startDate: addDays(today, 1 - days), endDate: today, dateType: isDaily ? '2' : '3', size: '1', ...limits }
  const call = { path: report.base, answers: 'page', by: by === TOTAL ? [PERIOD] : [by] } as const
  const query = readReportQuery(report, call, sent, ctx)
  const { resources } = ctx.platform.port(registryPort)
  const find = (name: string): ResourceServer | undefined => resources.get(name)
  const names = Object.keys(report.measures)
  const measures = (record: Readonly<Record<string, unknown>> | undefined): Cell[] => names.map((name) => (record?.[name] ?? null) as Cell)
  const group: DataColumn = { code: by, name: groupName(report, by, ctx), unit: '', decimals: 0, kind: 'text', link: '' }
  const columns = [group, ...measureColumns(report, ctx)]
  const link = report.page?.path ?? ''
  if (by === TOTAL) {
    const { totals } = (await reportPage(report, query, ctx, find)) as { totals: Readonly<Record<string, unknown>> }
    return { columns, rows: [[pick(WORDS.total, ctx.lang), ...measures(totals)]], link }
  }
  const records = await reportRecords(report, query, GROUPS_MOST, ctx, find)
  if (by !== PERIOD) {
    const [, label] = wireNames(by, report.source.dimensions[by] as SourceDimension)
    return { columns, rows: records.map((record) => [String(record[label] ?? ''), ...measures(record)]), link }
  }
  const byTime = new Map(records.map((record) => [String(record[PERIOD]), record]))
  return { columns, rows: bucketsOf(query.range, query.grain).map((time) => [time, ...measures(byTime.get(time))]), link }
}
