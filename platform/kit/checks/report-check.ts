import type { ReportDefinition, ReportMeasure, ReportSource } from '../report/report.ts'
import { PERIOD } from '../report/report-range.ts'

const NAME = /^[a-z][A-Za-z0-9]{0,31}$/
const COLUMN = /^[a-z][a-z0-9_]{0,62}$/
const KINDS = new Set(['ref', 'choice', 'text'])

/** Throws if the declaration of a report source has a fault. */
export const checkReportSource = (source: ReportSource): void => {
  const fail = (why: string): never => {
    throw new Error(`report source ${source.name}: ${why}`)
  }
  const histograms = Object.values(source.histograms ?? {})
  if (source.rows && source.levels) fail('has single rows and levels')
  const filters = Object.values(source.filters ?? {})
  const columns = [
    ...filters.flatMap(({ from, key, match }) => [from, key, match]),
    source.from,
    ...(source.levels ?? []).flatMap(({ from, through }) => (through ? [from, through] : [from])),
    source.day,
    ...Object.values(source.place ?? {}),
    ...Object.keys(source.only ?? {}),
    ...Object.values(source.extremes ?? {}),
    ...Object.values(source.sums).filter((column) => !(source.rows && column === '*')),
    ...[...Object.values(source.dimensions), ...histograms].map(({ column }) => column),
  ]
  for (const column of columns) if (!COLUMN.test(column)) fail(`${column} is not a valid column name`)
  for (const [name, { field }] of Object.entries(source.dimensions)) {
    if (!NAME.test(name) || name === PERIOD) fail(`${name} is not a valid dimension name`)
    if (!KINDS.has(field.kind)) fail(`${name} is not a reference, choice or text`)
  }
  for (const [name, { dimension, field }] of Object.entries(source.filters ?? {})) {
    if (!NAME.test(name) || name in source.dimensions) fail(`${name} is not a valid filter name, or is declared twice`)
    if (!(dimension in source.dimensions)) fail(`the filter ${name} selects values of unknown dimension ${dimension}`)
    if (field.kind === 'text') fail(`the filter ${name} is not a reference or choice`)
  }
  for (const name of (source.levels ?? []).flatMap(({ without }) => without))
    if (!(name in source.dimensions)) fail(`a level is without unknown dimension ${name}`)
  if (source.single && !(source.single.by in source.dimensions && source.single.count in source.sums))
    fail('counts rows by an unknown dimension or sum')
  for (const { bounds } of histograms)
    if (bounds.length === 0 || bounds.some((bound, at) => at > 0 && bound <= (bounds[at - 1] ?? 0))) fail('bounds do not ascend')
}

const checkMeasure = (source: ReportSource, measure: ReportMeasure): boolean => {
  if (measure.kind === 'sum') return measure.of in source.sums
  if (measure.kind === 'ratio') return measure.of in source.sums && measure.per in source.sums
  if (measure.kind === 'count') return measure.of in source.dimensions
  if (measure.kind === 'min' || measure.kind === 'max') return measure.of in (source.extremes ?? {})
  return measure.of in (source.histograms ?? {}) && measure.share > 0 && measure.share < 1
}

/** Throws if the declaration of a report has a fault. */
export const checkReport = (report: ReportDefinition): void => {
  const { source, measures, dimensions, by, chart, calls = [], grains } = report
  const fail = (why: string): never => {
    throw new Error(`report ${report.name}: ${why}`)
  }
  if (Boolean(report.page) !== Boolean(report.roles) || Boolean(report.page) === Boolean(report.rights))
    fail('has either a page with roles, or rights of other pages')
  const known = new Set([PERIOD, ...dimensions])
  for (const name of dimensions) if (!(name in source.dimensions)) fail(`the source has no dimension ${name}`)
  for (const name of report.filters ?? []) if (!(name in (source.filters ?? {}))) fail(`the source has no filter ${name}`)
  for (const name of report.drill ?? []) if (!dimensions.includes(name)) fail(`drills down to unknown dimension ${name}`)
  for (const name of Object.values(report.complete ?? {})) if (!(name in source.sums)) fail(`completeness needs the unknown sum ${name}`)
  if (report.apart && !dimensions.includes(report.apart)) fail(`keeps values of unknown dimension ${report.apart} apart`)
  if (grains.length === 0) fail('has no grain')
  for (const keys of [by, ...calls.flatMap((call) => (call.by ? [call.by] : []))]) {
    if (keys.length === 0) fail('has no grouping')
    for (const name of keys) if (!known.has(name)) fail(`groups by unknown dimension ${name}`)
  }
  for (const [name, measure] of Object.entries(measures)) {
    if (!NAME.test(name) || known.has(name)) fail(`${name} is not a valid measure name, or is declared twice`)
    if (!checkMeasure(source, measure)) fail(`the source cannot compute the measure ${name}`)
  }
  for (const name of chart.measures) if (!(name in measures)) fail(`the chart names unknown measure ${name}`)
  if (chart.measures.length === 0) fail('the chart has no measure')
  if (chart.split !== undefined && !dimensions.includes(chart.split)) fail(`the chart splits by unknown dimension ${chart.split}`)
}
