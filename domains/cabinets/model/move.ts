import { f } from '@lamplight/fields/model'
import type { Field } from '@lamplight/kit'

/** Places between which lamps move, by the word in the call. */
export const MOVES = {
  loop: f.ref('cabinets.loop', { label: ['回路', 'Loop'] }),
  area: f.ref('places.area', { label: ['区域', 'Area'] }),
  project: f.ref('places.project', { label: ['项目', 'Project'] }),
  gateway: f.ref('devices.gateway', { label: ['网关', 'Gateway'] }),
} as const satisfies Readonly<Record<string, Field>>
export type MoveKind = keyof typeof MOVES

/**
 * What a move changes. `from`: present places with their lamps, null for lamps without one. `left`: lamps that cannot move, because they have no controller. If
 * controllers move with their lamps, the numbers count controllers, and `left` those without a lamp.
 */
export interface MovePlan {
  readonly to: string
  readonly lamps: number
  readonly left: number
  readonly from: readonly { readonly name: string | null; readonly lamps: number }[]
  /** Consequences, in the language of the user. */
  readonly effects: readonly string[]
}
