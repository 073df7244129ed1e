import { actingPort, provide, type ServerSlice, withPlain } from '@lamplight/server-kit'
import { places } from '../domain.ts'
import { placesDictionaries } from '../model/dictionaries.ts'
import { placesMenu } from '../model/menu.ts'
import { placesErrors } from '../model/places.errors.ts'
import { plain } from '../model/plain.ts'
import { placedDevicesPort, sharesPort } from '../model/ports.ts'
import { areaServer } from './area.server.ts'
import { areaManageRoutes } from './area-manage.handler.ts'
import { areaManageServer } from './area-manage.server.ts'
import { mapRoutes } from './map.handler.ts'
import { mapJumpAreaServer } from './map-jump-area.server.ts'
import { mapShareServer } from './map-share.server.ts'
import { placesRoutes } from './places.handler.ts'
import { projectServer } from './project.server.ts'
import { regionRoutes } from './region.handler.ts'
import { seedRegions } from './region.ts'
import { createShares } from './shares.port.ts'

export const placesServer: ServerSlice = withPlain(plain, {
  domain: places,
  dictionaries: placesDictionaries,
  resources: [projectServer, areaServer, areaManageServer, mapJumpAreaServer, mapShareServer],
  routes: [...placesRoutes, ...areaManageRoutes, ...mapRoutes, ...regionRoutes],
  menu: placesMenu,
  errors: placesErrors.catalogue,
  seed: seedRegions,
  ports: [provide(sharesPort, createShares)],
  needs: [actingPort, placedDevicesPort],
})

export type { teamTree } from './area-manage.handler.ts'
export type { areaHasDevice } from './places.handler.ts'
export { inSystem, projectTypeFilter } from './project-type.ts'
