import { deviceTypesPort } from '@lamplight/devices/model'
import { menuOf } from '@lamplight/kit'
import { onServer, provide, rowTopic, type ServerSlice } from '@lamplight/server-kit'
import { alarm, alarmConfig, alarms, alarmsMenu, alarmTemplate, faultInfo, foundFaultsPort, serviceRecord } from '../model/index.ts'
import { alarmServer } from './alarm.server.ts'
import { alarmsTask } from './alarms.task.ts'
import { configServer, sendConfigs, templateServer } from './config.server.ts'
import { createFoundFaults } from './found-faults.port.ts'
import { pageRoutes } from './pages.handler.ts'
import { statisticsRoutes } from './statistics.handler.ts'
import { thresholdsTask } from './thresholds.task.ts'

export const alarmsServer: ServerSlice = {
  domain: alarms,
  menu: [...alarmsMenu, ...menuOf([alarm, faultInfo, serviceRecord, alarmTemplate, alarmConfig])],
  resources: [alarmServer, onServer(faultInfo, {}), onServer(serviceRecord, {}), templateServer, configServer],
  routes: [...pageRoutes, ...statisticsRoutes, sendConfigs],
  tasks: [alarmsTask, thresholdsTask],
  live: { alarms: rowTopic(alarm) },
  ports: [provide(foundFaultsPort, createFoundFaults)],
  needs: [deviceTypesPort],
}
