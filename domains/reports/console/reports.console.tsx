import { defineConsole } from '@lamplight/console-kit'
import { reportPages } from '@lamplight/console-kit/report'
import { contributeExport, onConsole } from '@lamplight/console-kit/resource'
import { lazy, Suspense } from 'react'
import { reports } from '../domain.ts'
import { report } from '../model/report.resource.ts'
import type { ReportRow } from './question.ts'

const RunDialog = lazy(() => import('./run.dialog.tsx').then((module) => ({ default: module.RunDialog })))
/** Cells are loaded with the list page only. */
const cell = (name: 'ContentCell' | 'ColumnsCell') => {
  const Cell = lazy(() => import('./cells.tsx').then((module) => ({ default: module[name] })))
  return ({ row }: { readonly row: ReportRow }) => (
    <Suspense>
      <Cell row={row} />
    </Suspense>
  )
}
const SaveReport = lazy(() => import('./save-report.tsx').then((module) => ({ default: module.SaveReport })))

contributeExport('reports', SaveReport)

export const reportsConsole = defineConsole({
  domain: reports,
  pages: reportPages(async () => (await import('../model/defined-reports.ts')).definedReports, {
    report_energy: '/report/energy',
    report_online: '/report/online',
    report_command: '/report/commandResult',
  }),
  resources: [
    onConsole(report, {
      link: '/report/reportlist',
      find: ['name'],
      empty: [
        '还没有报表。在任一列表（如灯具）中设好条件，点“导出”，再点“保存为报表”',
        'No reports yet. In any list (such as lamps), set the filter, choose Export, then Save as report',
      ],
      columns: { source: cell('ContentCell'), columns: cell('ColumnsCell') },
      actions: { run: RunDialog },
    }),
  ],
})
