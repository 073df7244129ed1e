import { commandsPort, deviceTypesPort } from '@lamplight/devices/model'
import { boxesPort } from '@lamplight/linkage/model'
import { actingPort, provide, type ServerSlice } from '@lamplight/server-kit'
import { roadcabinets, roadcabinetsErrors, roadcabinetsMenu } from '../model/index.ts'
import { boardServer, boardVersionServer } from './board.server.ts'
import { createBoxes } from './boxes.port.ts'
import { cabinetServer } from './cabinet.server.ts'
import { cabinetGroupServer } from './cabinet-group.server.ts'
import { seedRoadCabinets } from './demo.ts'
import { cabinetInstall } from './install.handler.ts'
import { cabinetLive } from './live.handler.ts'
import { productRoutes } from './product.handler.ts'
import { productServer, unitProducts } from './product.server.ts'

export const roadcabinetsServer: ServerSlice = {
  domain: roadcabinets,
  menu: [...roadcabinetsMenu],
  resources: [productServer, boardServer, boardVersionServer, cabinetServer, cabinetGroupServer],
  routes: [...productRoutes, cabinetInstall, cabinetLive],
  errors: roadcabinetsErrors.catalogue,
  holds: [unitProducts],
  seed: seedRoadCabinets,
  ports: [provide(boxesPort, createBoxes)],
  needs: [actingPort, commandsPort, deviceTypesPort],
}
