import { deviceTypesPort } from '@lamplight/devices/model'
import { menuOf } from '@lamplight/kit'
import { onServer, rowTopic, type ServerSlice } from '@lamplight/server-kit'
import { alarm, alarms, alarmsMenu, faultInfo, serviceRecord } from '../model/index.ts'
import { alarmServer } from './alarm.server.ts'
import { alarmsTask } from './alarms.task.ts'
import { pageRoutes } from './pages.handler.ts'
import { statisticsRoutes } from './statistics.handler.ts'

export const alarmsServer: ServerSlice = {
  domain: alarms,
  menu: [...alarmsMenu, ...menuOf([alarm, faultInfo, serviceRecord])],
  resources: [alarmServer, onServer(faultInfo, {}), onServer(serviceRecord, {})],
  routes: [...pageRoutes, ...statisticsRoutes],
  tasks: [alarmsTask],
  live: { alarms: rowTopic(alarm) },
  needs: [deviceTypesPort],
}
