import { defineConsole } from '@lamplight/console-kit'
import { reportPages } from '@lamplight/console-kit/report'
import { deviceConsoles } from '@lamplight/control/console'
import { environment } from '../domain.ts'
import { kinds } from '../model/kinds.ts'

export const environmentConsole = defineConsole({
  domain: environment,
  pages: reportPages(async () => (await import('../model/defined-reports.ts')).definedReports, { report_trash: '/report/trashFill' }),
  resources: deviceConsoles(kinds),
})
