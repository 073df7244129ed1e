/** The name of a target in both languages. */
export interface TargetName {
  readonly zh: string
  readonly en: string
}

/** What a command would touch, as `controller/batch/command/preview` answers; powers in kW, null where unknown. */
export interface Preview {
  /** The target in words, in the asker's language, as the record will name it; null where it has no name. */
  readonly targetText: string | null
  /** The same in both languages, to be sent with the command. */
  readonly targetName: TargetName | null
  readonly lamps: number
  readonly gateways: number
  readonly offlineGateways: number
  /** Lamps whose gateway is offline. */
  readonly offlineLamps: number
  /** Lamps without a gateway: they fail at once. */
  readonly noGatewayLamps: number
  /** Devices that are not activated. The ledger stores them as failed. */
  readonly notActivatedLamps: number
  /** Controllers among them that drive a main and an auxiliary lamp. */
  readonly twoWay: number
  readonly expectedKwBefore: number | null
  readonly expectedKwAfter: number | null
}
