import { reportsOf, type ServerSlice } from '@lamplight/server-kit'
import { reports } from '../domain.ts'
import { definedReports } from '../model/defined-reports.ts'
import { menu } from '../model/menu.ts'
import { reportServer } from './report.server.ts'

const generated = reportsOf(definedReports)

export const reportsServer: ServerSlice = {
  domain: reports,
  ...generated,
  menu: [...menu, ...generated.menu],
  resources: [reportServer],
}
