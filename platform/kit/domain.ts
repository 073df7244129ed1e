import type { Text } from './text.ts'

/** A slice: its name, label and level, and the lower slices that it may use. */
export interface Domain {
  readonly name: string
  readonly label: Text
  /** Purpose of its calls in one line: the description of its tag in the API document. */
  readonly about?: Text
  readonly level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
  readonly dependsOn: readonly string[]
  /** Database views and functions that higher slices may use in their SQL. Other slices never use its tables directly. */
  readonly offers?: readonly string[]
}
export const defineDomain = <const D extends Domain>(domain: D): D => domain
