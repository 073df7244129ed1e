import type { ChoiceOptions } from '@lamplight/fields/model'
import type { ReportDefinition } from '@lamplight/kit'
import type { ApiClient } from '@lamplight/testing'
import { expect } from 'vitest'
import { DAYS, dayAt, type Question } from './report-model.ts'

export type Record_ = Readonly<Record<string, unknown>>
export interface Page {
  readonly records: readonly Record_[]
  readonly total: number
  readonly totals: Record_
}
export const queryOf = (question: Question): Record<string, string> => ({
  startDate: dayAt(question.from),
  endDate: dayAt(question.from + question.length - 1),
  dateType: question.dateType,
  compare: question.compare,
  by: question.by.join(','),
  ...Object.fromEntries(Object.entries(question.filters).map(([name, values]) => [name, values.join(',')])),
})
/** Returns all groups, read in pages of `size`, with the totals of the first page. */
export const allPages = async (client: ApiClient, report: ReportDefinition, query: object, size = 1000): Promise<Page> => {
  const pages: Page[] = []
  for (let current = 1, more = true; more; current += 1) {
    const { data, code, msg } = await client.get<Page>(`/api/${report.base}/page`, { ...query, current, size })
    expect(code, msg).toBe(200)
    pages.push(data)
    more = data.records.length === size
  }
  const [first] = pages as [Page]
  return { ...first, records: pages.flatMap(({ records }) => records) }
}

/** Dimensions of the report whose groups are counted from stored numbers. */
export const countedIn = ({ source, dimensions }: ReportDefinition): string[] =>
  dimensions.filter((name) => source.levels?.some(({ groups }) => groups?.by === name))

/** Returns valid values of a parameter, by its name in the kit: some that select fewer rows or group them otherwise. */
export const sentFor = (report: ReportDefinition, name: string): readonly string[] => {
  const { dimensions, filters = {} } = report.source
  if (name === 'startDate' || name === 'endDate') return [dayAt(DAYS - 50)]
  if (name === 'dateType') return ['2', '3', '4']
  if (name === 'compare') return ['1', '2']
  if (name === 'by') return ['period', ...report.dimensions]
  if (name === 'format') return ['xlsx']
  const kind = (dimensions[name] ?? filters[name])?.field
  if (kind?.kind === 'choice') return Object.keys((kind.options as unknown as ChoiceOptions).values)
  // No row refers to the row 1, and no row has this text.
  return [kind?.kind === 'ref' ? '1' : 'zq']
}
export const keysIn = (report: ReportDefinition, by: readonly string[], record: Record_): string =>
  JSON.stringify(
    Object.fromEntries(
      by.map((name) => [name, record[name] === '' && report.source.dimensions[name]?.field.kind === 'ref' ? '0' : String(record[name])]),
    ),
  )
