import type { Ctx } from '@lamplight/server-kit'

/** Port `places.devices`, offered by the slice that has devices in the street. */
export interface PlacedDevices {
  /** Devices in each area itself that the asker may see; `state` is currentControllerStatus (decisions.md B2). */
  readonly countByArea: (
    ctx: Ctx,
    given: { readonly projectId?: string; readonly state?: number },
  ) => Promise<{ readonly areaId: string; readonly count: number }[]>
}
