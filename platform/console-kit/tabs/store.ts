import { hrefOf, type Location, location, navigate } from '../router/location.ts'
import type { Registry } from '../router/registry.ts'
import { createState } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import * as model from './tabs.ts'

/** The open tabs of this browser tab; kept in the session storage across reloads. */
export const tabs = createState<model.Tabs>(model.restoreTabs(storage.read('tagList')))
tabs.subscribe(() => storage.write('tagList', tabs.get().list, 'session'))

/** Keys of tabs with unsaved changes. */
export const unsaved = createState<ReadonlySet<string>>(new Set())

export const markUnsaved = (key: string, changed: boolean): void => {
  const old = unsaved.get()
  if (old.has(key) !== changed) unsaved.set(changed ? new Set(old).add(key) : new Set([...old].filter((one) => one !== key)))
}
tabs.subscribe(() => {
  const open = new Set(tabs.get().list.map((tab) => tab.key))
  const left = [...unsaved.get()].filter((key) => open.has(key))
  if (left.length < unsaved.get().size) unsaved.set(new Set(left))
})

/** Shows a location in its tab; `passing`: the page has no tab. */
export const showLocation = (registry: Registry, at: Location, passing: boolean): void => {
  const page = registry.find(at.path)?.page ?? null
  tabs.set((old) => model.trimTabs(model.openTab(old, model.keyOf(at, page), at, passing), unsaved.get()))
}

/** After tabs were closed: navigates to the address of the active tab. */
const follow = (): void => {
  const { list, active } = tabs.get()
  const tab = list.find((one) => one.key === active)
  if (tab && hrefOf(tab) !== hrefOf(location.get())) navigate(tab.path, tab.query)
}
const change = (next: (old: model.Tabs) => model.Tabs): void => {
  tabs.set(next)
  follow()
}

export const activateTab = (key: string): void => {
  const tab = tabs.get().list.find((one) => one.key === key)
  if (tab) navigate(tab.path, tab.query)
}
export const closeTab = (key: string): void => change((old) => model.closeTab(old, key))
export const closeOtherTabs = (key: string): void => change((old) => model.closeOthers(old, key))
export const closeAllTabs = (): void => change(model.closeAll)
export const refreshTab = (key: string): void => tabs.set((old) => model.refreshTab(old, key))
export const moveTab = (key: string, to: string): void => tabs.set((old) => model.moveTab(old, key, to))
export const shiftTab = (key: string, by: -1 | 1): void => tabs.set((old) => model.shiftTab(old, key, by))
export const pinTab = (key: string, pinned: boolean): void => changeTab(key, (tab) => ({ ...tab, pinned }))
export const changeTab = (key: string, by: (tab: model.Tab) => model.Tab): void => tabs.set((old) => model.changeTab(old, key, by))
/** After a sign-in or sign-out: only the home tab stays (rule.session.login.clear). */
export const resetTabs = (): void => {
  unsaved.set(new Set())
  tabs.set(model.noTabs)
}
