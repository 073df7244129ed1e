import type { BaseRow, ResourceDefinition, Text } from '@lamplight/kit'
import { type ComponentType, createElement, Fragment } from 'react'
import type { ConsoleUi, ResourceConsole, SlotProps } from './console-resource.ts'
import type { ExportFormat } from './export/export-list.ts'
import type { Query } from './list/list-state.ts'

/** A component that a slice adds to the detail page of another slice's resource, known only by name: commands on a group, an area, a project. */
export type DetailPart = ComponentType<{
  readonly row: Pick<BaseRow, 'id'> & Readonly<Record<string, unknown>>
  /** The resource of the page; undefined where the part stands on no page of a resource. */
  readonly resource?: ResourceDefinition
}>

type Where = string | ((resource: ResourceDefinition) => boolean)
const parts = new Map<string, { readonly where: Where; readonly key: string; readonly part: DetailPart }>()

/**
 * Adds a component below the header of a resource's detail page; the resource is given by name or by a condition on its definition. A slice
 * calls it in its shell module; the same key replaces the component.
 */
export const contributeDetail = (where: Where, key: string, part: DetailPart): void =>
  void parts.set(`${typeof where === 'string' ? where : ''} ${key}`, { where, key, part })

export const detailParts = (resource: ResourceDefinition): readonly (readonly [key: string, part: DetailPart])[] =>
  [...parts.values()].flatMap(({ where, key, part }) =>
    (typeof where === 'string' ? where === resource.name : where(resource)) ? [[key, part] as const] : [],
  )

/** Returns the components added to a place that is no page of a resource, by the name of the place: the card of a lamp on the map. */
export const partsAt = (place: string): readonly (readonly [key: string, part: DetailPart])[] =>
  [...parts.values()].flatMap(({ where, key, part }) => (where === place ? [[key, part] as const] : []))

type Contributed = Pick<ConsoleUi<ResourceDefinition>, 'actions'> & {
  readonly slots?: Pick<NonNullable<ConsoleUi<ResourceDefinition>['slots']>, 'detailTop' | 'detailTabs' | 'toolbar' | 'formEnd'>
}
type Bar = ComponentType<SlotProps>
/** One component for the own part of the toolbar and the added one. */
const bars = (own: Bar | undefined, added: Bar | undefined): Bar | undefined =>
  own && added ? (props) => createElement(Fragment, null, createElement(own, props), createElement(added, props)) : (own ?? added)

const consoles = new Map<string, Contributed>()

/**
 * Adds dialogs of actions and parts of the pages to a resource of a lower slice. A slice registers them in its shell module and loads them lazily.
 * Several slices may add to one resource; their toolbars stand in the order of the slices.
 */
export const contributeConsole = (resource: string, ui: Contributed): void => {
  const earlier = consoles.get(resource)
  consoles.set(resource, earlier ? combined(earlier, ui) : ui)
}

/** The parts `ui` with those of `more` added; `ui` wins where both have one. */
const combined = <U extends Contributed>(ui: U, more: Contributed): U => {
  const detailTabs = { ...more.slots?.detailTabs, ...ui.slots?.detailTabs }
  const toolbar = bars(ui.slots?.toolbar, more.slots?.toolbar)
  return {
    ...ui,
    actions: { ...more.actions, ...ui.actions },
    slots: { ...more.slots, ...ui.slots, detailTabs, ...(toolbar && { toolbar }) },
  }
}

/** Returns the console parts of a resource: those of its own slice, and those added by other slices. */
export const withContributed = (name: string, ui: ConsoleUi<ResourceDefinition>): ConsoleUi<ResourceDefinition> => {
  const more = consoles.get(name)
  return more ? combined(ui, more) : ui
}

/** Texts of a slice's result codes, for example why a sign-in was refused. */
export type ResultWords = Readonly<Record<string, Text>>
const results = new Map<string, () => Promise<ResultWords>>()

/** Registers the texts of a slice's result codes. They are loaded when the first entry of that slice is shown. */
export const contributeResults = (slice: string, load: () => Promise<ResultWords>): void => void results.set(slice, load)

export const resultWordsOf = (slice: string): (() => Promise<ResultWords>) | undefined => results.get(slice)

/** Properties of a component in the export dialog: the list, and the contents of the file. */
export interface ExportProps {
  readonly console: ResourceConsole
  /** Filter and order as parameters of the list call. */
  readonly filter: Query
  /** Names of the selected columns, in their order. */
  readonly columns: readonly string[]
  readonly format: ExportFormat
}
const exportParts = new Map<string, ComponentType<ExportProps>>()

/**
 * Adds a component to the export dialog of every list: saved reports. A slice calls it when its console
 * module loads; the same key replaces the component.
 */
export const contributeExport = (key: string, part: ComponentType<ExportProps>): void => void exportParts.set(key, part)

export const exportPartsOf = (): readonly (readonly [key: string, part: ComponentType<ExportProps>])[] => [...exportParts]
