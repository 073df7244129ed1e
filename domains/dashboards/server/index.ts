import type { ServerSlice } from '@lamplight/server-kit'
import { dashboards } from '../domain.ts'
import { menu } from '../model/menu.ts'
import { homeInfo } from './home.handler.ts'

export const dashboardsServer: ServerSlice = { domain: dashboards, menu, routes: [homeInfo] }
