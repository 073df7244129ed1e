import { reportsOf, type ServerSlice } from '@lamplight/server-kit'
import { reports } from '../domain.ts'
import { commandReport } from '../model/command-results.report.ts'
import { energy } from '../model/energy.report.ts'
import { menu } from '../model/menu.ts'
import { online } from '../model/online.report.ts'
import { reportServer } from './report.server.ts'

const generated = reportsOf([energy, online, commandReport])

export const reportsServer: ServerSlice = {
  domain: reports,
  ...generated,
  menu: [...menu, ...generated.menu],
  resources: [reportServer],
}
