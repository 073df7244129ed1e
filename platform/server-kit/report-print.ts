import type { ChoiceOptions } from '@lamplight/fields/model'
import {
  COMPARISON_LABELS,
  COMPARISONS,
  GRAIN_LABELS,
  PERIOD,
  pick,
  type ReportDefinition,
  type SourceDimension,
  type Text,
} from '@lamplight/kit'
import type { Ctx } from './context-types.ts'
import type { PrintCell, PrintDocument, PrintPart } from './print/document.ts'
import { reportChart, reportPage } from './report-answer.ts'
import type { Completeness } from './report-complete.ts'
import { type ReportQuery, refersTo } from './report-query.ts'
import type { ReportReader } from './report-reader.ts'
import { tableOf, titleColumn } from './tables.ts'
import { formatTime } from './times.ts'

type Values = Readonly<Record<string, unknown>>
const WORDS = {
  range: ['时间', 'Time'],
  groups: ['分组', 'Grouped by'],
  compare: ['对比', 'Compared with'],
  complete: ['数据完整度', 'Completeness'],
  made: ['制作', 'Made'],
  details: ['明细', 'Details'],
  before: ['对比值', 'earlier'],
  none: ['所选时间和条件下没有数据', 'No data for this time and these filters'],
  gaps: ['{days} 天中有 {n} 天没有数据：{spans}', '{n} of {days} days without data: {spans}'],
} as const satisfies Record<string, Text>
const SPANS_SHOWN = 12
const VALUES_SHOWN = 10

/** Days without data as a sentence; empty if there are none. */
export const gapText = ({ days, gapDays, gaps }: Completeness, lang: Ctx['lang']): string =>
  gapDays === 0
    ? ''
    : pick(WORDS.gaps, lang)
        .replace('{days}', String(days))
        .replace('{n}', String(gapDays))
        .replace(
          '{spans}',
          gaps
            .slice(0, SPANS_SHOWN)
            .map(({ from, to }) => (from === to ? from : `${from}–${to}`))
            .join(pick(['、', ', '], lang)) + (gaps.length > SPANS_SHOWN ? ' …' : ''),
        )

/** Names of the values of a filter. */
const namesOf = async (
  { field }: Pick<SourceDimension, 'field'>,
  values: readonly string[],
  ctx: Ctx,
  find: ReportReader['find'],
): Promise<string> => {
  const shown = values.slice(0, VALUES_SHOWN)
  const resource = find(refersTo({ field } as SourceDimension) ?? '')?.resource
  const choices = (field.options as Partial<ChoiceOptions>).values
  let names: readonly string[] = shown.map((value) => {
    const words = choices?.[Number(value)]
    return words ? pick(words, ctx.lang) : value
  })
  if (field.kind === 'ref' && resource) {
    // A title of a row that the user may not see is not printed: row-level security leaves it out.
    const rows = await ctx.query<{ id: string; title: string }>(
      `select id::text as id, ${titleColumn(resource)} as title from ${tableOf(resource)} where id = any($1::bigint[])`,
      [shown],
    )
    names = shown.map((value) => rows.find(({ id }) => id === value)?.title ?? value)
  }
  return names.join(pick(['、', ', '], ctx.lang)) + (values.length > shown.length ? ' …' : '')
}

/** Filters and grouping of a call, for the head of a printed report. */
const headOf = async (report: ReportDefinition, query: ReportQuery, ctx: Ctx, find: ReportReader['find']): Promise<[string, string][]> => {
  const t = (text: Text): string => pick(text, ctx.lang)
  const groups = query.by.map((name) =>
    t(report.source.dimensions[name]?.field.options.label ?? (name === PERIOD ? GRAIN_LABELS[query.grain] : [name, name])),
  )
  const head: [string, string][] = [
    [t(WORDS.range), `${query.range.from} – ${query.range.to}`],
    [t(WORDS.groups), groups.join(t(['、', ', ']))],
  ]
  const compared = Object.values(COMPARISONS).find((one) => one === query.comparison)
  if (compared) head.push([t(WORDS.compare), t(COMPARISON_LABELS[compared])])
  for (const { dimension, values } of query.filters)
    head.push([t(dimension.field.options.label), await namesOf(dimension, values, ctx, find)])
  for (const { filter, values } of query.selections) head.push([t(filter.field.options.label), await namesOf(filter, values, ctx, find)])
  return head
}

/** A report as a document for paper: the totals, chart and groups of its page, with filters and completeness in the head. */
export const reportDocument = async (
  report: ReportDefinition,
  query: ReportQuery,
  columns: readonly (readonly [head: string, name: string])[],
  ctx: Ctx,
  find: ReportReader['find'],
): Promise<{ readonly document: PrintDocument; readonly total: number }> => {
  const t = (text: Text): string => pick(text, ctx.lang)
  const [answer, chart, head] = await Promise.all([
    reportPage(report, { ...query, current: 1, size: -1 }, ctx, find),
    reportChart(report, query, ctx, find),
    headOf(report, query, ctx, find),
  ])
  const { records, totals, total, complete } = answer as unknown as {
    readonly records: readonly Values[]
    readonly totals: Values
    readonly total: number
    readonly complete?: Completeness
  }
  const { times, series } = chart as unknown as {
    readonly times: readonly string[]
    readonly series: readonly { readonly name: string; readonly unit: string; readonly values: readonly (number | null)[] }[]
  }
  const decimalsOf = (name: string): number | null => {
    if (name.endsWith('Rate') && !(name in report.measures)) return 1
    const measure = report.measures[name] ?? report.measures[name.replace(/(Before|Change)$/, '')]
    return measure ? (measure.decimals ?? 0) : null
  }
  const cellOf = (name: string, value: unknown): PrintCell => {
    const decimals = decimalsOf(name)
    if (decimals !== null) return { n: typeof value === 'number' ? value : null, d: decimals }
    if (name === PERIOD) return String(value ?? '').slice(0, query.grain === 'day' ? 10 : query.grain === 'month' ? 7 : 4)
    return String(value ?? '')
  }
  const share = complete?.share
  const [first] = report.chart.measures.map((name) => report.measures[name])
  const gaps = complete ? gapText(complete, ctx.lang) : ''
  const apart = report.apart && report.source.dimensions[report.apart]
  // Values with different units cannot be added, so there are no totals.
  const isSum = !apart || query.filters.some(({ dimension, values }) => dimension === apart && values.length === 1)
  const parts: PrintPart[] = [
    ...(gaps ? [{ kind: 'text' as const, text: gaps, tone: 'warn' as const }] : []),
    ...(isSum
      ? [
          {
            kind: 'figures' as const,
            items: Object.entries(report.measures).map(([name, { label, unit }]) => ({
              label: t(label),
              value: cellOf(name, totals[name]),
              ...(unit ? { unit } : {}),
              ...(query.comparison && typeof totals[`${name}Before`] === 'number'
                ? { note: `${t(WORDS.before)} ${totals[`${name}Before`]}${unit ? ` ${unit}` : ''}` }
                : {}),
            })),
          },
        ]
      : []),
    ...(total > 0 && isSum
      ? [
          {
            kind: 'chart' as const,
            title: report.chart.measures.map((name) => t(report.measures[name]?.label ?? ['', ''])).join(' · '),
            unit: series[0]?.unit ?? '',
            type: report.chart.kind,
            times,
            series,
            ...(first?.goal === undefined ? {} : { goal: first.goal }),
          },
        ]
      : []),
    {
      kind: 'table',
      name: t(WORDS.details),
      empty: t(WORDS.none),
      total,
      columns: columns.map(([text, name]) => ({ head: text, align: decimalsOf(name) === null ? ('left' as const) : ('right' as const) })),
      rows: records.map((record) => columns.map(([, name]) => cellOf(name, record[name]))),
    },
  ]
  return {
    total,
    document: {
      lang: ctx.lang,
      title: t(report.label),
      subtitle: t(report.about),
      parts,
      head: [...head, ...(share === null || share === undefined ? [] : [[t(WORDS.complete), `${(100 * share).toFixed(2)} %`] as const])],
      foot: `Lamplight · ${t(WORDS.made)} ${formatTime(ctx.now(), ctx.zone).slice(0, 16)} · ${ctx.user.account}`,
    },
  }
}
