import { defineMenu } from '@lamplight/kit'
import { forwardingInterfaces, integratedDevices, productInterfaces } from './pages.ts'

/** Pages of products (screen rt.cab.productManagement, rule.perm.add.administrator). */
export const productsMenu = defineMenu([
  forwardingInterfaces,
  // The console adds the group 产品管理 with its pages to the menu of administrators (menu-additions.ts); this entry carries the rights.
  productInterfaces,
  integratedDevices,
])
