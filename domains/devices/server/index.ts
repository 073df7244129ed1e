import { rightsPort } from '@lamplight/identity/model'
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
import { createPastStore } from './demo/past.port.ts'
import { createPlayedDevices } from './demo/played.port.ts'
import { mapDeviceRoute, mapKindsRoute, mapPointsRoute } from './device-map.handler.ts'
import { brokerAddressRoutes } from './gateways/broker-addresses.handler.ts'
import { delayOfflineRoutes } from './gateways/delay-offline.handler.ts'
import { gatewayRoutes } from './gateways/gateway.handler.ts'
import { gatewayServer } from './gateways/gateway.server.ts'
import { gatewayListRoute } from './gateways/gateway-list.handler.ts'
import { gatewayRebootRoute } from './gateways/gateway-reboot.handler.ts'
import { createGateways } from './gateways/gateways.port.ts'
import { signInRoutes } from './gateways/sign-in.handler.ts'
import { groupServer } from './groups/group.server.ts'
import { groupMemberRoutes } from './groups/group-member.handler.ts'
import { kindGroupRoutes } from './groups/kind-group.handler.ts'
import { ingestTask } from './ingest/ingest.task.ts'
import { createIntake } from './ingest/intake.port.ts'
import { createKnown } from './ingest/known.port.ts'
import { deviceLogServer } from './life/device-log.server.ts'
import { createDeviceLog } from './life/device-log.ts'
import { faultsRoute } from './life/faults.handler.ts'
import { lifeRoute } from './life/life.handler.ts'
import { deviceLife } from './life/life-source.ts'
import { locus } from './life/locus.handler.ts'
import { knownPort } from './ports.ts'
import { mountRoute } from './register/mount.handler.ts'
import { registerRoutes } from './register/register.handler.ts'
import { registerImportRoutes } from './register/register-import.handler.ts'
import { registerListRoutes } from './register/register-list.handler.ts'
import { registerManageRoutes } from './register/register-manage.handler.ts'
import { registerMoveRoutes } from './register/register-move.handler.ts'
import { replacementRoutes } from './register/replacement.handler.ts'
import { groupFollower } from './register/replacement.ts'
import { rejectedValuesRoute } from './rejected/rejected-values.handler.ts'
import { counterRoutes } from './series/counter.handler.ts'
import { partitionsTask } from './series/partitions.task.ts'
import { rollupsTask } from './series/rollups.task.ts'
import { stateRoutes } from './state.handler.ts'
import { mergeNews } from './types/devices-of.ts'
import { esimCardServer, esimValidityRoute } from './types/esim-card.server.ts'
import { propertyRoute, sendFunctionRoute } from './types/integrated.handler.ts'
import { modelServer } from './types/model.server.ts'
import { typeServer } from './types/type.server.ts'
import { typedDeviceServer } from './types/typed-device.server.ts'
import { conditionsRoute, typedTypeRoute } from './types/typed-type.handler.ts'
import { createTypes } from './types/types.port.ts'
import { typeTasks } from './types/types.task.ts'
import { wireTypesRoute } from './types/wire-types.handler.ts'

export const devicesServer: ServerSlice = withPlain(plain, {
  domain: devices,
  resources: [gatewayServer, groupServer, typeServer, typedDeviceServer, esimCardServer, modelServer, onServer(errorPacket, {})],
  listings: [deviceLogServer],
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
    locus,
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
  menu: [...devicesMenu],
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

export { anyDevice, typeNameSql, typeNames } from './any-device.ts'
export { BatchReturns } from './commands.ts'
export { demoPlaces } from './demo/demo-places.ts'
export { demoUsers, seedRows } from './demo/demo-rows.ts'
export { playedChild } from './demo/played-child.ts'
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
export type { statusNum } from './gateways/gateway.handler.ts'
export { membersOfGroup } from './groups/group-members.ts'
export { setKindMembers } from './groups/kind-group.handler.ts'
export { deviceInPlace, devicesInPlace, IN_PLACE, inPlaceParams } from './ingest/in-place.ts'
export { namedValues, shownValues } from './ingest/named-values.ts'
export type { mountRoute } from './register/mount.handler.ts'
export { mountedOn } from './register/mounted.ts'
export type { RegisteredDevice } from './register/register-rows.ts'
export { countedSpan, isUneven, LAMP_SLOT, rulesOf } from './series/counter.ts'
export { decisionsOf } from './series/counter-decisions.ts'
export { hourBegin, seriesHistory } from './series/series-history.ts'
export type { deviceStateRoute, telemetryHistory } from './state.handler.ts'
export { devicesOf } from './types/devices-of.ts'
export { holdProduct, lockProducts } from './types/lock-type.ts'
export { argsOf, joinedState, onDevice } from './types/on-device.ts'
export { orderOf, typedOrder, typeWith } from './types/row-type.ts'
export { typesOfDriver } from './types/types-of-driver.ts'
