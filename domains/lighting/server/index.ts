import { pastCommandsPort, plannedPort, targetsPort } from '@lamplight/control/model'
import { familiesOf } from '@lamplight/control/server'
import { commandsPort, controllerType, deviceLogPort, gatewaysPort, inventoryPort, liveTopic, pastPort } from '@lamplight/devices/model'
import { menuOf } from '@lamplight/kit'
import { placedDevicesPort, sharesPort } from '@lamplight/places/model'
import { authenticatorPort, provide, rowTopic, type ServerSlice } from '@lamplight/server-kit'
import { directoryPort, paramsPort } from '@lamplight/system/model'
import { lighting } from '../domain.ts'
import { controller } from '../model/controller.resource.ts'
import { lightingDictionaries } from '../model/dictionaries.ts'
import { families } from '../model/families.ts'
import { IMPORT_KINDS } from '../model/import.ts'
import { lamp } from '../model/lamp.resource.ts'
import { lightingErrors } from '../model/lighting.errors.ts'
import { menu } from '../model/menu.ts'
import { lightingParams } from '../model/params.ts'
import { nightsPort, townsPort } from '../model/ports.ts'
import { accessories } from './accessories.server.ts'
import { bindingServer, bindings } from './bindings.server.ts'
import { controlCentreRoutes } from './control-centre.handler.ts'
import { controllerRoutes } from './controller.handler.ts'
import { controllerServer } from './controller.server.ts'
import { countRoutes } from './controller-counts.handler.ts'
import { pastOfDemo, seedDemo } from './demo/demo.handler.ts'
import { seedPowerChecks } from './demo/demo-checks.ts'
import { seedLists } from './demo/demo-lists.ts'
import { createTowns } from './demo/towns.port.ts'
import { groupPartRoutes } from './group-parts.handler.ts'
import { importTask } from './import/import.task.ts'
import { importJobs } from './import/import-jobs.ts'
import { importRoutes } from './import/import-routes.ts'
import { installCheckAgainRoute, installCheckServer } from './install-check.server.ts'
import { createInventory } from './inventory.port.ts'
import { lampServer } from './lamp.server.ts'
import { lampBatchRoute } from './lamp-batch.handler.ts'
import { lampFollower } from './lamp-follower.ts'
import { lampPoints, mapBase, realTimeCondition } from './map/map.handler.ts'
import { mapTask } from './map/map.task.ts'
import { pastRoutes } from './map/past.handler.ts'
import { placeRoutes } from './map/place.handler.ts'
import { createPlacedDevices } from './map/placed.port.ts'
import { mapSearch } from './map/search.handler.ts'
import { similarRoute } from './map/similar.handler.ts'
import { spot } from './map/spot.handler.ts'
import { createNights, nightRoutes } from './nights.port.ts'
import { postServer } from './post.server.ts'
import { qrCodeRoute } from './qr-code.handler.ts'
import { stateTotalsTask } from './state-totals.task.ts'
import { streetServer } from './street.server.ts'
import { streetTask } from './street.task.ts'
import { lampIdsOf, targetOf } from './target.handler.ts'
import { createTargets } from './targets.port.ts'
import { workParamServer } from './work-param.server.ts'

const params = familiesOf(families)

/** Rights of parameter families without a page of their own belong to the page of the controllers. */
const familyRights = menuOf([controller]).map((page) => ({ ...page, permissions: params.permissions }))

/** Changes of lamps come under the id of the controller that drives them. */
const lampTopic = rowTopic(lamp, { by: 'controllerId' })

export const lightingServer: ServerSlice = {
  domain: lighting,
  bindings,
  dictionaries: lightingDictionaries,
  params: lightingParams,
  families,
  menu: [...menu, ...familyRights, ...params.menu],
  errors: lightingErrors.catalogue,
  listings: [bindingServer, installCheckServer],
  resources: [lampServer, controllerServer, postServer, streetServer, workParamServer, ...accessories, ...params.resources],
  routes: [
    ...groupPartRoutes,
    lampPoints,
    mapBase,
    ...pastRoutes,
    mapSearch,
    realTimeCondition,
    lampIdsOf,
    targetOf,
    spot,
    ...controllerRoutes,
    ...countRoutes,
    qrCodeRoute,
    lampBatchRoute,
    installCheckAgainRoute,
    similarRoute,
    ...controlCentreRoutes,
    ...placeRoutes,
    ...nightRoutes,
    ...IMPORT_KINDS.flatMap(importRoutes),
    ...params.routes,
  ],
  tasks: [importTask, mapTask, stateTotalsTask, streetTask],
  jobs: IMPORT_KINDS.map(importJobs),
  ports: [
    provide(targetsPort, createTargets),
    provide(inventoryPort, createInventory),
    provide(placedDevicesPort, createPlacedDevices),
    provide(townsPort, createTowns),
    provide(nightsPort, createNights),
  ],
  replacement: [lampFollower],
  needs: [authenticatorPort, commandsPort, deviceLogPort, directoryPort, gatewaysPort, pastPort, pastCommandsPort, paramsPort, sharesPort],
  mayUse: [plannedPort],
  live: {
    lamps: lampTopic,
    'lamps-run': lampTopic,
    [liveTopic(controllerType.name)]: rowTopic(controller),
  },
  seed: async (platform, at) => {
    await seedDemo(platform, at)
    await seedLists(platform)
    await seedPowerChecks(platform)
  },
  past: pastOfDemo,
}
export { DEMO_TOWNS, storeGround, storeTown } from './demo/demo.handler.ts'
export { seedSolarPresets } from './demo/demo-lists.ts'
export { storeTownState, townNights } from './demo/demo-past.ts'
export { groupsOf } from './import/gateway-proposals.ts'
export { dryRun, type FileOrder, findProject, importFile, projectNamed } from './import/import-command.ts'
export { readEncoding, readMappingFile } from './import/mapping-file.ts'
export type { nightChange, nightState } from './nights.port.ts'
