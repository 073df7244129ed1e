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
/** A finding with what an operator needs to act: how many lamps it affects, where, and what to do next. */
export interface OpenFinding extends Finding {
  /** Name of the severity. */
  readonly level: string
  /** Number of affected lamps. */
  readonly lamps: number
  /** Names of the streets with the most affected lamps, in descending order; empty if they are not known. */
  readonly streets: readonly string[]
  /** What to do next. */
  readonly next: string
  /** Page of the console that shows it. */
  readonly href: string
}
type FindingFilter = { readonly limit: number; readonly projectId: string; readonly areaId: string }
/** A finding that the user has acknowledged or disposed of. */
export interface HandledFinding {
  readonly id: string
  readonly at: Date
  readonly what: string
  /** What the user did with it, in the user's language. */
  readonly act: string
  readonly place: string
  readonly href: string
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
  readonly read: (ctx: Ctx, filter: FindingFilter) => Promise<readonly Finding[]>
  /** Returns what the user of `ctx` acknowledged or disposed of from `from` until before `to`, at most `limit` of each, the oldest. `total` is the number without the limit. */
  readonly handled?: (
    ctx: Ctx,
    span: { readonly from: Date; readonly to: Date; readonly limit: number },
  ) => Promise<{ readonly total: number; readonly found: readonly HandledFinding[] }>
  /**
   * Returns the open findings for the home page, at most `limit`: the most severe first, and of equal severity the newest first. Findings
   * of one kind in one street are combined. `total` is their number without the limit.
   */
  readonly open?: (ctx: Ctx, filter: FindingFilter) => Promise<{ readonly total: number; readonly found: readonly OpenFinding[] }>
}
