import type { BaseRow, Text } from '@lamplight/kit'
import type { ComponentType } from 'react'
import type { ResourceConsole } from './console-resource.ts'
import type { ExportFormat } from './export-list.ts'
import type { Query } from './list-state.ts'

/** What one slice adds to the detail page of another's resource, known by its name only: commands on a group, an area, a project. */
export type DetailPart = ComponentType<{ readonly row: BaseRow & Readonly<Record<string, unknown>> }>

const parts = new Map<string, Map<string, DetailPart>>()

/** Adds a part under the header of a resource's detail page. A slice registers it when its console door loads; the same key replaces. */
export const contributeDetail = (resource: string, key: string, part: DetailPart): void => {
  const known = parts.get(resource) ?? new Map<string, DetailPart>()
  parts.set(resource, known.set(key, part))
}

export const detailParts = (resource: string): readonly (readonly [key: string, part: DetailPart])[] => [...(parts.get(resource) ?? [])]

/** Words of the codes with which a slice says how something ended: why a sign-in was refused. */
export type ResultWords = Readonly<Record<string, Text>>
const results = new Map<string, () => Promise<ResultWords>>()

/** Tells the words of a slice's result codes, by the name of the slice. They are loaded when the first entry of that slice is shown. */
export const contributeResults = (slice: string, load: () => Promise<ResultWords>): void => void results.set(slice, load)

export const resultWordsOf = (slice: string): (() => Promise<ResultWords>) | undefined => results.get(slice)

/** What a part of the export dialog is told: the list, and what its file would hold. */
export interface ExportGiven {
  readonly console: ResourceConsole
  /** Filter and order as the list call takes them. */
  readonly filter: Query
  /** Names of the chosen columns, in their order. */
  readonly columns: readonly string[]
  readonly format: ExportFormat
}
const exportParts = new Map<string, ComponentType<ExportGiven>>()

/** Adds a part to the export dialog of every list: saved reports. A slice registers it when its console door loads; the same key replaces. */
export const contributeExport = (key: string, part: ComponentType<ExportGiven>): void => void exportParts.set(key, part)

export const exportPartsOf = (): readonly (readonly [key: string, part: ComponentType<ExportGiven>])[] => [...exportParts]
