export { solar } from '../domain.ts'
export { solarMenu } from './menu.ts'
export { BATTERY_WORK, solarLampType } from './solar-lamp.device.ts'
export { solarLamp } from './solar-lamp.resource.ts'
