import { deviceTypesPort } from '@lamplight/devices/model'
import { menuOf } from '@lamplight/kit'
import { onServer, rowTopic, type ServerSlice } from '@lamplight/server-kit'
import { alarm, alarmConfig, alarms, alarmsMenu, alarmTemplate, faultInfo, incident, serviceRecord } from '../model/index.ts'
import { alarmServer } from './alarm.server.ts'
import { alarmsTask } from './alarms.task.ts'
import { configServer, sendConfigs, templateServer } from './config.server.ts'
import { findings } from './findings.ts'
import { incidentServer } from './incident.server.ts'
import { pageRoutes } from './pages.handler.ts'
import { statisticsRoutes } from './statistics.handler.ts'
import { thresholdsTask } from './thresholds.task.ts'

export const alarmsServer: ServerSlice = {
  domain: alarms,
  menu: [...alarmsMenu, ...menuOf([incident, alarm, faultInfo, serviceRecord, alarmTemplate, alarmConfig])],
  resources: [alarmServer, incidentServer, onServer(faultInfo, {}), onServer(serviceRecord, {}), templateServer, configServer],
  routes: [...pageRoutes, ...statisticsRoutes, sendConfigs],
  findings,
  tasks: [alarmsTask, thresholdsTask],
  live: { alarms: rowTopic(alarm), incidents: rowTopic(incident) },
  needs: [deviceTypesPort],
}
