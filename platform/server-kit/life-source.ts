import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'
import type { Ctx } from './context-types.ts'

/** Kind of an entry in the life record of a device. */
export type LifeKind = 'added' | 'edited' | 'moved' | 'bound' | 'activated' | 'lifecycle' | 'online' | 'fault' | 'command' | 'param'

/** A device whose life is read: the asker may see it. */
export interface LifeDevice {
  readonly id: string
  readonly tenantId: string
  readonly sn: string
  readonly name: string
  /** Empty where no gateway reaches it. */
  readonly gatewayId: string
  /** Serial number of its gateway, or the route of its driver. */
  readonly gatewaySn: string
  readonly type: DeviceTypeDefinition
  readonly resource: ResourceDefinition
  /** Its row, as hooks of the resource get it. */
  readonly row: Readonly<Record<string, unknown>>
}

/** Something that happened to a device, in the language of who asks. */
export interface LifeEntry {
  /** Unique among the entries of its source. */
  readonly id: string
  readonly kind: LifeKind
  readonly at: Date
  /** End of what lasts; null while it does, and for what has no duration. */
  readonly endedAt?: Date | null
  /** It lasts until now. */
  readonly isPresent?: boolean
  readonly title: string
  /** How it ended, or what there is to know. */
  readonly result?: string
  readonly tone?: 'good' | 'busy' | 'warn' | 'bad' | 'neutral'
  /** Who did it; empty where nobody did. */
  readonly by?: string
  /** Fields that changed. */
  readonly changes?: readonly { readonly label: string; readonly before: string; readonly after: string }[]
  /** Where it comes from: a row of a resource, or a tab of the device's own page. */
  readonly source?: { readonly resource: string; readonly id: string } | { readonly tab: string }
}

/** What a slice knows of the lives of devices (`ServerSlice.life`). */
export interface LifeSource {
  /** Name of the resource or page: `control.batch`. */
  readonly name: string
  readonly kinds: readonly LifeKind[]
  /** The newest entries of `kinds`, at most `limit`, newest first, and how many there are. It has none where the asker lacks a right that it needs. */
  readonly read: (
    ctx: Ctx,
    device: LifeDevice,
    filter: { readonly kinds: ReadonlySet<LifeKind>; readonly limit: number },
  ) => Promise<{ readonly entries: readonly LifeEntry[]; readonly total: number }>
}
