import { commandsPort, deviceTypesPort, gatewaysPort } from '@lamplight/devices/model'
import { onServer, provide, rowTopic, type ServerSlice } from '@lamplight/server-kit'
import { alarm, alarms, alarmsErrors, alarmsMenu, faultInfo, foundFaultsPort, incident, sosCall } from '../model/index.ts'
import { alarmServer } from './alarm.server.ts'
import { alarmedDeviceServer } from './alarmed-device.server.ts'
import { alarmsTask } from './alarms.task.ts'
import { bellRoute } from './bell.handler.ts'
import { configServer, sendConfigs, templateServer } from './config.server.ts'
import { seedLimits } from './demo.ts'
import { seedRepairs } from './demo-repairs.ts'
import { findings } from './findings.ts'
import { flashRoute } from './flash.handler.ts'
import { createFoundFaults } from './found-faults.port.ts'
import { incidentServer } from './incident.server.ts'
import { monitorRoute } from './monitor.handler.ts'
import { pageRoutes } from './pages.handler.ts'
import { presenceRoutes } from './presence.handler.ts'
import { ALARMS_TOPIC, pushTask } from './push.task.ts'
import { repairs } from './repairs.ts'
import { serviceRecordServer } from './service-record.server.ts'
import { sosNowRoute, sosServer } from './sos.server.ts'
import { SOS_TOPIC, sosTask, sosWatchTask } from './sos.task.ts'
import { statisticsRoutes } from './statistics.handler.ts'
import { thresholdsTask } from './thresholds.task.ts'

export const alarmsServer: ServerSlice = {
  domain: alarms,
  menu: [...alarmsMenu],
  resources: [alarmServer, incidentServer, onServer(faultInfo, {}), serviceRecordServer, sosServer, templateServer, configServer],
  listings: [alarmedDeviceServer],
  routes: [...pageRoutes, ...statisticsRoutes, ...presenceRoutes, sendConfigs, monitorRoute, bellRoute, sosNowRoute, flashRoute],
  errors: alarmsErrors.catalogue,
  findings,
  life: [repairs],
  seed: async (platform) => {
    await seedLimits(platform)
    await seedRepairs(platform)
  },
  tasks: [alarmsTask, thresholdsTask, sosTask, sosWatchTask, pushTask],
  live: { [ALARMS_TOPIC]: rowTopic(alarm), [SOS_TOPIC]: rowTopic(sosCall), incidents: rowTopic(incident) },
  ports: [provide(foundFaultsPort, createFoundFaults)],
  needs: [deviceTypesPort, commandsPort, gatewaysPort],
}

export { byGateway, outagesOf } from './outages.ts'
