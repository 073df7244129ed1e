import { deviceTypesPort } from '@lamplight/devices/model'
import type { ServerSlice } from '@lamplight/server-kit'
import { forwardedInterfacesPort, products, productsErrors, productsMenu } from '../model/index.ts'
import { interfaceServer, interfacesTask } from './interfaces.ts'
import { physicalRoutes } from './physical.handler.ts'
import { terminalConfigServer, terminalDictRoutes } from './terminal-config.server.ts'

export const productsServer: ServerSlice = {
  domain: products,
  errors: productsErrors.catalogue,
  menu: [...productsMenu],
  resources: [interfaceServer, terminalConfigServer],
  routes: [...physicalRoutes, ...terminalDictRoutes],
  tasks: [interfacesTask],
  needs: [deviceTypesPort],
  mayUse: [forwardedInterfacesPort],
}

export { keepInterface, removeInterfaces } from './interfaces.ts'
