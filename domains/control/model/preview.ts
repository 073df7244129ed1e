/** The name of a target in both languages. */
export interface TargetName {
  readonly zh: string
  readonly en: string
}

/** Answer of `controller/batch/command/preview`: the targets of a command; powers in kW, null if unknown. */
export interface Preview {
  /** Name of the target in the user's language, as in the later record; null if it has no name. */
  readonly targetText: string | null
  /** The same name in both languages, to be sent with the command. */
  readonly targetName: TargetName | null
  readonly lamps: number
  readonly gateways: number
  readonly offlineGateways: number
  /** Number of lamps whose gateway is offline. */
  readonly offlineLamps: number
  /** Number of lamps without a gateway: they fail at once. */
  readonly noGatewayLamps: number
  /** Number of devices that are not activated. The ledger stores them as failed. */
  readonly notActivatedLamps: number
  /** Number of devices of the first wave, if the operation can cut devices off; else 0. The rest is sent only after these came back. */
  readonly firstWave: number
  /** Number of controllers with a main and an auxiliary lamp. */
  readonly twoWay: number
  readonly expectedKwBefore: number | null
  readonly expectedKwAfter: number | null
  /** Number of streets of the lamps, and the first of them by number of lamps. */
  readonly streets: number
  readonly firstStreets: readonly { readonly id: string; readonly name: string; readonly n: number }[]
  /** The first devices whose gateway is offline, by serial number; `type`: code of the device type. */
  readonly firstOffline: readonly { readonly id: string; readonly sn: string; readonly type: number }[]
  /** Strategies that a command of lamps overrides; null if it overrides none. `until`: when they count again; null: when another command ends this one. */
  readonly overrides: { readonly devices: number; readonly names: readonly string[]; readonly until: string | null } | null
  /** Number of devices with a wanted value of the family that a set replaces; 0 for commands. */
  readonly replaced: number
  /** Code of the device type; null for commands of lamps. */
  readonly deviceType: number | null
}
