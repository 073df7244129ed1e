import type { FaultKind } from './kinds.ts'

/** A symptom of a night. `value` and `limit`: in the unit of the kind, see `evidenceOf`. */
export interface Hit {
  readonly kind: FaultKind
  readonly value: number
  readonly limit: number
  /** Two independent measurements agree, so that no second night is needed. */
  readonly sure?: true
}
