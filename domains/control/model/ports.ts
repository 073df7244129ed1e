import { definePort, type Text } from '@lamplight/kit'
import type { Ctx, Query } from '@lamplight/server-kit'
import type { PastCommands } from './past.ts'
import type { Selector, TargetQuery } from './targets.ts'

export interface Targets {
  readonly select: (ctx: Ctx, selector: Selector) => TargetQuery
  /** What people call the lamps of a selector, in both languages; null for groups, areas and projects, and where there is no name. */
  readonly nameOf: (query: Query, selector: Selector, onMap: boolean) => Promise<Text | null>
  /** Lamps of devices, by device id. */
  readonly lampsOf: (
    ctx: Ctx,
    deviceIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly id: string; readonly name: string; readonly place: string }>>
}
/** Provided by the slice of the lamps. */
export const targetsPort = definePort<Targets>('control.targets')

export const pastCommandsPort = definePort<PastCommands>('control.past')
