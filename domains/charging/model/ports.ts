import { definePort } from '@lamplight/kit'

/** A connector that the virtual city plays. */
export interface PlayedConnector {
  readonly sn: string
  /** kW */
  readonly ratedPower: number
}
export interface PlayedStation {
  readonly stationId: string
  readonly name: string
  readonly address: string
  readonly connectors: readonly PlayedConnector[]
}
/** An operator that the virtual city plays, with the secret with which it signs. */
export interface PlayedOperator {
  /** Id of its row; its push address contains it. */
  readonly id: string
  readonly kind: number
  readonly operatorId: string
  readonly secret: string
  readonly stations: readonly PlayedStation[]
}

/** The operators of a demo, for the virtual city that plays their platforms. */
export interface PlayedOperators {
  readonly all: () => Promise<readonly PlayedOperator[]>
  /**
   * Sets the address to which commands are sent: the virtual city listens at `{url}/{operator id}/{interface}`. Null: the city has stopped. The address
   * is kept in memory only.
   */
  readonly attach: (url: string | null) => void
  readonly url: () => string | null
}
export const playedOperatorsPort = definePort<PlayedOperators>('charging.played')
