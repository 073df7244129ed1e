import { commandsPort } from '@lamplight/devices/model'
import { actingPort, type ServerSlice } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { environment, environmentMenu, environmentParams } from '../model/index.ts'
import { batchCommandRoutes } from './batch-command.handler.ts'
import { collectionRoute } from './collection.handler.ts'
import { seedDust } from './demo.ts'
import { seedGroups } from './demo-groups.ts'
import { envSensorRoutes } from './env-sensor.handler.ts'
import { devices } from './environment-devices.ts'
import { faultServer } from './fault.server.ts'
import { faultsTask } from './faults.task.ts'
import { hourRoutes } from './hours.handler.ts'
import { sprayRoute } from './spray.handler.ts'
import { statisticsRoutes } from './statistics.handler.ts'

export const environmentServer: ServerSlice = {
  domain: environment,
  ...devices,
  params: environmentParams,
  menu: environmentMenu,
  resources: [...devices.resources, faultServer],
  routes: [...batchCommandRoutes, ...statisticsRoutes, ...hourRoutes, ...envSensorRoutes, collectionRoute, sprayRoute],
  tasks: [faultsTask],
  seed: async (platform) => {
    await devices.seed(platform)
    await seedDust(platform)
    await seedGroups(platform)
  },
  needs: [actingPort, commandsPort, paramsPort],
}
