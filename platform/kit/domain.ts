import type { Text } from './text.ts'

/** A slice: its name, what it is called, its level and the lower slices it may use. */
export interface Domain {
  readonly name: string
  readonly label: Text
  /** What its calls are for, in one line: the description of its tag in the API document. */
  readonly about?: Text
  readonly level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
  readonly dependsOn: readonly string[]
  /** Views and functions of the database that slices above may name in their SQL. Tables are never named by other slices. */
  readonly offers?: readonly string[]
}
export const defineDomain = <const D extends Domain>(domain: D): D => domain
