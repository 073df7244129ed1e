/** A value for each level of a programme: off, reduced, full. */
export type ByLevel<T> = readonly [off: T, reduced: T, full: T]

/** A time at which every device has a reading. */
export interface PastInstant {
  /** Epoch ms. */
  readonly at: number
  /** 0 off, 1 reduced, 2 full: what the programme asks for from this time on. */
  readonly level: number
  /** How long the programme has asked for each level since the past began, ms. */
  readonly spent: ByLevel<number>
}

/** A stretch of time in which a device behaved in one way. A device may have several, one after the other. */
export interface PastStretch {
  readonly deviceId: string
  /** Epoch ms. */
  readonly from: number
  readonly to: number
  /** By level: W that the meter shows, % that the device tells, and whether its lamp burns. */
  readonly watts: ByLevel<number>
  readonly dims: ByLevel<number>
  readonly burns: ByLevel<boolean>
  /** By level: the fault that the device tells, empty for none. */
  readonly faults: ByLevel<string>
  /** Meters when the past begins, Wh and h: the same in every stretch of a device. */
  readonly energy: number
  readonly hours: number
}

export interface Past {
  /**
   * Writes readings, rollups and the latest state of devices that have none. Levels are counted from the first instant; voltage, current and
   * temperature follow from the power. One transaction.
   */
  readonly store: (past: {
    readonly tenantId: string
    /** IANA zone of the tenant. */
    readonly zone: string
    readonly instants: readonly PastInstant[]
    readonly stretches: readonly PastStretch[]
    /** From here on instants stand close enough for hourly rollups, epoch ms. */
    readonly denseFrom: number
    /** Gateways that went away, and when, epoch ms. */
    readonly gone: readonly { readonly gatewaySn: string; readonly at: number }[]
  }) => Promise<void>
}
