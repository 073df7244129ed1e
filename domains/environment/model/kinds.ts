import type { DeviceKind } from '@lamplight/devices/model'
import { envSensorType } from './env-sensor.device.ts'
import { envSensor } from './env-sensor.resource.ts'
import { sprayType } from './spray.device.ts'
import { spray } from './spray.resource.ts'
import { trashType } from './trash.device.ts'
import { trash } from './trash.resource.ts'
import { wellType } from './well.device.ts'
import { well } from './well.resource.ts'

/** Device types of this slice with their resources. */
export const kinds = [
  { resource: trash, type: trashType },
  { resource: well, type: wellType, demo: { count: 24 } },
  { resource: envSensor, type: envSensorType, demo: { count: 12 } },
  { resource: spray, type: sprayType, demo: { count: 8 } },
] as const satisfies readonly DeviceKind[]
