/** Generated pages of reports. */

import type { ReportDefinition, Text } from '@lamplight/kit'
import type { Query } from '../router/location.ts'
import { definePage, type Page } from '../router/page.ts'

/** A report at a further address, such as in the menu of a system. */
export interface ReportPlace {
  readonly path: string
  /** Permission prefix of the report. */
  readonly report: string
  /** Title of the page there; default: that of the report. */
  readonly label?: Text
  /** Filters with fixed values there; the page does not show them. Keep the same object. */
  readonly preset?: Query
}
const NOTHING: Query = {}

/**
 * The pages of reports. `links`: permission prefix → address; `places`: further addresses. The definitions are loaded when the first page is opened.
 */
export const reportPages = (
  load: () => Promise<readonly ReportDefinition[]>,
  links: Readonly<Record<string, string>>,
  places: readonly ReportPlace[] = [],
): readonly Page[] =>
  [...Object.entries(links).map(([report, path]): ReportPlace => ({ report, path })), ...places].map(
    ({ report: code, path, label, preset = NOTHING }) =>
      definePage({
        path,
        label: ['报表', 'Report'],
        permission: `${code}_view`,
        load: async () => {
          const [reports, { reportPageOf }] = await Promise.all([load(), import('./report-page.tsx')])
          const report = reports.find((one) => one.code === code)
          if (!report) throw new Error(`there is no report ${code}`)
          return reportPageOf(report, preset, label ?? report.label)
        },
      }),
  )
