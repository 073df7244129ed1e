import { placesIn, type ServerSlice } from '@lamplight/server-kit'
import { controllerType, devices, devicesErrors, devicesMenu, gatewayType } from '../model/index.ts'
import { doorRoutes } from './broker-doors.handler.ts'
import { mapDeviceRoute, mapKindsRoute, mapPointsRoute } from './device-map.handler.ts'
import { gatewayRoutes } from './gateway.handler.ts'
import { gatewayServer } from './gateway.server.ts'
import { gatewayListRoute } from './gateway-list.handler.ts'
import { createGateways } from './gateways.port.ts'
import { groupRoutes } from './group.handler.ts'
import { groupServer } from './group.server.ts'
import { groupMemberRoutes } from './group-member.handler.ts'
import { ingestTask } from './ingest.task.ts'
import { createKnown, FORGOTTEN } from './known.port.ts'
import { partitionsTask } from './partitions.task.ts'
import { createPastStore } from './past.port.ts'
import { createPlayedDevices } from './played.port.ts'
import { rollupsTask } from './rollups.task.ts'
import { signInRoutes } from './sign-in.handler.ts'
import { stateRoutes } from './state.handler.ts'
import { createTypes } from './types.port.ts'

export const devicesServer: ServerSlice = {
  domain: devices,
  resources: [gatewayServer, groupServer],
  routes: [
    gatewayListRoute,
    ...gatewayRoutes,
    ...groupRoutes,
    ...groupMemberRoutes,
    ...stateRoutes,
    ...signInRoutes,
    ...doorRoutes,
    mapKindsRoute,
    mapPointsRoute,
    mapDeviceRoute,
  ],
  menu: devicesMenu,
  errors: devicesErrors.catalogue,
  deviceTypes: [gatewayType, controllerType],
  shared: ['devices.presence', 'devices.connected', 'devices.params', FORGOTTEN],
  tasks: [partitionsTask, ingestTask, rollupsTask],
  live: { gateways: { permission: 'gateway_view', table: 'devices_gateway', placesOf: placesIn('devices_gateway') } },
  ports: {
    'devices.known': createKnown,
    'devices.gateways': createGateways,
    'devices.past': createPastStore,
    'devices.played': createPlayedDevices,
    'devices.types': createTypes,
  },
}

export { type BatchAnswer, BatchReturns, type Commands, type DeviceOrder } from './commands.ts'
export { visibleDevices } from './device-row.ts'
export { deviceAreas, deviceTargets, registeredTargets } from './device-targets.ts'
export { devicesOf } from './devices-of.ts'
export { membersOfGroup } from './group-members.ts'
export { namedValues } from './named-values.ts'
export { joinedState, onDevice } from './on-device.ts'
export type { DeviceTypes } from './types.port.ts'
