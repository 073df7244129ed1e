import { definePort } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'

/**
 * A shared map: shows the tenant's lamps in one of the areas (null: any area) and in one of the projects (null: any project). Areas and projects are those that
 * the users who made and last edited the share see at present.
 */
export interface Share {
  readonly tenantId: string
  readonly name: string
  readonly areaIds: readonly string[] | null
  readonly projectIds: readonly string[] | null
  /** True if both users have the permission. */
  readonly isAllowed: (permission: string) => boolean
}
/** Finds shared maps by code; null also if an account of these users is deleted or disabled. Callers need no account. */
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
