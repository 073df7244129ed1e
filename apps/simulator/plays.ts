import { trashPlay } from '@lamplight/environment/play'
import { calibrations } from '@lamplight/lighting/play'
import type { CityOptions } from '@lamplight/virtual-city'

/** Behaviours of device types (`definePlay`) and of calibrations, which slices export as `./play`. All other types have the default behaviour. */
export const plays: Pick<CityOptions, 'plays' | 'calibrations'> = { plays: [trashPlay], calibrations }
