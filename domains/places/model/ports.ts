import { definePort } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'

/** A shared map: shows the tenant's lamps in one of the areas (null: any area) and in one of the projects (null: any project). */
export interface Share {
  readonly tenantId: string
  readonly name: string
  readonly areaIds: readonly string[] | null
  readonly projectIds: readonly string[] | null
}
/** Finds shared maps by code. Callers need no account. */
export interface Shares {
  readonly find: (code: string) => Promise<Share | null>
}
export const sharesPort = definePort<Shares>('places.shares')

export interface PlacedDevices {
  /** Number of devices in each area, without its subareas, that the user may see; `state` is currentControllerStatus (decisions.md B2). */
  readonly countByArea: (
    ctx: Ctx,
    filter: { readonly projectId?: string; readonly state?: number },
  ) => Promise<{ readonly areaId: string; readonly count: number }[]>
}
/** Provided by the slice that has the devices of places. */
export const placedDevicesPort = definePort<PlacedDevices>('places.devices')
