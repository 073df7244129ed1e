import { rightsPort } from '@lamplight/identity/model'
import { menuOf } from '@lamplight/kit'
import { onServer, provide, rowTopic, type ServerSlice, withPlain } from '@lamplight/server-kit'
import { auditTrailPort, directoryPort, noticesPort } from '@lamplight/system/model'
import {
  controllerType,
  devices,
  devicesErrors,
  devicesMenu,
  errorPacket,
  gateway,
  gatewayType,
  liveTopic,
  ROW_TYPES,
  typedDevice,
} from '../model/index.ts'
import { plain } from '../model/plain.ts'
import {
  acksPort,
  commandsPort,
  deviceLogPort,
  deviceTypesPort,
  diagnoseRecordsPort,
  gatewaysPort,
  groupStrategiesPort,
  intakePort,
  inventoryPort,
  pastPort,
  playedPort,
} from '../model/ports.ts'
import { areaCountsRoute } from './area-counts.handler.ts'
import { brokerAddressRoutes } from './broker-addresses.handler.ts'
import { counterRoutes } from './counter.handler.ts'
import { delayOfflineRoutes } from './delay-offline.handler.ts'
import { deviceLogRoutes } from './device-log.handler.ts'
import { createDeviceLog } from './device-log.ts'
import { mapDeviceRoute, mapKindsRoute, mapPointsRoute } from './device-map.handler.ts'
import { mergeNews } from './devices-of.ts'
import { esimCardServer, esimValidityRoute } from './esim-card.server.ts'
import { faultsRoute } from './faults.handler.ts'
import { gatewayRoutes } from './gateway.handler.ts'
import { gatewayServer } from './gateway.server.ts'
import { gatewayListRoute } from './gateway-list.handler.ts'
import { gatewayRebootRoute } from './gateway-reboot.handler.ts'
import { createGateways } from './gateways.port.ts'
import { groupServer } from './group.server.ts'
import { groupMemberRoutes } from './group-member.handler.ts'
import { ingestTask } from './ingest.task.ts'
import { createIntake } from './intake.port.ts'
import { propertyRoute, sendFunctionRoute } from './integrated.handler.ts'
import { kindGroupRoutes } from './kind-group.handler.ts'
import { createKnown } from './known.port.ts'
import { lifeRoute } from './life.handler.ts'
import { deviceLife } from './life-source.ts'
import { modelServer } from './model.server.ts'
import { mountRoute } from './mount.handler.ts'
import { partitionsTask } from './partitions.task.ts'
import { createPastStore } from './past.port.ts'
import { createPlayedDevices } from './played.port.ts'
import { knownPort } from './ports.ts'
import { registerRoutes } from './register.handler.ts'
import { registerImportRoutes } from './register-import.handler.ts'
import { registerListRoutes } from './register-list.handler.ts'
import { registerManageRoutes } from './register-manage.handler.ts'
import { registerMoveRoutes } from './register-move.handler.ts'
import { rejectedValuesRoute } from './rejected-values.handler.ts'
import { replacementRoutes } from './replacement.handler.ts'
import { groupFollower } from './replacement.ts'
import { rollupsTask } from './rollups.task.ts'
import { signInRoutes } from './sign-in.handler.ts'
import { stateRoutes } from './state.handler.ts'
import { typeServer } from './type.server.ts'
import { typedDeviceServer } from './typed-device.server.ts'
import { conditionsRoute, typedTypeRoute } from './typed-type.handler.ts'
import { createTypes } from './types.port.ts'
import { typeTasks } from './types.task.ts'
import { wireTypesRoute } from './wire-types.handler.ts'

export const devicesServer: ServerSlice = withPlain(plain, {
  domain: devices,
  resources: [gatewayServer, groupServer, typeServer, typedDeviceServer, esimCardServer, modelServer, onServer(errorPacket, {})],
  routes: [
    wireTypesRoute,
    gatewayListRoute,
    ...gatewayRoutes,
    gatewayRebootRoute,
    ...groupMemberRoutes,
    ...kindGroupRoutes,
    ...stateRoutes,
    faultsRoute,
    rejectedValuesRoute,
    lifeRoute,
    ...deviceLogRoutes,
    mountRoute,
    ...registerListRoutes,
    ...registerRoutes,
    ...registerMoveRoutes,
    ...registerManageRoutes,
    ...registerImportRoutes,
    ...replacementRoutes,
    ...counterRoutes,
    esimValidityRoute,
    typedTypeRoute,
    conditionsRoute,
    sendFunctionRoute,
    propertyRoute,
    ...signInRoutes,
    ...brokerAddressRoutes,
    mapKindsRoute,
    mapPointsRoute,
    mapDeviceRoute,
    areaCountsRoute,
    ...delayOfflineRoutes,
  ],
  menu: [...devicesMenu, ...menuOf([modelServer.resource, errorPacket])],
  errors: devicesErrors.catalogue,
  deviceTypes: [gatewayType, controllerType],
  life: [deviceLife],
  replacement: [groupFollower],
  tasks: [...typeTasks, partitionsTask, ingestTask, rollupsTask],
  live: {
    [liveTopic(ROW_TYPES)]: rowTopic(typedDevice, { merge: mergeNews }),
    gateways: rowTopic(gateway),
  },
  ports: [
    provide(intakePort, createIntake),
    provide(knownPort, createKnown),
    provide(gatewaysPort, createGateways),
    provide(pastPort, createPastStore),
    provide(deviceLogPort, createDeviceLog),
    provide(playedPort, createPlayedDevices),
    provide(deviceTypesPort, createTypes),
  ],
  needs: [auditTrailPort, directoryPort, noticesPort, rightsPort, inventoryPort, acksPort, commandsPort],
  mayUse: [diagnoseRecordsPort, groupStrategiesPort],
})

export { BatchReturns } from './commands.ts'
export { countedSpan, isUneven, LAMP_SLOT, rulesOf } from './counter.ts'
export { decisionsOf } from './counter-decisions.ts'
export { registerSeeded } from './demo-devices.ts'
export { demoPlaces } from './demo-places.ts'
export { demoUsers, seedRows } from './demo-rows.ts'
export { deviceData } from './device-data.ts'
export type { mapDeviceRoute, mapKindsRoute, mapPointsRoute } from './device-map.handler.ts'
export {
  allDevices,
  devicePlace,
  deviceProjects,
  placesOfAll,
  placesOfType,
  placesWithRemoved,
  removedDevices,
  seenDevices,
  seenOfType,
} from './device-sight.ts'
export { deviceTargets, registeredTargets } from './device-targets.ts'
export { devicesOf } from './devices-of.ts'
export type { statusNum } from './gateway.handler.ts'
export { membersOfGroup } from './group-members.ts'
export { deviceInPlace, devicesInPlace, IN_PLACE, inPlaceParams } from './in-place.ts'
export { setKindMembers } from './kind-group.handler.ts'
export { holdProduct, lockProducts } from './lock-type.ts'
export type { mountRoute } from './mount.handler.ts'
export { mountedOn } from './mounted.ts'
export { namedValues, shownValues } from './named-values.ts'
export { argsOf, joinedState, onDevice } from './on-device.ts'
export { playedChild } from './played-child.ts'
export type { RegisteredDevice } from './register-rows.ts'
export { orderOf, typedOrder, typeWith } from './row-type.ts'
export { hourBegin, seriesHistory } from './series-history.ts'
export type { deviceStateRoute, telemetryHistory } from './state.handler.ts'
export { typesOfDriver } from './types-of-driver.ts'
