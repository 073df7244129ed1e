import { trashPlay } from '@lamplight/environment/play'
import { mediaPlays } from '@lamplight/media/play'
import type { Play } from '@lamplight/virtual-city'

/** True behaviours of device types (`definePlay`), from the door `./play` of the slices that have them. All other types play by default. */
export const plays: readonly Play[] = [trashPlay, ...mediaPlays]
