import type { BatchSummary } from '@lamplight/control/model'

export { dashboards } from '../domain.ts'
export { dashboardsErrors } from './dashboards.errors.ts'
export { menu } from './menu.ts'
export { visual, visualShare, visualVersion } from './visual.resource.ts'
export * from './visual-content.ts'
export * from './widgets.ts'

/** Totals of one kind of lamp. Power in kW. */
export interface KindTotal {
  readonly kind: 1 | 2 | 3
  readonly lamps: number
  readonly nominalKw: number
  readonly activeKw: number
  readonly online: number
  readonly lit: number
}
/** Data of the welcome page (rule.ui.welcome.totals). */
export interface HomeInfo {
  readonly lamps: number
  readonly states: {
    readonly on: number
    readonly off: number
    readonly fault: number
    readonly offline: number
    readonly inactive: number
  }
  readonly kinds: readonly KindTotal[]
  readonly gateways: { readonly total: number; readonly online: number }
  readonly running: readonly BatchSummary[]
  readonly failed: readonly BatchSummary[]
  readonly faults: readonly FaultyLamp[]
  readonly offline: readonly OfflineGateway[]
  readonly troubles: readonly Trouble[]
}
/** Lamps with faults of one cause. */
export interface Trouble {
  /** A fault of TALQ's vocabulary, `gatewayOffline`, or `silent`: the controller does not answer its gateway. */
  readonly cause: string
  readonly lamps: number
  /** Number of these lamps that worked until last night (16:00 of yesterday). */
  readonly sinceLastNight: number
  /** Start of the oldest fault, in the tenant's zone. */
  readonly since: string
}
export interface FaultyLamp {
  readonly id: string
  readonly deviceId: string
  readonly name: string
  readonly areaName: string
  readonly faults: readonly string[]
  /** Start of the oldest fault, in the tenant's zone. */
  readonly since: string
}
export interface OfflineGateway {
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly children: number
  readonly lastSeen: string
}
