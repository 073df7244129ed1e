import type { PlayedOperator } from '../model/ports.ts'

/** A stored operator of the demo. `places`: the ids of pile and station of each connector, by its serial number. */
export interface DemoOperator extends PlayedOperator {
  readonly tenantId: string
  readonly places: ReadonlyMap<
    string,
    { readonly pileId: string; readonly stationId: string; readonly stationCode: string; readonly spot: Spot }
  >
}

/** A place for a station in the demo city: that of a gateway. */
export interface Spot {
  readonly tenant_id: string
  readonly project_id: string | null
  readonly area_id: string | null
  readonly lng: number
  readonly lat: number
}
