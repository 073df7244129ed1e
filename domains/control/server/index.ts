import { acksPort, commandsPort, deviceLogPort, deviceTypesPort, intakePort } from '@lamplight/devices/model'
import { rightsPort } from '@lamplight/identity/model'
import { provide, type ServerSlice } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { control, controlErrors, controlMenu, controlParams } from '../model/index.ts'
import { attachmentsPort, pastCommandsPort, targetsPort } from '../model/ports.ts'
import { approvalServer } from './calls/approval.server.ts'
import { batchServer } from './calls/batch.server.ts'
import { batchJobs } from './calls/batch-jobs.ts'
import { commandRoutes } from './calls/command.handler.ts'
import { createCommands } from './calls/commands.port.ts'
import { devicePreviewRoute } from './calls/device-preview.handler.ts'
import { issuedServer } from './calls/issued.server.ts'
import { commandLife } from './calls/recent-commands.ts'
import { recordRoutes } from './calls/record.handler.ts'
import { createPastCommands } from './demo/past.port.ts'
import { dispatchTask } from './dispatch/dispatch.task.ts'
import { createDrivers } from './dispatch/drivers.port.ts'
import { driversTask, pushedTask } from './dispatch/drivers.task.ts'
import { driversPort } from './dispatch/drivers-ports.ts'
import { followReportsTask } from './dispatch/follow-reports.task.ts'
import { createReportListener } from './dispatch/report-listener.port.ts'
import { reportListenerPort } from './dispatch/report-listener-ports.ts'
import { valuesTask } from './dispatch/values.task.ts'
import { waveRoute } from './dispatch/wave.handler.ts'
import { wavesTask } from './dispatch/waves.task.ts'
import { createAckSink } from './ledger/acks.port.ts'
import { resultsTask } from './ledger/results.task.ts'
import { createWriter } from './ledger/writer.port.ts'
import { writerPort } from './ledger/writer-ports.ts'
import { driftBasisRoute, driftCountRoute, driftListRoute } from './params/drift.handler.ts'
import { paramExportRoutes } from './params/param-export.handler.ts'
import { paramFollower } from './params/param-follower.ts'
import { paramListRoute } from './params/param-list.handler.ts'
import { paramPageRoutes } from './params/param-page.handler.ts'
import { acceptRoute, repairRoute } from './params/param-settle.handler.ts'
import { paramsTask } from './params/params.task.ts'
import { productParamsRoute } from './params/product-params.handler.ts'

/** The same limits as in the list of batches: users limited to places or by a data scope receive only their own batches. */
const ofBatches = {
  permission: 'commandrecord_view',
  table: 'control_batch',
  makerOf: ({ createUser }: Readonly<Record<string, unknown>>) => createUser,
}

export const controlServer: ServerSlice = {
  domain: control,
  resources: [batchServer, approvalServer],
  listings: [issuedServer],
  params: controlParams,
  routes: [
    ...commandRoutes,
    devicePreviewRoute,
    ...recordRoutes,
    waveRoute,
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
  menu: [...controlMenu],
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
export { inputWords } from './calls/commands.port.ts'
export { valuesOfDevices } from './calls/device-values.ts'
export { type OrderInput, selectorIn } from './calls/order-input.ts'
export { PreviewReturns, previewOfDevices, previewOfSet } from './calls/preview.ts'
export { needsSecondPerson, secondPersonRoute } from './calls/second-person.ts'
export { type SimpleCall, simpleCommandRoute } from './calls/simple-command.handler.ts'
export { targetName } from './calls/target-text.ts'
export { createReader, inputOf, type Reader } from './calls/wire-input.ts'
export { chosenDevices, deliver, deliveriesOf, followersOf, leaveNone } from './deliveries/deliveries.ts'
export { followersSql } from './deliveries/delivery-rows.ts'
export { seedPresets } from './demo/demo-presets.ts'
export { storePastReads } from './demo/demo-reads.ts'
export { attachmentsIn } from './dispatch/attachments.ts'
export type { Drivers } from './dispatch/drivers.port.ts'
export { driversPort } from './dispatch/drivers-ports.ts'
export { type HeldValues, heldValues } from './dispatch/held-values.ts'
export { repeatedBy } from './ledger/again.ts'
export { createBatch } from './ledger/create-batch.ts'
export { commandInForce, ordersBefore, type PastOrder } from './ledger/in-force.ts'
export { seesBatch } from './ledger/items.ts'
export { SUMMARY_COLUMNS, SummaryReturns, summaryOf } from './ledger/summary.ts'
export { familiesOf } from './params/families.ts'
export { valueHash } from './params/param-answers.ts'
export { sendParam, sendToGroup, sendWanted } from './params/param-send.ts'
