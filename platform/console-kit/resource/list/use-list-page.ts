import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { notify } from '../../notify/notify.ts'
import { navigate } from '../../router/location.ts'
import { useTab } from '../../tabs/use-tab.ts'
import { isTree } from '../calls.ts'
import { formHref, type ResourceConsole } from '../console-resource.ts'
import { hasLabels, labelsOf, type QrLabel, TOO_MANY } from '../export/labels.ts'
import { type Entry, flatten } from '../form/entry.ts'
import { rowHref } from '../row-href.ts'
import { type PageAction, usePageActions } from '../use-actions.ts'
import { useRemembered } from '../use-remembered.ts'
import { columnsOf, shownColumns } from './columns.ts'
import { pagesOf, sameFilters } from './list-state.ts'
import { choose, isSelected, nothing, pageMark, refreshed, type Selection, selectedCount, toggle } from './selection.ts'
import { useScoped } from './use-chosen-rows.ts'
import { useList } from './use-list.ts'

/** An action whose dialog is open. */
export interface OpenDialog {
  readonly pageAction: PageAction
  readonly on: Selection
}

/** The rows of the page: a tree flattened by its open rows, or as loaded. A filtered tree is fully open. */
const useRows = (tree: boolean, entries: readonly Entry[], filtered: boolean) => {
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set())
  const unfolded = tree && filtered
  const rows = useMemo(
    () => (tree ? flatten(entries, (id) => flipped.has(id) !== unfolded) : entries.map((entry) => ({ entry, depth: 0 }))),
    [tree, entries, flipped, unfolded],
  )
  return {
    rows,
    isOpen: (id: string): boolean => flipped.has(id) !== unfolded,
    flip: (id: string): void => setFlipped((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set(old).add(id))),
  }
}

interface Held {
  readonly picked: Selection
  /** Number of rows whose selection ended because the filter changed. */
  readonly left: number
}

/**
 * The selected rows, and how clicks change them. The selection is kept while the user pages and sorts, and ends when `scope`, the filter,
 * changes.
 */
const useSelection = (page: readonly Entry[], scope: string) => {
  const [{ picked, left }, hold] = useScoped<Held>(scope, { picked: nothing, left: 0 }, (old) => ({
    picked: nothing,
    left: selectedCount(old.picked),
  }))
  const setSelection = (next: Selection): void => hold({ picked: next, left: 0 })
  const last = useRef(-1)
  const selection = useMemo(() => refreshed(picked, page), [picked, page])
  return {
    selection,
    setSelection,
    left,
    clear: () => setSelection(nothing),
    /** Toggles one row, or with `range` all from the last toggled one on. */
    toggle: (entry: Entry, range = false): void => {
      const at = page.indexOf(entry)
      const from = last.current
      last.current = at
      const rows = range && from >= 0 ? page.slice(Math.min(from, at), Math.max(from, at) + 1) : null
      setSelection(rows ? choose(selection, rows, !isSelected(selection, entry.id), page) : toggle(selection, entry, page))
    },
    togglePage: (): void => setSelection(choose(selection, page, pageMark(selection, page) !== 'all', page)),
  }
}

/** State and actions of a list page; resource-list.tsx has the markup. */
export const useListPage = (console: ResourceConsole) => {
  const { resource, ui } = console
  const tab = useTab()
  const idPrefix = useId()
  const [remembered, remember] = useRemembered(resource.name)
  const list = useList(console, remembered)
  const pageActions = usePageActions(console)
  const tree = isTree(resource)
  const filtered = Object.keys(list.state.filters).length > 0
  /** The list has the filters that it begins with. */
  const isPreset = filtered && list.preset !== undefined && sameFilters(list.state.filters, list.preset)
  const { rows, isOpen, flip } = useRows(tree, list.entries, filtered)
  const page = useMemo(() => rows.map((row) => row.entry), [rows])
  const { ascs: _, descs: _desc, ...scope } = list.filter
  const chosen = useSelection(page, JSON.stringify(scope))
  const [cursor, setCursor] = useState(-1)
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const [exporting, setExporting] = useState(false)
  const [labels, setLabels] = useState<readonly QrLabel[] | null>(null)
  const labelling = useMemo(() => hasLabels(console), [console])
  const all = useMemo(() => columnsOf(resource), [resource])
  const columns = useMemo(() => shownColumns(all, list.columns), [all, list.columns])

  // the requested page no longer exists because the list has shrunk
  const last = pagesOf(list.total, list.state.size)
  const beyond = !tree && !list.loading && !list.stale && list.state.current > last
  const { state, setState } = list
  useEffect(() => {
    if (beyond) setState({ ...state, current: last })
  }, [beyond, last, state, setState])

  const edit = (id: string): void => {
    const page = formHref(console, id)
    if (page) navigate(page)
    else tab.setQuery({ edit: id }, { replace: false })
  }
  return {
    ...chosen,
    tab,
    idPrefix,
    remembered,
    remember,
    list,
    pageActions,
    tree,
    filtered,
    isPreset,
    rows,
    page,
    isOpen,
    flip,
    cursor,
    setCursor,
    openDialog,
    setOpenDialog,
    exporting,
    setExporting,
    labels,
    closeLabels: () => setLabels(null),
    labelling,
    showLabels: (): void => {
      const made = labelsOf(console, chosen.selection)
      if (made) setLabels(made)
      else notify.warning(TOO_MANY)
    },
    all,
    columns,
    choosing: pageActions.rows.length > 0 || pageActions.export || labelling || (ui.slots?.toolbar ?? ui.slots?.toolbarLead) !== undefined,
    create: (): void => {
      const page = ui.create?.page ?? formHref(console)
      if (page) navigate(page)
      else tab.setQuery({ create: 1 }, { replace: false })
    },
    import: (): void => {
      if (ui.import?.page) navigate(ui.import.page)
      else tab.setQuery({ import: 1 }, { replace: false })
    },
    reset: (): void => setState({ ...state, current: 1, filters: list.preset ?? {} }),
    ask: (pageAction: PageAction, on: Selection): void => {
      const [only] = on.kind === 'rows' ? on.rows.keys() : []
      if (pageAction.name === 'edit' && !pageAction.action && only) edit(only)
      else setOpenDialog({ pageAction, on })
    },
    /** Opens the page of a row, or its form if it has no page. */
    show: (entry: Entry): void => {
      const href = rowHref(console, entry)
      if (href) navigate(href)
      else if (pageActions.edit) edit(entry.id)
    },
  }
}
export type ListPage = ReturnType<typeof useListPage>
