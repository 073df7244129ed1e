import { trashPlay } from '@lamplight/environment/play'
import { calibrations } from '@lamplight/lighting/play'
import { mediaPlays } from '@lamplight/media/play'
import type { CityOptions } from '@lamplight/virtual-city'

/** Behaviours of device types (`definePlay`) and of calibrations, from the export `./play` of the slices that have them. All other types play by default. */
export const plays: Pick<CityOptions, 'plays' | 'calibrations'> = { plays: [trashPlay, ...mediaPlays], calibrations }
