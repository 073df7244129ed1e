import type { ParamFamilyDefinition } from './param-family.ts'
import type { MatrixRow } from './roles.ts'
import type { Text } from './text.ts'

/**
 * What transitions of a resource send to devices, with a log: each sending is a row of the log, each of its devices a detail (decisions.md C6 and C7). The value travels
 * as a parameter family; the status of a detail is that of its device in the command ledger.
 */
export interface DeliveryDefinition {
  /** `slice.entity`: its resources are `{name}Log` and `{name}Detail`. */
  readonly name: `${string}.${string}`
  readonly label: Text
  /** Prefix of its rights: `{code}log_view`, `{code}log_retry`, `{code}detail_view`. */
  readonly code: string
  /** Row of the permission matrix of the right to retry; `commands` by default. */
  readonly roles?: { readonly retry?: MatrixRow }
  readonly family: ParamFamilyDefinition
  /** The resource whose rows are sent, and the name of their ids in the calls of the log. */
  readonly of: { readonly resource: `${string}.${string}`; readonly wire: string }
  /** Types of the rows of the log. */
  readonly types: Readonly<Record<number, Text>>
  readonly api: {
    /** `{log}/page` */
    readonly log: string
    /** `{details}/list` */
    readonly details: string
    /** The call that sends failed details again, and the names of its parameters; `logId` names the log in details too. */
    readonly retry: string
    readonly logId: string
    readonly detailIds: string
  }
}

/** The first fault of a declaration, or undefined. */
export const deliveryFault = ({ family, types }: DeliveryDefinition): string | undefined => {
  if (!family.ops.includes('set')) return `the family ${family.name} cannot be set`
  return Object.keys(types).length === 0 ? 'has no type' : undefined
}

/** Declares a delivery. Its faults are told when the server starts (`deliveryFault`). */
export const defineDelivery = <const D extends DeliveryDefinition>(delivery: D): D => delivery
