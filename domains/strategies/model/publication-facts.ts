import type { Difference } from './difference.ts'
import type { ShownCode } from './finding-words.ts'

/** Sums over all lamps of one night or of more. Times are seconds of all lamps together. */
export interface NightSums {
  readonly lit: number
  readonly litInDaylight: number
  readonly darkBeforeDusk: number
  readonly darkAtNight: number
  readonly kwh: number
  readonly cost: number
  /** kg */
  readonly co2: number
}

/** Devices of a publication: the numbers of devices, streets and offline devices, and the names of the first streets and offline devices. */
export interface AffectedDevices {
  readonly devices: number
  readonly streets: number
  readonly offline: number
  readonly firstStreets: readonly { readonly id: string; readonly name: string; readonly n: number }[]
  /** `type`: code of the device type. */
  readonly firstOffline: readonly { readonly id: string; readonly sn: string; readonly type: number }[]
}

/** A special strategy that applies on the same nights as the published one. */
export interface CompetingStrategy {
  readonly id: string
  readonly name: string
  readonly priority: number
  /** True: it wins over the published strategy on these nights; false: the published one wins. */
  readonly wins: boolean
  /** Devices that have both. */
  readonly n: number
  readonly nights: number
  /** The first spans of dates, `yyyy-MM-dd..yyyy-MM-dd` or `yyyy-MM-dd`. */
  readonly dates: readonly string[]
}

/** The preview of a publication. It is computed when the publication is requested or sent, and stored as JSON in the field `facts`. */
/** Rows stored by earlier versions have no names of streets and devices: they are read as empty lists. */
export interface PublicationFacts
  extends Omit<AffectedDevices, 'firstStreets' | 'firstOffline'>,
    Partial<Pick<AffectedDevices, 'firstStreets' | 'firstOffline'>> {
  readonly peakKw: number
  readonly peakKwNow: number
  readonly replaces: readonly { readonly id: string; readonly name: string; readonly n: number }[]
  /** Absent in rows that earlier versions stored. */
  readonly rivals?: readonly CompetingStrategy[]
  /** Of a year: after the publication, and by the calendars that the lamps had before it. */
  readonly total: NightSums
  readonly totalNow: NightSums
  /** The first findings of the linter. */
  readonly findings: readonly {
    readonly code: ShownCode
    readonly severity: string
    readonly firstNight: string | null
    readonly values: Readonly<Record<string, string | number>>
  }[]
  /** The strategy and version that most of the devices had before; null if they had none. */
  readonly before: { readonly id: string; readonly name: string; readonly version: number; readonly n: number } | null
  /** From that version to the published one; null if there is none, or if it is too old to be kept. */
  readonly difference: Difference | null
}
