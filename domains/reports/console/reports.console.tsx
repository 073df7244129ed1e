import { defineConsole } from '@lamplight/console-kit'
import { reportPages } from '@lamplight/console-kit/report'
import { loadConsoles, onConsole } from '@lamplight/console-kit/resource'
import { lazy, Suspense } from 'react'
import { reports } from '../domain.ts'
import { report } from '../model/report.resource.ts'
import type { ReportRow } from './question.ts'

/** Loads the consoles of all slices, because a report can use any list. */
const RunDialog = lazy(async () => {
  const [module] = await Promise.all([import('./run.dialog.tsx'), loadConsoles()])
  return { default: module.RunDialog }
})
/** Loads the cells only with the list page. */
const cell = (name: 'ContentCell' | 'ColumnsCell') => {
  const Cell = lazy(async () => {
    const [module] = await Promise.all([import('./cells.tsx'), loadConsoles()])
    return { default: module[name] }
  })
  return ({ row }: { readonly row: ReportRow }) => (
    <Suspense>
      <Cell row={row} />
    </Suspense>
  )
}
export const reportsConsole = defineConsole({
  domain: reports,
  pages: reportPages(async () => (await import('../model/defined-reports.ts')).definedReports, {
    report_energy: '/report/energy',
    report_online: '/report/online',
    report_command: '/report/commandResult',
    report_trash: '/report/trashFill',
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
