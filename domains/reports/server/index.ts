import { deviceTypesPort } from '@lamplight/devices/model'
import { onServer, reportsOf, type ServerSlice } from '@lamplight/server-kit'
import { dueLightPort } from '@lamplight/strategies/model'
import { directoryPort, paramsPort } from '@lamplight/system/model'
import { reports } from '../domain.ts'
import { adjustment } from '../model/adjustment.resource.ts'
import { carbonFactor } from '../model/carbon-factor.resource.ts'
import { definedReports } from '../model/defined-reports.ts'
import { menu } from '../model/menu.ts'
import { month } from '../model/month.resource.ts'
import { reportsParams } from '../model/params.ts'
import { billServer } from './bill.server.ts'
import { billRoutes } from './bills.handler.ts'
import { countRoutes } from './counts.handler.ts'
import { dataRoutes } from './datas.handler.ts'
import { pastOfReports, seedReports } from './demo.ts'
import { efficiencyRoutes } from './efficiency.handler.ts'
import { faultRoutes } from './faults.handler.ts'
import { historyRoutes } from './history.handler.ts'
import { inventoryRoutes } from './inventory.handler.ts'
import { latestFaultsRoute } from './latest-faults.handler.ts'
import { lightingRoutes } from './lighting.handler.ts'
import { monthlyJobs, monthlyRoutes, monthlyServer, monthlyTask } from './monthly.server.ts'
import { offlineRoute } from './offline.handler.ts'
import { reportServer } from './report.server.ts'
import { reportsTask } from './rollups.task.ts'
import { scanInServer } from './scan-in.server.ts'

const generated = reportsOf(definedReports)

export const reportsServer: ServerSlice = {
  domain: reports,
  ...generated,
  menu: [...menu, ...generated.menu],
  listings: [scanInServer],
  resources: [reportServer, onServer(month, {}), onServer(carbonFactor, {}), onServer(adjustment, {}), billServer, monthlyServer],
  routes: [
    ...generated.routes,
    ...billRoutes,
    ...countRoutes,
    ...dataRoutes,
    ...efficiencyRoutes,
    ...faultRoutes,
    latestFaultsRoute,
    ...historyRoutes,
    ...inventoryRoutes,
    ...lightingRoutes,
    ...monthlyRoutes,
    offlineRoute,
  ],
  params: reportsParams,
  tasks: [reportsTask, monthlyTask],
  jobs: [monthlyJobs],
  seed: seedReports,
  past: pastOfReports,
  needs: [deviceTypesPort, dueLightPort, directoryPort, paramsPort],
}
