import type { Text } from '@lamplight/kit'

/** Kinds of nodes of the supply, from the gateway to the lamp controller, with their resources. */
export const SUPPLY_KINDS = {
  gateway: 'devices.gateway',
  concentrator: 'cabinets.concentrator',
  switchbox: 'cabinets.switchbox',
  loop: 'cabinets.loop',
  airSwitch: 'cabinets.airSwitch',
  meter: 'cabinets.meter',
  lamp: 'lighting.lamp',
  controller: 'lighting.controller',
} as const
export type SupplyKind = keyof typeof SUPPLY_KINDS

/** States of nodes. `open`: an air switch is open, or a loop or a box has an open one or an open output. `unfed`: offline, because the supply is interrupted. */
export const SUPPLY_STATES = {
  online: ['在线', 'Online'],
  closed: ['合闸', 'Closed'],
  open: ['分闸', 'Open'],
  on: ['亮灯', 'On'],
  off: ['熄灯', 'Off'],
  fault: ['故障', 'Fault'],
  offline: ['离线', 'Offline'],
  unfed: ['无供电', 'No supply'],
  inactive: ['未激活', 'Not activated'],
  unknown: ['未知', 'Unknown'],
} as const satisfies Readonly<Record<string, Text>>
export type SupplyState = keyof typeof SUPPLY_STATES

/**
 * A node of the supply. `lamps`, `offline`: number of the lamps that it feeds, and of those that are offline; null for a single lamp. `output`: output of the
 * concentrator that switches a loop, and its contact (0 open, 1 closed); null for other nodes, and while the contact is unknown.
 */
export interface SupplyNode {
  readonly kind: SupplyKind
  readonly id: string
  readonly name: string
  readonly state: SupplyState
  readonly lamps: number | null
  readonly offline: number | null
  readonly output: number | null
  readonly contact: number | null
}

/** A node with the nodes above it, from the gateway down, and the nodes directly below it, at most 500 of each kind. */
export interface SupplyPlace {
  readonly node: SupplyNode
  readonly above: readonly SupplyNode[]
  readonly below: readonly SupplyNode[]
}
