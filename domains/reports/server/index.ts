import { deviceTypesPort } from '@lamplight/devices/model'
import { onServer, reportsOf, type ServerSlice } from '@lamplight/server-kit'
import { dueLightPort } from '@lamplight/strategies/model'
import { directoryPort, paramsPort } from '@lamplight/system/model'
import { reports } from '../domain.ts'
import { definedReports } from '../model/defined-reports.ts'
import { menu } from '../model/menu.ts'
import { month } from '../model/month.resource.ts'
import { reportsParams } from '../model/params.ts'
import { countRoutes } from './counts.handler.ts'
import { dataRoutes } from './datas.handler.ts'
import { historyRoutes } from './history.handler.ts'
import { lightingRoutes } from './lighting.handler.ts'
import { offlineRoute } from './offline.handler.ts'
import { reportServer } from './report.server.ts'
import { reportsTask } from './rollups.task.ts'
import { scanInRoute } from './scan-in.handler.ts'

const generated = reportsOf(definedReports)

export const reportsServer: ServerSlice = {
  domain: reports,
  ...generated,
  menu: [...menu, ...generated.menu],
  resources: [reportServer, onServer(month, {})],
  routes: [...generated.routes, ...countRoutes, ...dataRoutes, ...historyRoutes, ...lightingRoutes, offlineRoute, scanInRoute],
  params: reportsParams,
  tasks: [reportsTask],
  needs: [deviceTypesPort, dueLightPort, directoryPort, paramsPort],
}
