import { customBatteryFamily } from './custom-battery.family.ts'

/** Parameter families of solar lamps alone; the slice lighting declares those that lamp controllers have too. */
export const families = [customBatteryFamily] as const
