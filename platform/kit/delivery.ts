import type { ParamFamilyDefinition } from './param-family.ts'
import type { MatrixRow } from './roles.ts'
import type { Text } from './text.ts'

/**
 * Values that transitions of a resource send to devices, with a log. Each sending is a row of the log, and each of its devices is a detail (decisions.md C6 and
 * C7). The value is sent as a parameter family; the status of a detail is that of its device in the command ledger.
 */
export interface DeliveryDefinition {
  /** `slice.entity`: its resources are `{name}Log` and `{name}Detail`. */
  readonly name: `${string}.${string}`
  readonly label: Text
  /** Prefix of its rights: `{code}log_view`, `{code}log_retry`, `{code}detail_view`. */
  readonly code: string
  /** Row of the permission matrix for the right to retry; default `commands`. */
  readonly roles?: { readonly retry?: MatrixRow }
  readonly family: ParamFamilyDefinition
  /** The resource whose rows are sent, and the wire name of their id in the calls of the log. */
  readonly of: { readonly resource: `${string}.${string}`; readonly wire: string }
  /** Values of `type` in the log, with their labels. */
  readonly types: Readonly<Record<number, Text>>
  readonly api: {
    /** `{log}/page` */
    readonly log: string
    /** `{details}/list` */
    readonly details: string
    /** The call that sends failed details again, and its parameter names; `logId` is also the name of the log's id in details. */
    readonly retry: string
    readonly logId: string
    readonly detailIds: string
  }
}

/** Returns the first fault of a declaration, or undefined. */
export const deliveryFault = ({ family, types }: DeliveryDefinition): string | undefined => {
  if (!family.ops.includes('set')) return `the family ${family.name} cannot be set`
  return Object.keys(types).length === 0 ? 'has no type' : undefined
}

/** Declares a delivery. Its faults are reported when the server starts (`deliveryFault`). */
export const defineDelivery = <const D extends DeliveryDefinition>(delivery: D): D => delivery
