import type { Readable } from 'node:stream'
import type { ChoiceOptions } from '@lamplight/fields/model'
import {
  COMPARISONS,
  GRAINS,
  type MenuItem,
  PERIOD,
  pick,
  type ReportCall,
  type ReportDefinition,
  reportCalls,
  reportRights,
  type SourceDimension,
  type SourceFilter,
  type Text,
} from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { A } from '../http/answer-schema.ts'
import type { Route, RouteInput } from '../http/route-types.ts'
import { registryPort } from '../ports.ts'
import { PDF_TYPE } from '../print/print.ts'
import { chunksOf, exportFile, exportPrint, formatIn } from '../resource/export-file.ts'
import { XLSX_TYPE } from '../resource/workbook.ts'
import type { ResourceServer, ServerSlice } from '../slice-types.ts'
import { compared, reportChart, reportComparison, reportPage, reportRecords, reportReturns, wireNames } from './report-answer.ts'
import { reportDocument } from './report-print.ts'
import { type ReportQuery, readReportQuery } from './report-query.ts'

type Values = Record<string, unknown>
type Find = (name: string) => ResourceServer | undefined
/** Largest number of groups in a file. */
const EXPORTED_AT_MOST = 200_000
const WORDS: Readonly<Record<ReportCall['answers'], Text>> = {
  page: ['分页', 'page'],
  chart: ['图表', 'chart'],
  comparison: ['对比', 'comparison'],
  export: ['导出', 'export'],
}
const COLUMN_WORDS = {
  period: ['时间', 'Period'],
  before: ['（对比）', ' (earlier)'],
  change: ['（变化）', ' (change)'],
  rate: ['（变化率 %）', ' (change, %)'],
} as const satisfies Record<string, Text>

/** Heads and wire names of the columns of a file, which are those of the page. */
const columnsOf = (report: ReportDefinition, { by, comparison }: ReportQuery, ctx: Ctx): (readonly [head: string, name: string])[] => [
  ...by.map((name): readonly [string, string] => {
    const dimension = report.source.dimensions[name]
    if (!dimension) return [pick(COLUMN_WORDS.period, ctx.lang), PERIOD]
    return [pick(dimension.field.options.label, ctx.lang), wireNames(name, dimension)[1]]
  }),
  ...Object.entries(report.measures).flatMap(([name, { label, unit }]) => {
    const head = (word: Text, of = unit): string => `${pick(label, ctx.lang)}${pick(word, ctx.lang)}${of ? ` (${of})` : ''}`
    const now = [head(['', '']), name] as const
    const { before, change, rate } = compared(name)
    return comparison
      ? [
          now,
          [head(COLUMN_WORDS.before), before] as const,
          [head(COLUMN_WORDS.change), change] as const,
          [head(COLUMN_WORDS.rate, ''), rate] as const,
        ]
      : [now]
  }),
]

const fileWords = (report: ReportDefinition, { range }: ReportQuery, ctx: Ctx): string[] => [
  pick(report.label, ctx.lang),
  `${range.from}–${range.to}`,
]

const exportReport = async (
  report: ReportDefinition,
  call: ReportCall,
  request: ReportQuery,
  input: RouteInput,
  find: Find,
): Promise<Readable | Buffer> => {
  const { ctx, query, reply } = input
  if (query.format === 'pdf') {
    const { document, total } = await reportDocument(report, request, columnsOf(report, request, ctx), ctx, find)
    return exportPrint(
      { path: call.path, query, code: report.code, jobTitle: report.label, words: fileWords(report, request, ctx), document, total },
      { ctx, reply },
    )
  }
  const format = formatIn(query.format)
  const records = await reportRecords(report, request, EXPORTED_AT_MOST, ctx, find)
  const columns = columnsOf(report, request, ctx)
  return exportFile<Values>(
    {
      path: call.path,
      query,
      code: report.code,
      label: report.label,
      jobTitle: report.label,
      words: fileWords(report, request, ctx),
      format,
      heads: columns.map(([head]) => head),
      total: records.length,
      chunks: chunksOf(records),
      linesOf: async (chunk) => chunk.map((record) => columns.map(([, name]) => record[name] ?? '')),
    },
    { ctx, reply },
  )
}

const day = { type: 'string', maxLength: 19, description: 'yyyy-MM-dd' }
const dimensionSchema = ({ field }: Pick<SourceDimension, 'field'>): object => {
  const description = field.options.label[1]
  if (field.kind === 'ref') return { type: 'string', pattern: '^(\\d{1,19}(,\\d{1,19})*)?$', description: `${description}: ids` }
  if (field.kind === 'text') return { type: 'string', description }
  const keys = Object.keys((field.options as unknown as ChoiceOptions).values)
  return { type: 'string', description: `${description}: ${keys.join(', ')}, comma-joined` }
}

/** Schema of a call's parameters for the API document only; `readReportQuery` checks the values. */
const schemaOf = (report: ReportDefinition, call: ReportCall): object => {
  const { dimensions, source, grains, measures, chart } = report
  const isListed = call.answers === 'page' || call.answers === 'export'
  // A chart groups by periods, and by its `split`, which has no earlier values. A comparison has no groups, and both earlier times.
  const compares = isListed || (call.answers === 'chart' && chart.split === undefined)
  const wire = new Map(Object.entries(call.names ?? {}).map(([name, meaning]) => [meaning, name]))
  const grainKeys = Object.entries(GRAINS).flatMap(([key, grain]) => (grains.includes(grain) ? [`${key} ${grain}`] : []))
  const properties: Record<string, object> = {
    startDate: day,
    endDate: day,
    dateType: { type: 'string', description: grainKeys.join(', ') },
    ...(compares
      ? {
          compare: {
            type: 'string',
            description: Object.entries(COMPARISONS)
              .map(([key, word]) => `${key} ${word}`)
              .join(', '),
          },
        }
      : {}),
    ...(call.by || !isListed ? {} : { by: { type: 'string', description: `groups: ${[PERIOD, ...dimensions].join(', ')}, comma-joined` } }),
    ...Object.fromEntries(dimensions.map((name) => [name, dimensionSchema(source.dimensions[name] as SourceDimension)])),
    ...Object.fromEntries((report.filters ?? []).map((name) => [name, dimensionSchema(source.filters?.[name] as SourceFilter)])),
    ...(isListed
      ? { ascs: { type: 'string', description: `sorts by groups or ${Object.keys(measures).join(', ')}` }, descs: { type: 'string' } }
      : {}),
    ...(call.answers === 'page' ? { current: { type: 'integer', default: 1 }, size: { type: 'integer', default: 10 } } : {}),
    ...(call.answers === 'export' ? { format: { type: 'string', enum: ['csv', 'xlsx', 'pdf', ''], default: 'csv' } } : {}),
  }
  const shown = Object.entries(properties).filter(([name]) => !(name in (call.fixed ?? {})))
  return { type: 'object', properties: Object.fromEntries(shown.map(([name, schema]) => [wire.get(name) ?? name, schema])) }
}

const routeOf = (report: ReportDefinition, call: ReportCall): Route => {
  const rights = reportRights(report)
  const isFile = call.answers === 'export'
  const method = call.method ?? 'GET'
  const schema = schemaOf(report, call)
  const [zh, en] = WORDS[call.answers]
  return {
    method,
    path: `/api/${call.path}`,
    summary: [`${report.label[0]}${zh}`, `${report.label[1]}: ${en}`],
    permission: isFile ? rights.export : rights.view,
    ...(method === 'GET' ? { query: schema } : { body: schema, example: { body: {} } }),
    checksItself: true,
    ...(isFile ? { answers: 'raw' } : {}),
    returns: call.answers === 'export' ? A.file('text/csv', XLSX_TYPE, PDF_TYPE) : reportReturns(report)[call.answers],
    handler: (input) => {
      const { ctx } = input
      const { resources } = ctx.platform.port(registryPort)
      const find: Find = (name) => resources.get(name)
      const query = readReportQuery(report, call, { ...input.query, ...(input.body as object | undefined) }, ctx)
      if (call.answers === 'export') return exportReport(report, call, query, input, find)
      if (call.answers === 'page') return reportPage(report, query, ctx, find)
      return call.answers === 'chart' ? reportChart(report, query, ctx, find) : reportComparison(report, query, ctx, find)
    },
  }
}

const menuOf = (report: ReportDefinition): readonly MenuItem[] => {
  const { code, label, page, roles } = report
  if (!page || !roles) return []
  const { view, export: file } = reportRights(report)
  const permissions = [
    { code: view, label: ['查看', 'View'], action: 2, roles: roles.read },
    { code: file, label: ['导出', 'Export'], action: 1, roles: roles.export },
  ] as const
  return [{ ...page, code, label, permissions }]
}

/** Derives the parts of a slice from its reports: routes, and menu items with rights. */
export const reportsOf = (
  reports: readonly ReportDefinition[],
): Required<Pick<ServerSlice, 'reports' | 'routes'>> & { readonly menu: readonly MenuItem[] } => ({
  reports,
  routes: reports.flatMap((report) => reportCalls(report).map((call) => routeOf(report, call))),
  menu: reports.flatMap(menuOf),
})
