import { placesIn, type ServerSlice } from '@lamplight/server-kit'
import { lighting } from '../domain.ts'
import { menu } from '../model/menu.ts'
import { controllerServer } from './controller.server.ts'
import { seedDemo } from './demo.handler.ts'
import { lampImport, lampImportRecord, lampImportStatus } from './import.handler.ts'
import { importTask } from './import.task.ts'
import { createInventory } from './inventory.port.ts'
import { lampServer } from './lamp.server.ts'
import { lampIdsOf, lampPoints, mapBase, mapSearch, realTimeCondition } from './map.handler.ts'
import { postServer } from './post.server.ts'
import { createTargets } from './targets.port.ts'

/** Where lamp controllers stand. */
const placesOf = placesIn('lighting_controller')

export const lightingServer: ServerSlice = {
  domain: lighting,
  menu,
  resources: [lampServer, controllerServer, postServer],
  routes: [lampPoints, mapBase, mapSearch, realTimeCondition, lampIdsOf, lampImport, lampImportRecord, lampImportStatus],
  tasks: [importTask],
  ports: { 'control.targets': createTargets, 'devices.inventory': createInventory },
  live: { lamps: { permission: 'lamp_view', placesOf }, 'lamps-run': { permission: 'lamp_view', placesOf } },
  seed: seedDemo,
}
export { type ImportResult, importInventory, projectNamed } from './import.handler.ts'
