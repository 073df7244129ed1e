import { deviceTypesPort } from '@lamplight/devices/model'
import { guessesPort } from '@lamplight/identity/model'
import { actingPort, type ServerSlice } from '@lamplight/server-kit'
import { dashboards } from '../domain.ts'
import { dashboardsErrors } from '../model/dashboards.errors.ts'
import { dashboardsDictionaries } from '../model/dictionaries.ts'
import { menu } from '../model/menu.ts'
import { dashboardsParams } from '../model/params.ts'
import { attention } from './attention.handler.ts'
import { seedBoards } from './demo.ts'
import { handover } from './handover.handler.ts'
import { homeInfo } from './home.handler.ts'
import { overview } from './overview.handler.ts'
import { visualShareServer } from './share.server.ts'
import { sharedRoutes } from './visit.handler.ts'
import { visualRoutes } from './visual.handler.ts'
import { visualServer, visualVersionServer } from './visual.server.ts'

export const dashboardsServer: ServerSlice = {
  domain: dashboards,
  params: dashboardsParams,
  dictionaries: dashboardsDictionaries,
  menu,
  resources: [visualServer, visualVersionServer, visualShareServer],
  routes: [homeInfo, attention, handover, overview, ...visualRoutes, ...sharedRoutes],
  errors: dashboardsErrors.catalogue,
  needs: [actingPort, deviceTypesPort, guessesPort],
  seed: seedBoards,
}
