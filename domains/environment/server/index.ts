import { commandsPort } from '@lamplight/devices/model'
import { actingPort, type ServerSlice } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { environment, environmentMenu, environmentParams } from '../model/index.ts'
import { batchCommandRoutes } from './batch-command.handler.ts'
import { collectionRoute } from './collection.handler.ts'
import { recordDust, seedDust } from './demo.ts'
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
  seed: async (platform, at) => {
    await devices.seed(platform, at)
    await seedDust(platform)
    await seedGroups(platform)
  },
  past: async (platform, span) => [...(await devices.past(platform, span)), () => recordDust(platform, span)],
  needs: [actingPort, commandsPort, paramsPort],
}
