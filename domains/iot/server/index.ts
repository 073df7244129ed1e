import { driversPort } from '@lamplight/control/server'
import { deviceTypesPort } from '@lamplight/devices/model'
import { provide, type ServerSlice } from '@lamplight/server-kit'
import { iot, iotErrors, iotMenu, virtualPlatformsPort } from '../model/index.ts'
import { deleteByImportRoute } from './delete-import.handler.ts'
import { seedVirtualPlatform } from './demo.ts'
import { ocServer } from './oc.server.ts'
import { operatorDriver } from './operator-driver.ts'
import { pushRoute } from './push.handler.ts'
import { registerTask } from './register.task.ts'
import { registrationServer } from './registration.server.ts'
import { thingRoutes, thingServer } from './thing.server.ts'
import { createVirtualPlatforms } from './virtual-platforms.port.ts'

export const iotServer: ServerSlice = {
  domain: iot,
  errors: iotErrors.catalogue,
  menu: [...iotMenu],
  resources: [ocServer, registrationServer],
  listings: [thingServer],
  routes: [pushRoute, deleteByImportRoute, ...thingRoutes],
  drivers: [operatorDriver],
  tasks: [registerTask],
  ports: [provide(virtualPlatformsPort, createVirtualPlatforms)],
  needs: [deviceTypesPort, driversPort],
  seed: seedVirtualPlatform,
}
