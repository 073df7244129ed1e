import { hrefOf, type Location, type Query } from '../router/location.ts'
import type { Page } from '../router/page.ts'

/** An open page with its own location. */
export interface Tab {
  readonly key: string
  readonly path: string
  readonly query: Query
  /** Title set by the page, for example the name of the row it shows. */
  readonly title?: string
  /** Incremented by each refresh, which mounts the page again. */
  readonly round: number
  /** Set for a page without a tab (rule.guard.tabs): it is removed when another page is shown. */
  readonly passing?: true
  /** The tab is not closed when there are more than MOST_TABS. */
  readonly pinned?: boolean
}
export interface Tabs {
  readonly list: readonly Tab[]
  readonly active: string
  /** Keys, the most recently shown first. */
  readonly recent: readonly string[]
}

/** The first page; its tab is always open (rule.tabs.home). */
export const HOME = '/wel/index'
const homeTab: Tab = { key: HOME, path: HOME, query: {}, round: 0 }
export const noTabs: Tabs = { list: [homeTab], active: HOME, recent: [HOME] }

/** Returns the key of the tab for a location: its path and the query parameters that the page lists in `tabBy`. */
export const keyOf = ({ path, query }: Location, page: Pick<Page, 'tabBy'> | null): string => {
  const own = Object.fromEntries((page?.tabBy ?? []).map((name) => [name, query[name] ?? '']))
  return hrefOf({ path: path.toLowerCase(), query: own })
}

const show = ({ list, recent }: Tabs, key: string): Tabs => {
  const left = list.filter((tab) => !tab.passing || tab.key === key)
  const there = new Set(left.map((tab) => tab.key))
  return { list: left, active: key, recent: [key, ...recent.filter((one) => one !== key && there.has(one))] }
}

/** Opens a location: in its tab if there is one (rule.tabs.duplicates), else in a new tab at the end; `passing` for pages without a tab. */
export const openTab = (tabs: Tabs, key: string, { path, query }: Location, passing = false): Tabs => {
  const at = tabs.list.findIndex((tab) => tab.key === key)
  if (at >= 0) {
    const old = tabs.list[at]!
    const same = old.path === path && hrefOf(old) === hrefOf({ path, query })
    const list = same ? tabs.list : tabs.list.with(at, { ...old, path, query })
    return same && tabs.active === key && tabs.recent[0] === key ? tabs : show({ ...tabs, list }, key)
  }
  return show({ ...tabs, list: [...tabs.list, { key, path, query, round: 0, ...(passing && { passing }) }] }, key)
}

/** Maximum number of tabs, not counting pinned ones and those with unsaved changes. */
export const MOST_TABS = 10

/** Closes the tabs shown longest ago until MOST_TABS are left. Pinned tabs, the first, the active one and those in `kept` stay. */
export const trimTabs = (tabs: Tabs, kept: ReadonlySet<string>): Tabs => {
  const stays = (tab: Tab, at: number): boolean => at === 0 || tab.pinned === true || tab.key === tabs.active || kept.has(tab.key)
  const age = (tab: Tab): number => {
    const shown = tabs.recent.indexOf(tab.key)
    return shown < 0 ? Number.POSITIVE_INFINITY : shown
  }
  const leaving = new Set(
    tabs.list
      .filter((tab, at) => !stays(tab, at))
      .sort((a, b) => age(b) - age(a))
      .slice(0, Math.max(0, tabs.list.length - MOST_TABS))
      .map((tab) => tab.key),
  )
  return leaving.size === 0 ? tabs : without(tabs, (tab) => !leaving.has(tab.key))
}

/** True if this tab can be closed: any but the first (rule.tabs.close). */
export const canClose = (tabs: Tabs, key: string): boolean => tabs.list.findIndex((tab) => tab.key === key) > 0

const without = (tabs: Tabs, keep: (tab: Tab, at: number) => boolean): Tabs => {
  const list = tabs.list.filter(keep)
  const keys = new Set(list.map((tab) => tab.key))
  const recent = tabs.recent.filter((key) => keys.has(key))
  return { list, recent, active: keys.has(tabs.active) ? tabs.active : (recent[0] ?? HOME) }
}

/** Closes a tab. If it was active, the tab before it becomes active (wire-contract.md 8). */
export const closeTab = (tabs: Tabs, key: string): Tabs => {
  if (!canClose(tabs, key)) return tabs
  const at = tabs.list.findIndex((tab) => tab.key === key)
  const rest = without(tabs, (tab) => tab.key !== key)
  return tabs.active === key ? show(rest, tabs.list[at - 1]!.key) : rest
}

/** Closes all tabs except this one and the first (rule.tabs.closeothers). */
export const closeOthers = (tabs: Tabs, key: string): Tabs =>
  show(
    without(tabs, (tab, at) => at === 0 || tab.key === key),
    key,
  )

/** Closes all tabs except the first. */
export const closeAll = (tabs: Tabs): Tabs =>
  show(
    without(tabs, (_, at) => at === 0),
    tabs.list[0]?.key ?? HOME,
  )

/** Mounts the page of a tab again. */
export const refreshTab = (tabs: Tabs, key: string): Tabs => changeTab(tabs, key, (tab) => ({ ...tab, round: tab.round + 1 }))

export const changeTab = (tabs: Tabs, key: string, change: (tab: Tab) => Tab): Tabs => {
  const at = tabs.list.findIndex((tab) => tab.key === key)
  return at < 0 ? tabs : { ...tabs, list: tabs.list.with(at, change(tabs.list[at]!)) }
}

/** Moves a tab one place to the left (-1) or right (1). */
export const shiftTab = (tabs: Tabs, key: string, by: -1 | 1): Tabs => {
  const to = tabs.list[tabs.list.findIndex((tab) => tab.key === key) + by]
  return to ? moveTab(tabs, key, to.key) : tabs
}

/** Moves a tab to the position of another; the first tab stays first. */
export const moveTab = (tabs: Tabs, key: string, to: string): Tabs => {
  const from = tabs.list.findIndex((tab) => tab.key === key)
  const target = tabs.list.findIndex((tab) => tab.key === to)
  if (from <= 0 || target <= 0 || from === target) return tabs
  return { ...tabs, list: tabs.list.toSpliced(from, 1).toSpliced(target, 0, tabs.list[from]!) }
}

/** Returns the keys of the pages that stay mounted: all kept-alive ones, and the `room` most recently shown others. */
export const keptKeys = (tabs: Tabs, isKept: (tab: Tab) => boolean, room = 8): ReadonlySet<string> => {
  const others = tabs.recent.filter((key) => tabs.list.some((tab) => tab.key === key && !isKept(tab))).slice(0, room)
  const kept = tabs.list.filter((tab) => isKept(tab) && tabs.recent.includes(tab.key)).map((tab) => tab.key)
  return new Set([...others, ...kept, tabs.active])
}

/** Returns the tabs stored before a reload; only the home tab if they are not readable. No page is mounted until it is shown. */
export const restoreTabs = (stored: unknown): Tabs => {
  const isTab = (value: unknown): value is Tab =>
    typeof value === 'object' && value !== null && 'key' in value && 'path' in value && 'query' in value && typeof value.path === 'string'
  const list = Array.isArray(stored) ? stored.filter(isTab) : []
  const others = list.filter((tab) => tab.key !== HOME && !tab.passing).map((tab) => ({ ...tab, round: 0 }))
  const home = list.find((tab) => tab.key === HOME)
  return { list: [home ? { ...home, round: 0 } : homeTab, ...others], active: HOME, recent: [] }
}
