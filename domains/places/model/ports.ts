import { definePort } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'

/** What a link shows: the lamps of these areas (null: of every area) in these projects (null: in every project) of a tenant. */
export interface Share {
  readonly tenantId: string
  readonly name: string
  readonly areaIds: readonly string[] | null
  readonly projectIds: readonly string[] | null
}
/** Shared maps by their code, for who has no account. */
export interface Shares {
  readonly find: (code: string) => Promise<Share | null>
}
export const sharesPort = definePort<Shares>('places.shares')

export interface PlacedDevices {
  /** Devices in each area itself that the asker may see; `state` is currentControllerStatus (decisions.md B2). */
  readonly countByArea: (
    ctx: Ctx,
    given: { readonly projectId?: string; readonly state?: number },
  ) => Promise<{ readonly areaId: string; readonly count: number }[]>
}
/** Provided by the slice that has devices in the street. */
export const placedDevicesPort = definePort<PlacedDevices>('places.devices')
