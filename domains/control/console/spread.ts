import type { ParamValues } from './param-words.ts'

/** Answer of `blade-city/param/spread`: the reach of the chosen devices, and how many of them hold which value. */
export interface Spread {
  readonly devices: number
  readonly gateways: number
  readonly offline: number
  readonly noGateway: number
  readonly notActivated: number
  /** Devices of the first wave of a set, if the family is dangerous; else 0. */
  readonly firstWave: number
  readonly reported: number
  readonly drifted: number
  readonly missing: number
  readonly missingSns: readonly string[]
  readonly values: readonly {
    /** `0`: not reported. */
    readonly reportedId: string
    readonly value: ParamValues | null
    readonly devices: number
    readonly drifted: number
  }[]
}
