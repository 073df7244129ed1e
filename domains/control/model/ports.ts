import { definePort, type Text } from '@lamplight/kit'
import type { DownKind, ParamValue } from '@lamplight/protocol'
import type { Ctx, Query } from '@lamplight/server-kit'
import type { PastCommands } from './past.ts'
import type { Selector, Streets, TargetQuery } from './targets.ts'

export interface Targets {
  readonly select: (ctx: Ctx, selector: Selector) => TargetQuery
  /**
   * SQL of the lamps of a selector for calculations, one row per controller that the user sees: (device_id bigint, model_id bigint, project_id bigint, area_id bigint,
   * street_id bigint, lng float8, lat float8, power float8 W, min_power float8 W, min_level int %, two_way boolean: it drives two lamps); null if unknown.
   */
  readonly lamps: (ctx: Ctx, selector: Selector) => TargetQuery
  /** Name of the lamps of a selector in both languages; null for groups, areas and projects, and if there is no name. */
  readonly nameOf: (query: Query, selector: Selector, onMap: boolean) => Promise<Text | null>
  /** Returns the lamps of devices, by device id. */
  readonly lampsOf: (
    ctx: Ctx,
    deviceIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly id: string; readonly name: string; readonly place: string }>>
  /** Streets of the lamps of a query with the column `device_id`. `most`: how many are named. */
  readonly streetsOf: (ctx: Ctx, devices: TargetQuery, most: number) => Promise<Streets>
}
/** Provided by the lighting slice. */
export const targetsPort = definePort<Targets>('control.targets')

/** A message that a gateway gets before it gets a value of a parameter family. */
export interface Attachment {
  readonly kind: Exclude<DownKind, 'command'>
  readonly payload: object
}
export interface Attachments {
  /** Returns the message for a value of a family with `attachment`; null if the value needs none. The answer for a value never changes. */
  readonly of: (family: string, value: ParamValue) => Promise<Attachment | null>
}
/** Provided by the slice whose families have attachments; without it nothing is attached. */
export const attachmentsPort = definePort<Attachments>('control.attachments')

/** Strategies that devices follow while no command overrides them. */
export interface Programmes {
  /** Number of the devices of a query (column `device_id`) that follow a strategy, and the names of the most frequent of these. */
  readonly among: (ctx: Ctx, devices: TargetQuery, most: number) => Promise<{ readonly devices: number; readonly names: readonly string[] }>
}
/** Provided by the slice of strategies; without it devices follow none. */
export const programmesPort = definePort<Programmes>('control.programmes')

/** Devices for which the published calendars give the same level. */
export interface PlannedLevel {
  /** % */
  readonly level: number
  /** Ids of the devices, 8 bytes each, big endian. */
  readonly devices: Buffer
}
/** The calendar that was published to a device at an instant, and what it says for that instant. */
export interface PlannedNow {
  /** % */
  readonly level: number
  /** Name of the strategy; '' if it is gone. */
  readonly strategy: string
  /** Epoch ms of the publication. */
  readonly publishedAt: number
}
/** Calendars that were published to devices at a past instant (epoch ms). Devices without one are left out. */
export interface Planned {
  readonly levelsAt: (ctx: Ctx, at: number) => Promise<readonly PlannedLevel[]>
  readonly ofDevice: (ctx: Ctx, deviceId: string, at: number) => Promise<PlannedNow | null>
}
/** Provided by the slice of strategies; without it no calendar is known. */
export const plannedPort = definePort<Planned>('control.planned')

export const pastCommandsPort = definePort<PastCommands>('control.past')
