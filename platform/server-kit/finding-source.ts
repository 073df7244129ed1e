import type { Text } from '@lamplight/kit'
import type { Ctx } from './context-types.ts'

/** Something that needs attention: an alarm, an incident, a fault. */
export interface Finding {
  readonly id: string
  readonly at: Date
  readonly what: string
  readonly place: string
  /** 1 is the most severe. */
  readonly severity: 1 | 2 | 3 | 4
}
/** A slice that finds what needs attention (`ServerSlice.findings`). The home page and dashboards show the findings of all slices, newest first. */
export interface FindingSource {
  readonly name: string
  readonly label: Text
  /** Right without which a user gets none of them. */
  readonly right: string
  /** Page of the console that lists them. */
  readonly link: string
  /** Returns the open findings that the user may see, at most `limit`, newest first. Empty ids: no limit by project or area. */
  readonly read: (
    ctx: Ctx,
    filter: { readonly limit: number; readonly projectId: string; readonly areaId: string },
  ) => Promise<readonly Finding[]>
}
