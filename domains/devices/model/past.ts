import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { PastStep, Query } from '@lamplight/server-kit'

/** A value for each level of a lighting programme: off, reduced, full. */
export type ByLevel<T> = readonly [off: T, reduced: T, full: T]

/** A time at which every device has a reading. */
export interface PastInstant {
  /** Epoch ms. */
  readonly at: number
  /** 0 off, 1 reduced, 2 full: level of the programme from this time on. */
  readonly level: number
  /** Time that the programme has spent in each level since the begin of the history, ms. */
  readonly spent: ByLevel<number>
}

/** A period in which a device behaved the same way. A device may have several periods, one after the other. */
export interface PastStretch {
  readonly deviceId: string
  /** Epoch ms. */
  readonly from: number
  readonly to: number
  /** By level: metered power in W, reported dim level in %, and whether the lamp is lit. */
  readonly watts: ByLevel<number>
  readonly dims: ByLevel<number>
  readonly burns: ByLevel<boolean>
  /** By level: the reported fault; empty for none. */
  readonly faults: ByLevel<string>
  /** Meter values at the begin of the history, Wh and h; the same in all periods of a device. */
  readonly energy: number
  readonly hours: number
}

/** Past reports of a device: times in rising order, epoch ms, with the values that it reported. */
export interface PastReports {
  readonly deviceId: string
  readonly reports: readonly { readonly at: number; readonly values: Readonly<Record<string, unknown>> }[]
}

/** The past of lamp controllers. */
export interface LampPast {
  readonly tenantId: string
  /** IANA zone of the tenant. */
  readonly zone: string
  readonly instants: readonly PastInstant[]
  readonly stretches: readonly PastStretch[]
  /** From this time on readings are dense enough for hourly rollups, epoch ms. */
  readonly denseFrom: number
  /** Gateways that went offline, with the time, epoch ms. */
  readonly gone: readonly { readonly gatewaySn: string; readonly at: number }[]
}

/** The past of devices of another type. */
export interface ReportPast {
  readonly tenantId: string
  /** IANA zone of the tenant. */
  readonly zone: string
  readonly type: DeviceTypeDefinition
  readonly devices: readonly PastReports[]
}

export interface Past {
  /**
   * Writes the last reading and the state of lamp controllers that have none, with their open faults and losses. Time per level is counted from the first
   * instant; voltage, current and temperature are computed from the power.
   */
  readonly storeState: (query: Query, past: LampPast) => Promise<void>
  /** Returns steps that write all other readings, day by day, and their rollups. The first of them asks for the past. */
  readonly nightsOf: (instants: readonly PastInstant[], past: (query: Query) => Promise<LampPast>) => readonly PastStep[]
  /** Writes the last report of each device, as its latest values unless it has reported since, with its open faults. */
  readonly storeLastReports: (query: Query, past: ReportPast) => Promise<void>
  /** Writes all other reports. The rollups compute their days in the background. */
  readonly storeReports: (query: Query, past: ReportPast) => Promise<void>
}
