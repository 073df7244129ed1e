import { definePort, type Text } from '@lamplight/kit'
import type { Ctx, Query } from '@lamplight/server-kit'
import type { PastCommands } from './past.ts'
import type { Selector, TargetQuery } from './targets.ts'

export interface Targets {
  readonly select: (ctx: Ctx, selector: Selector) => TargetQuery
  /** Name of the lamps of a selector in both languages; null for groups, areas and projects, and if there is no name. */
  readonly nameOf: (query: Query, selector: Selector, onMap: boolean) => Promise<Text | null>
  /** Returns the lamps of devices, by device id. */
  readonly lampsOf: (
    ctx: Ctx,
    deviceIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly id: string; readonly name: string; readonly place: string }>>
}
/** Provided by the lighting slice. */
export const targetsPort = definePort<Targets>('control.targets')

export const pastCommandsPort = definePort<PastCommands>('control.past')
