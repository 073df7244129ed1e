import { deviceTypesPort } from '@lamplight/devices/model'
import { menuOf } from '@lamplight/kit'
import { onServer, type ServerSlice } from '@lamplight/server-kit'
import { productInterface, products, productsErrors, productsMenu, terminalConfig } from '../model/index.ts'
import { interfacesTask } from './interfaces.ts'
import { physicalRoutes } from './physical.handler.ts'
import { terminalConfigServer, terminalDictRoutes } from './terminal-config.server.ts'

export const productsServer: ServerSlice = {
  domain: products,
  errors: productsErrors.catalogue,
  menu: [...productsMenu, ...menuOf([terminalConfig])],
  resources: [onServer(productInterface, {}), terminalConfigServer],
  routes: [...physicalRoutes, ...terminalDictRoutes],
  tasks: [interfacesTask],
  needs: [deviceTypesPort],
}
