import { definePort } from '@lamplight/kit'
import type { Ctx, Query } from '@lamplight/server-kit'

/** A kind of box: a comprehensive product with its units. */
export interface BoxTemplate {
  readonly id: string
  readonly name: string
  readonly model: string
  readonly units: readonly { readonly code: string; readonly name: string; readonly typeId: string; readonly devType: number }[]
}
/** A unit of an installed cabinet. */
export interface BoxUnit {
  readonly cabinetId: string
  readonly code: string
  readonly deviceId: string
  readonly devType: number
}
export interface Boxes {
  /** The templates that the user sees, or those of them with these ids. */
  readonly templates: (ctx: Ctx, ids?: readonly string[]) => Promise<readonly BoxTemplate[]>
  /** Ids of the installed cabinets of a template among these; refuses cabinets or a group that the user does not see, and names `field`. */
  readonly cabinets: (
    ctx: Ctx,
    templateId: string,
    among: { readonly ids: readonly string[]; readonly field: string } | { readonly groupId: string },
  ) => Promise<readonly string[]>
  /** Units of cabinets of a tenant: of these cabinets, or of the cabinet that contains a device. */
  readonly units: (
    query: Query,
    tenantId: string,
    templateId: string,
    of: { readonly cabinetIds: readonly string[] } | { readonly deviceId: string },
  ) => Promise<readonly BoxUnit[]>
}
/** Provided by the slice with the road cabinets. */
export const boxesPort = definePort<Boxes>('linkage.boxes')
