import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'
import type { Ctx } from './context-types.ts'

/** Kind of an entry in the life record of a device. */
export type LifeKind =
  | 'added'
  | 'installed'
  | 'replaced'
  | 'repaired'
  | 'uninstalled'
  | 'scrapped'
  | 'edited'
  | 'moved'
  | 'bound'
  | 'activated'
  | 'lifecycle'
  | 'online'
  | 'fault'
  | 'command'
  | 'param'

/** A device whose life record is read; the caller has checked that the user may see it. */
export interface LifeDevice {
  readonly id: string
  readonly tenantId: string
  readonly sn: string
  readonly name: string
  /** Empty if no gateway reaches the device. */
  readonly gatewayId: string
  /** Serial number of the gateway, or the route of the driver. */
  readonly gatewaySn: string
  readonly type: DeviceTypeDefinition
  readonly resource: ResourceDefinition
  /** Row of the device, in the form that hooks of the resource get. */
  readonly row: Readonly<Record<string, unknown>>
}

/** An entry of the life record, in the user's language. */
export interface LifeEntry {
  /** Unique within its source. */
  readonly id: string
  readonly kind: LifeKind
  readonly at: Date
  /** End of a state; null while it lasts, and for entries without duration. */
  readonly endedAt?: Date | null
  /** True if the state lasts until now. */
  readonly isPresent?: boolean
  readonly title: string
  /** Result or other information. */
  readonly result?: string
  readonly tone?: 'good' | 'busy' | 'warn' | 'bad' | 'neutral'
  /** Account of the user; empty if no user did it. */
  readonly by?: string
  /** Changed fields. */
  readonly changes?: readonly { readonly label: string; readonly before: string; readonly after: string }[]
  /** Link to the origin: a row of a resource, or a tab of the device's page. */
  readonly source?: { readonly resource: string; readonly id: string } | { readonly tab: string }
}

/** Entries that a slice contributes to life records of devices (`ServerSlice.life`). */
export interface LifeSource {
  /** Name of the source, which is that of a resource or page: `control.batch`. */
  readonly name: string
  readonly kinds: readonly LifeKind[]
  /** Returns the newest `limit` entries of `kinds`, newest first, and their total number; none if the user lacks a permission for this source. */
  readonly read: (
    ctx: Ctx,
    device: LifeDevice,
    filter: { readonly kinds: ReadonlySet<LifeKind>; readonly limit: number },
  ) => Promise<{ readonly entries: readonly LifeEntry[]; readonly total: number }>
}
