import { gateway } from '@lamplight/devices/model'
import { sourceOfHistory, sourceOfRows } from '@lamplight/fields/report-source'
import { defineReport, type ReportDefinition, type ReportSource } from '@lamplight/kit'
import { controller } from '@lamplight/lighting/model'
import { reportsOf, type ServerSlice } from '@lamplight/server-kit'
import { lightMode } from '@lamplight/strategies/model'

const pageAt = (name: string) =>
  ({
    roles: { read: 'reports', export: 'export' },
    page: { path: `/report/${name}`, parent: 'report', icon: 'chart', sort: 99 },
  }) as const
const report = (name: string, source: ReportSource, place: Pick<ReportDefinition, 'page' | 'roles' | 'rights'> = pageAt(name)) => {
  const dimensions = Object.keys(source.dimensions)
  const [of = ''] = Object.keys(source.sums)
  return defineReport({
    name: `tests.${name}`,
    label: ['统计', 'Report'],
    about: ['行数', 'Rows'],
    code: `report_${name}`,
    source,
    base: `blade-test/${name}`,
    dimensions,
    by: dimensions.slice(0, 1),
    measures: { rows: { kind: 'sum', of, label: ['数量', 'Number'] } },
    grains: ['day', 'month', 'year'],
    chart: { kind: 'bar', measures: ['rows'] },
    ...place,
  })
}
const { place: _, ...unplaced } = sourceOfRows(lightMode, ['lampRunMode', 'areaId'])

/** Reports over single rows: of a resource, of the history of a lifecycle, and of a resource without a place. */
export const rowReports: ServerSlice = {
  domain: { name: 'tests', label: ['测试', 'Tests'], level: 9, uses: [] } as unknown as ServerSlice['domain'],
  ...reportsOf([
    report('devices', sourceOfRows(controller, ['supplierId', 'areaId'])),
    report('moves', sourceOfHistory(gateway)),
    // A figure without a page has the rights of another report.
    report('modes', unplaced, { rights: { view: 'report_moves_view', export: 'report_moves_export' } }),
  ]),
}
