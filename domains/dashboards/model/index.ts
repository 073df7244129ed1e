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
/** What needs attention: at most ten open findings, the most severe first, then the newest. */
export interface Attention {
  /** False: the user may read no findings, so an empty list does not mean that nothing is open. */
  readonly isRead: boolean
  /** Number of open findings. */
  readonly total: number
  readonly found: readonly {
    readonly id: string
    /** 1 is the most severe. */
    readonly severity: number
    readonly level: string
    readonly what: string
    readonly place: string
    /** When it began, in the tenant's zone. */
    readonly since: string
    readonly lamps: number
    readonly streets: readonly string[]
    readonly next: string
    readonly href: string
  }[]
}
/** A job of the list of jobs, as far as the hand-over shows it. */
export interface HandoverJob {
  readonly id: string
  readonly source: string
  readonly title: string
  readonly status: 0 | 1 | 2 | 3 | 4 | 5
  readonly note: string
  readonly createTime: string
}
/** The hand-over of a shift. Times in the tenant's zone; lists have at most 30 rows, `total` counts all. */
export interface Handover {
  readonly from: string
  readonly to: string
  /** Name of the user who hands over. */
  readonly by: string
  readonly open: Attention
  /** Commands that the user sent. */
  readonly mine: { readonly total: number; readonly rows: readonly BatchSummary[] }
  /** Alarms and incidents that the user acknowledged, and alarms that the user disposed of. */
  readonly handled: {
    readonly total: number
    readonly rows: readonly {
      readonly id: string
      readonly at: string
      readonly what: string
      /** What the user did with it, in words. */
      readonly act: string
      readonly place: string
      readonly href: string
    }[]
  }
  /** Imports, exports and backups that the user started, the newest first. */
  readonly jobs: { readonly total: number; readonly rows: readonly HandoverJob[] }
  readonly running: { readonly total: number; readonly rows: readonly BatchSummary[] }
  /** Lamps that follow a command instead of their calendar, by the time at which they return to it. */
  readonly overrides: { readonly total: number; readonly rows: readonly { readonly until: string; readonly lamps: number }[] }
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
