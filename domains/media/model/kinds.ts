import type { DeviceKind } from '@lamplight/devices/model'
import { alarmMachineType } from './alarm-machine.device.ts'
import { alarmMachine } from './alarm-machine.resource.ts'
import { broadcastType } from './broadcast.device.ts'
import { broadcast } from './broadcast.resource.ts'
import { cameraType } from './camera.device.ts'
import { camera } from './camera.resource.ts'
import { infoScreenType } from './info-screen.device.ts'
import { infoScreen } from './info-screen.resource.ts'
import { smartLockType } from './smart-lock.device.ts'
import { smartLock } from './smart-lock.resource.ts'

/** Device types of media with their resources. */
export const kinds = [
  { resource: infoScreen, type: infoScreenType },
  { resource: broadcast, type: broadcastType },
  { resource: camera, type: cameraType },
  { resource: alarmMachine, type: alarmMachineType },
  { resource: smartLock, type: smartLockType },
] as const satisfies readonly DeviceKind[]
