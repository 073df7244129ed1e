import { defineMenu } from '@lamplight/kit'
import { cabinetInstall } from './pages.ts'

/** Pages that are not the list of a resource, and hidden entries that only carry rights (screens rt.cab.*, rule.perm.add.administrator). */
export const roadcabinetsMenu = defineMenu([
  cabinetInstall,
  // Hidden: this entry carries the rights. The console adds the visible group of products to the menu of administrators (menu-additions.ts).
])
