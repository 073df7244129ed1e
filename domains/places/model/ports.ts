import { definePort } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'

/** A shared map: it shows the tenant's lamps that are in one of the areas (null: any area) and in one of the projects (null: any project). */
export interface Share {
  readonly tenantId: string
  readonly name: string
  readonly areaIds: readonly string[] | null
  readonly projectIds: readonly string[] | null
}
/** Finds shared maps by their code. Callers need no account. */
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
