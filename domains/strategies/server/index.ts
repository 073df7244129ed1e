import { attachmentsPort, plannedPort, programmesPort, targetsPort } from '@lamplight/control/model'
import { familiesOf } from '@lamplight/control/server'
import { commandsPort, deviceTypesPort, groupStrategiesPort } from '@lamplight/devices/model'
import { actingPort, onServer, provide, type ServerSlice } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { families } from '../model/families.ts'
import {
  cabinetNight,
  calendarFamily,
  calendarLimit,
  deviation,
  feedersPort,
  roadClass,
  shortfall,
  strategies,
  strategiesErrors,
  strategiesMenu,
  strategiesParams,
} from '../model/index.ts'
import { dueLightPort } from '../model/ports.ts'
import { createAttachments } from './attachments.port.ts'
import { automation } from './automation.ts'
import { seedAutomation, seedLimits } from './automation-demo.ts'
import { seedStrategies, storePastSwitches } from './demo.ts'
import { eventsRoute } from './events.handler.ts'
import { createGroupStrategies } from './group-strategies.port.ts'
import { instanceServer } from './instance.server.ts'
import { lightModeServer } from './light-mode.server.ts'
import { createDueLight } from './night/due-light.port.ts'
import { nightServer } from './night/night.server.ts'
import { nightTask } from './night/night.task.ts'
import { createPlanned } from './night/planned.port.ts'
import { createProgrammes } from './night/programmes.port.ts'
import { whyRoutes } from './night/why.handler.ts'
import { followers } from './publish/followers.ts'
import { previewRoute } from './publish/preview.handler.ts'
import { publicationServer } from './publish/publication.server.ts'
import { publishRoutes } from './publish/publish.handler.ts'
import { specialDayServer } from './special-day.server.ts'
import { strategyServer, strategyVersionServer } from './strategy.server.ts'
import { switchesTask } from './switches.task.ts'

const fromFamilies = familiesOf([calendarFamily])

export { publishDemo, storePastSwitches } from './demo.ts'

export const strategiesServer: ServerSlice = {
  domain: strategies,
  menu: [...strategiesMenu, ...automation.menu],
  resources: [
    ...fromFamilies.resources,
    ...automation.resources,
    lightModeServer,
    strategyServer,
    instanceServer,
    strategyVersionServer,
    publicationServer,
    specialDayServer,
    nightServer,
    onServer(deviation, {}),
    onServer(cabinetNight, {}),
    onServer(shortfall, {}),
    // It names areas anywhere: users limited to places see those that they added.
    onServer(roadClass, { place: 'author' }),
    onServer(calendarLimit, {}),
  ],
  routes: [...fromFamilies.routes, ...automation.routes, previewRoute, eventsRoute, ...publishRoutes, ...whyRoutes],
  errors: { ...strategiesErrors.catalogue, ...automation.errors },
  params: strategiesParams,
  families,
  // Progress of a preview, for the user who waits for it.
  live: { 'preview:': { permission: 'workstrategy_view', mayReceive: ({ id }, { by }) => by === id } },
  replacement: followers,
  tasks: [switchesTask, nightTask, ...automation.tasks],
  ports: [
    provide(attachmentsPort, createAttachments),
    provide(groupStrategiesPort, createGroupStrategies),
    provide(programmesPort, createProgrammes),
    provide(plannedPort, createPlanned),
    provide(dueLightPort, createDueLight),
  ],
  seed: async (platform) => {
    await seedStrategies(platform)
    await seedLimits(platform)
    await seedAutomation(platform)
  },
  past: async (_platform, span) => [(query) => storePastSwitches(query, span)],
  needs: [actingPort, commandsPort, deviceTypesPort, targetsPort, paramsPort],
  mayUse: [feedersPort],
}
