import { devicesOf } from '@lamplight/devices/server'
import { reportsOf, type ServerSlice } from '@lamplight/server-kit'
import { definedReports } from '../model/defined-reports.ts'
import { environment, kinds } from '../model/index.ts'

const devices = devicesOf(kinds)
const reports = reportsOf(definedReports)

export const environmentServer: ServerSlice = {
  domain: environment,
  ...devices,
  ...reports,
  menu: [...devices.menu, ...reports.menu],
}
