import type { ServerSlice } from '@lamplight/server-kit'
import { dashboards } from '../domain.ts'
import { menu } from '../model/menu.ts'
import { dashboardsParams } from '../model/params.ts'
import { homeInfo } from './home.handler.ts'

export const dashboardsServer: ServerSlice = { domain: dashboards, params: dashboardsParams, menu, routes: [homeInfo] }
