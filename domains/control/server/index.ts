import { acksPort, commandsPort, deviceLogPort, deviceTypesPort, intakePort } from '@lamplight/devices/model'
import { rightsPort } from '@lamplight/identity/model'
import { menuOf } from '@lamplight/kit'
import { provide, type ServerSlice } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { approval, control, controlErrors, controlMenu, controlParams } from '../model/index.ts'
import { attachmentsPort, pastCommandsPort, targetsPort } from '../model/ports.ts'
import { createAckSink } from './acks.port.ts'
import { approvalServer } from './approval.server.ts'
import { batchServer } from './batch.server.ts'
import { batchJobs } from './batch-jobs.ts'
import { commandRoutes } from './command.handler.ts'
import { createCommands } from './commands.port.ts'
import { devicePreviewRoute } from './device-preview.handler.ts'
import { dispatchTask } from './dispatch.task.ts'
import { driftBasisRoute, driftCountRoute, driftListRoute } from './drift.handler.ts'
import { createDrivers } from './drivers.port.ts'
import { driversTask, pushedTask } from './drivers.task.ts'
import { driversPort } from './drivers-ports.ts'
import { followReportsTask } from './follow-reports.task.ts'
import { issuedRoutes } from './issued.handler.ts'
import { paramExportRoutes } from './param-export.handler.ts'
import { paramFollower } from './param-follower.ts'
import { paramListRoute } from './param-list.handler.ts'
import { paramPageRoutes } from './param-page.handler.ts'
import { acceptRoute, repairRoute } from './param-settle.handler.ts'
import { paramsTask } from './params.task.ts'
import { createPastCommands } from './past.port.ts'
import { productParamsRoute } from './product-params.handler.ts'
import { commandLife } from './recent-commands.ts'
import { recordRoutes } from './record.handler.ts'
import { createReportListener } from './report-listener.port.ts'
import { reportListenerPort } from './report-listener-ports.ts'
import { resultsTask } from './results.task.ts'
import { valuesTask } from './values.task.ts'
import { waveRoute } from './wave.handler.ts'
import { wavesTask } from './waves.task.ts'
import { createWriter } from './writer.port.ts'
import { writerPort } from './writer-ports.ts'

/** The same limits as in the list of batches: users limited to places or by a data scope receive only their own batches. */
const ofBatches = {
  permission: 'commandrecord_view',
  table: 'control_batch',
  makerOf: ({ createUser }: Readonly<Record<string, unknown>>) => createUser,
}

export const controlServer: ServerSlice = {
  domain: control,
  resources: [batchServer, approvalServer],
  params: controlParams,
  routes: [
    ...commandRoutes,
    devicePreviewRoute,
    ...recordRoutes,
    waveRoute,
    ...issuedRoutes,
    paramListRoute,
    ...paramExportRoutes,
    ...paramPageRoutes,
    driftListRoute,
    productParamsRoute,
    driftCountRoute,
    driftBasisRoute,
    repairRoute,
    acceptRoute,
  ],
  menu: [...controlMenu, ...menuOf([approval])],
  errors: controlErrors.catalogue,
  tasks: [followReportsTask, pushedTask, driversTask, dispatchTask, paramsTask, wavesTask, valuesTask, resultsTask],
  live: { batches: ofBatches, 'batch:': ofBatches },
  jobs: [batchJobs],
  life: [commandLife],
  replacement: [paramFollower],
  ports: [
    provide(acksPort, createAckSink),
    provide(driversPort, createDrivers),
    provide(reportListenerPort, createReportListener),
    provide(writerPort, createWriter),
    provide(commandsPort, createCommands),
    provide(pastCommandsPort, createPastCommands),
  ],
  needs: [deviceLogPort, deviceTypesPort, intakePort, paramsPort, rightsPort, targetsPort],
  mayUse: [attachmentsPort],
}
export { repeatedBy } from './again.ts'
export { attachmentsIn } from './attachments.ts'
export { inputWords } from './commands.port.ts'
export { createBatch } from './create-batch.ts'
export { chosenDevices, deliver, deliveriesOf, followersOf, leaveNone } from './deliveries.ts'
export { followersSql } from './delivery-rows.ts'
export { seedPresets } from './demo-presets.ts'
export { storePastReads } from './demo-reads.ts'
export { valuesOfDevices } from './device-values.ts'
export type { Drivers } from './drivers.port.ts'
export { driversPort } from './drivers-ports.ts'
export { familiesOf } from './families.ts'
export { type HeldValues, heldValues } from './held-values.ts'
export { commandInForce, ordersBefore, type PastOrder } from './in-force.ts'
export { seesBatch } from './items.ts'
export { type OrderInput, selectorIn } from './order-input.ts'
export { valueHash } from './param-answers.ts'
export { sendParam, sendToGroup, sendWanted } from './param-send.ts'
export { PreviewReturns, previewOfDevices, previewOfSet } from './preview.ts'
export { needsSecondPerson, secondPersonRoute } from './second-person.ts'
export { type SimpleCall, simpleCommandRoute } from './simple-command.handler.ts'
export { SUMMARY_COLUMNS, SummaryReturns, summaryOf } from './summary.ts'
export { targetName } from './target-text.ts'
export { createReader, inputOf, type Reader } from './wire-input.ts'
