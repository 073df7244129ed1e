/** Generated pages of reports: a slice hands `reportPages([energy, …])` to `defineConsole`. */

import { type ReportDefinition, reportRights } from '@lamplight/kit'
import { definePage, type Page } from '../router/page.ts'

/** The page of each report, loaded when it is opened. */
export const reportPages = (reports: readonly ReportDefinition[]): readonly Page[] =>
  reports.map((report) =>
    definePage({
      path: report.page.path,
      label: report.label,
      permission: reportRights(report).view,
      load: async () => (await import('./report-page.tsx')).reportPageOf(report),
    }),
  )
