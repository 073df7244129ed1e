import { trashPlay } from '@lamplight/environment/play'
import type { Play } from '@lamplight/virtual-city'

/** Behaviours of device types (`definePlay`) that slices export as `./play`. All other types have the default behaviour. */
export const plays: readonly Play[] = [trashPlay]
