import type { Play } from '@lamplight/virtual-city'
import { envSensorPlay } from './env-sensor.play.ts'
import { sprayPlay } from './spray.play.ts'
import { trashPlay } from './trash.play.ts'
import { wellPlay } from './well.play.ts'

/** Behaviour of this slice's devices in the virtual city. */
export const environmentPlays: readonly Play[] = [trashPlay, wellPlay, envSensorPlay, sprayPlay]
