import type { DeviceKind } from '@lamplight/devices/model'
import { solarLampType } from './solar-lamp.device.ts'
import { solarLamp } from './solar-lamp.resource.ts'

export const kinds: readonly DeviceKind[] = [{ resource: solarLamp, type: solarLampType }]
