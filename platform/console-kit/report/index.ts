/** Generated pages of reports. */

import type { ReportDefinition } from '@lamplight/kit'
import { definePage, type Page } from '../router/page.ts'

/** The pages of reports. `links`: permission prefix → address. The definitions are loaded when the first page is opened. */
export const reportPages = (load: () => Promise<readonly ReportDefinition[]>, links: Readonly<Record<string, string>>): readonly Page[] =>
  Object.entries(links).map(([code, path]) =>
    definePage({
      path,
      label: ['报表', 'Report'],
      permission: `${code}_view`,
      load: async () => {
        const [reports, { reportPageOf }] = await Promise.all([load(), import('./report-page.tsx')])
        const report = reports.find((one) => one.code === code)
        if (!report) throw new Error(`there is no report ${code}`)
        return reportPageOf(report)
      },
    }),
  )
