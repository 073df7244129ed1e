import { townsPort } from '@lamplight/lighting/model'
import type { ServerSlice } from '@lamplight/server-kit'
import { sales } from '../domain.ts'
import { salesMenu } from '../model/menu.ts'
import { salesErrors } from '../model/sales.errors.ts'
import { chosenRoutes } from './calls.handler.ts'
import { tenantRoutes } from './tenant.handler.ts'
import { wizardRoutes } from './wizard.handler.ts'

export const salesServer: ServerSlice = {
  domain: sales,
  routes: [...tenantRoutes, ...chosenRoutes, ...wizardRoutes],
  menu: salesMenu,
  errors: salesErrors.catalogue,
  needs: [townsPort],
}
