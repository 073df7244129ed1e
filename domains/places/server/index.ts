import type { ServerSlice } from '@lamplight/server-kit'
import { places } from '../domain.ts'
import { placesMenu } from '../model/menu.ts'
import { areaServer } from './area.server.ts'
import { placesRoutes } from './places.handler.ts'
import { projectServer } from './project.server.ts'

export const placesServer: ServerSlice = {
  domain: places,
  resources: [projectServer, areaServer],
  routes: placesRoutes,
  menu: placesMenu,
}
