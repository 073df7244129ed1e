import { foundFaultsPort } from '@lamplight/alarms/model'
import { targetsPort } from '@lamplight/control/model'
import { deviceTypesPort, diagnoseRecordsPort } from '@lamplight/devices/model'
import { actingPort, provide, type ServerSlice } from '@lamplight/server-kit'
import { dueLightPort } from '@lamplight/strategies/model'
import { diagnosis, diagnosisErrors } from '../model/index.ts'
import { configServer } from './config.server.ts'
import { curveRoute } from './curve.handler.ts'
import { seedCheckConfigs } from './demo.ts'
import { nightsTask } from './nights.task.ts'
import { createOfflineRecords } from './offline-records.port.ts'
import { recordServer } from './record.server.ts'
import { testsTask } from './tests.task.ts'

export const diagnosisServer: ServerSlice = {
  domain: diagnosis,
  resources: [recordServer, configServer],
  routes: [curveRoute],
  errors: diagnosisErrors.catalogue,
  tasks: [nightsTask, testsTask],
  ports: [provide(diagnoseRecordsPort, createOfflineRecords)],
  seed: seedCheckConfigs,
  needs: [actingPort, deviceTypesPort, dueLightPort, foundFaultsPort, targetsPort],
}
