import { simpleCommandRoute } from '@lamplight/control/server'
import { devicesOf } from '@lamplight/devices/server'
import { concentrator, concentratorMenu, concentratorType } from '../model/index.ts'
import { concentratorRoutes } from './concentrator.handler.ts'
import { concentratorLampServer, concentratorServer } from './concentrator.server.ts'
import { concentratorConfigServer } from './concentrator-config.server.ts'
import { concentratorReadRoutes } from './concentrator-reads.handler.ts'
import { concentratorRecordRoutes } from './concentrator-records.handler.ts'

const parts = devicesOf([{ resource: concentrator, type: concentratorType }])

/** The part of the slice about concentrators. */
export const concentrators = {
  ...parts,
  menu: concentratorMenu,
  resources: [concentratorServer, concentratorLampServer, concentratorConfigServer],
  routes: [
    ...concentratorRoutes,
    ...concentratorReadRoutes,
    ...concentratorRecordRoutes,
    simpleCommandRoute({
      path: 'blade-city/concentrator/control/do/simple_command',
      summary: ['集中控制器简单指令', 'Simple command to a concentrator'],
      type: concentratorType,
      resource: concentrator,
      ids: 'concentratorId',
    }),
  ],
}
