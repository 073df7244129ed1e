import './resource.css'
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { navigate } from '../router/location.ts'
import { useTab } from '../tabs/use-tab.ts'
import { isTree } from './calls.ts'
import { columnsOf, shownColumns } from './columns.ts'
import { type Entry, flatten } from './entry.ts'
import { exportList } from './export-list.ts'
import { type Intent, moveCursor } from './keys.ts'
import { ListCards } from './list-cards.tsx'
import { ListLook } from './list-look.tsx'
import { cycleSort, pagesOf, withFilters } from './list-state.ts'
import { Empty, LoadError, Skeleton } from './list-states.tsx'
import { ListTable } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { detailHref, type ResourceConsole } from './on-console.ts'
import { Pager } from './pager.tsx'
import { Icon } from './parts/icon.tsx'
import { SearchRow } from './search-row.tsx'
import { choose, everyMatch, isSelected, nothing, pageMark, reach, refreshed, type Selection, toggle } from './selection.ts'
import { type Deed, useDeeds } from './use-actions.ts'
import { useList } from './use-list.ts'
import { useListKeys } from './use-list-keys.ts'
import { usePhone } from './use-media.ts'
import { useRemembered } from './use-remembered.ts'

const FormDrawer = lazy(() => import('./form-drawer.tsx').then((module) => ({ default: module.FormDrawer })))
const DeedDialog = lazy(() => import('./deed-dialog.tsx').then((module) => ({ default: module.DeedDialog })))
const ImportDialog = lazy(() => import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })))

interface Asked {
  readonly deed: Deed
  readonly on: Selection
}
const just = (entry: Entry): Selection => choose(nothing, [entry], true)

/** The list page of a resource: search row, toolbar, rows, pages; all of it in the address. */
export const ResourceList = ({ console }: { console: ResourceConsole }) => {
  const t = useT()
  const { number } = useFormat()
  const { resource, ui } = console
  const tab = useTab()
  const phone = usePhone()
  const idPrefix = useId()
  const [remembered, rememberThat] = useRemembered(resource.name)
  const list = useList(console, remembered)
  const deeds = useDeeds(console)
  const scroll = useRef<HTMLDivElement>(null)
  const [picked, setSelection] = useState<Selection>(nothing)
  const [cursor, setCursor] = useState(-1)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)

  const all = useMemo(() => columnsOf(resource), [resource])
  const columns = useMemo(() => shownColumns(all, list.columns), [all, list.columns])
  const filtered = Object.keys(list.state.filters).length > 0
  const tree = isTree(resource)
  const isOpen = (id: string): boolean => open.has(id) !== (tree && filtered)
  const rows = useMemo(
    () => (tree ? flatten(list.entries, (id) => open.has(id) !== filtered) : list.entries.map((entry) => ({ entry, depth: 0 }))),
    [tree, list.entries, open, filtered],
  )
  const page = useMemo(() => rows.map((row) => row.entry), [rows])
  const selection = useMemo(() => refreshed(picked, page), [picked, page])
  const choosing = deeds.rows.length > 0 || deeds.export || ui.slots?.toolbar !== undefined

  const last = pagesOf(list.total, list.state.size)
  useEffect(() => {
    if (!tree && !list.loading && !list.stale && list.state.current > last) list.setState({ ...list.state, current: last })
  })

  const flip = (id: string): void => setOpen((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set(old).add(id)))
  const ask = (deed: Deed, on: Selection): void => {
    const [only] = on.kind === 'rows' ? on.rows.keys() : []
    if (deed.name === 'edit' && !deed.action) tab.setQuery({ edit: only }, { replace: false })
    else setAsked({ deed, on })
  }
  const create = (): void => tab.setQuery({ create: 1 }, { replace: false })
  const show = (entry: Entry): void => {
    const href = detailHref(console, entry.id)
    if (href) navigate(href)
    else if (deeds.edit) tab.setQuery({ edit: entry.id }, { replace: false })
  }
  const lastToggled = useRef(-1)
  const onToggle = (entry: Entry, range = false): void => {
    const at = page.indexOf(entry)
    const from = lastToggled.current
    lastToggled.current = at
    if (range && from >= 0)
      setSelection(choose(selection, page.slice(Math.min(from, at), Math.max(from, at) + 1), !isSelected(selection, entry.id), page))
    else setSelection(toggle(selection, entry, page))
  }
  const togglePage = (): void => setSelection(choose(selection, page, pageMark(selection, page) !== 'all', page))

  const onIntent = (intent: Intent): boolean => {
    const entry = page[cursor]
    switch (intent) {
      case 'down':
      case 'up': {
        const next = moveCursor(cursor, intent === 'down' ? 1 : -1, page.length)
        setCursor(next)
        const box = scroll.current
        const height = box ? Number.parseFloat(getComputedStyle(box).getPropertyValue('--ll-row')) || 36 : 36
        if (box && next * height < box.scrollTop) box.scrollTop = next * height
        if (box && (next + 2) * height > box.scrollTop + box.clientHeight) box.scrollTop = (next + 2) * height - box.clientHeight
        return true
      }
      case 'select':
        if (entry && choosing) onToggle(entry)
        return entry !== undefined
      case 'selectPage':
        if (choosing) togglePage()
        return true
      case 'open':
        if (entry) show(entry)
        return entry !== undefined
      case 'next':
      case 'previous': {
        if (tree && entry?.children) {
          if (isOpen(entry.id) === (intent === 'previous')) flip(entry.id)
          return true
        }
        return false
      }
      case 'search':
        document.getElementById(`${idPrefix}-page`)?.querySelector<HTMLElement>('.ll-search input, .ll-search button')?.focus()
        return true
      case 'create':
        if (deeds.create) create()
        return deeds.create
      case 'refresh':
        list.reload()
        return true
      case 'clear':
        if (reach(selection) === 0 && cursor < 0) return false
        setSelection(nothing)
        setCursor(-1)
        return true
    }
  }
  useListKeys(tab.active, scroll, onIntent)

  const slot = { selection, filter: list.filter, total: list.total, reload: list.reload, clear: () => setSelection(nothing) }
  const reset = (): void => list.setState({ ...list.state, current: 1, filters: {} })
  const count = reach(selection)
  const canAskAll = !tree && list.total > page.length && deeds.rows.some((deed) => deed.byFilter)
  const Top = ui.slots?.listTop
  const Extra = ui.slots?.toolbar
  const body = (): React.ReactNode => {
    if (list.loading && !list.error) return <Skeleton rows={Math.min(list.state.size, 20)} cards={phone} />
    if (list.error && page.length === 0) return <div className="ll-table-scroll" />
    if (page.length === 0)
      return (
        <Empty
          resource={resource}
          filtered={filtered}
          onReset={reset}
          create={
            deeds.create && (
              <button type="button" className="ll-button" data-look="primary" onClick={create}>
                <Icon name="plus" />
                {t(['新增', 'New'])}
              </button>
            )
          }
        />
      )
    const common = { console, columns, rows, selection, choosing, deeds: deeds.row, stale: list.stale }
    if (phone) return <ListCards {...common} onToggle={onToggle} onDeed={(deed, entry) => ask(deed, just(entry))} />
    return (
      <ListTable
        {...common}
        label={t(resource.label)}
        state={list.state}
        cursor={cursor}
        compact={remembered.compact}
        isOpen={isOpen}
        onOpen={flip}
        onSort={(name) => list.setState(cycleSort(list.state, name))}
        onToggle={onToggle}
        onTogglePage={togglePage}
        onCursor={setCursor}
        onDeed={(deed, entry) => ask(deed, just(entry))}
        scroll={scroll}
      />
    )
  }

  return (
    <div className="ll-page" id={`${idPrefix}-page`}>
      <header className="ll-page-head">
        <h1>{t(resource.label)}</h1>
        {resource.about && <p>{t(resource.about)}</p>}
      </header>
      {Top && <Top {...slot} />}
      <SearchRow
        resource={resource}
        filters={list.state.filters}
        unfolded={remembered.unfolded}
        idPrefix={idPrefix}
        onUnfold={(unfolded) => rememberThat({ unfolded })}
        onChange={(changed) => list.setState(withFilters(list.state, changed))}
        onReset={reset}
      />
      <ListToolbar
        deeds={deeds}
        selection={selection}
        onCreate={create}
        onDeed={(deed) => ask(deed, selection)}
        onImport={() => tab.setQuery({ import: 1 }, { replace: false })}
        onExport={() => void exportList(console, list.filter, columns, selection)}
        right={
          <ListLook
            all={all}
            chosen={list.columns}
            compact={remembered.compact}
            fetching={list.fetching}
            at={list.at}
            onColumns={(names) => {
              rememberThat({ columns: names })
              list.setState({ ...list.state, columns: names })
            }}
            onCompact={(compact) => rememberThat({ compact })}
            onRefresh={list.reload}
          />
        }
      >
        {Extra && <Extra {...slot} />}
      </ListToolbar>
      {list.error && <LoadError error={list.error} at={page.length > 0 ? list.at : 0} onRetry={list.reload} />}
      {count > 0 && (
        <div className="ll-selected" role="status">
          <span>
            {selection.kind === 'filter'
              ? t(['已选全部 {n} 项', 'All {n} selected'], { n: number(count) })
              : t(['已选 {n} 项', '{n} selected'], { n: number(count) })}
          </span>
          {canAskAll && selection.kind === 'rows' && (
            <button type="button" className="ll-link" onClick={() => setSelection(everyMatch(list.filter, list.total))}>
              {t(['选择符合条件的全部 {n} 项', 'Select all {n} that match'], { n: number(list.total) })}
            </button>
          )}
          <button type="button" className="ll-link" onClick={() => setSelection(nothing)}>
            {t(['取消选择', 'Clear'])}
          </button>
        </div>
      )}
      {body()}
      {!tree && list.total > 0 && (
        <Pager
          current={list.state.current}
          size={list.state.size}
          total={list.total}
          onChange={({ current, size }) => {
            if (size !== list.state.size) rememberThat({ size })
            scroll.current?.scrollTo({ top: 0 })
            list.setState({ ...list.state, current, size })
          }}
        />
      )}
      <Suspense>
        {(tab.query.edit || tab.query.create) && (
          <FormDrawer console={console} id={tab.query.edit ?? null} onClose={() => tab.setQuery({ edit: '', create: '' })} />
        )}
        {tab.query.import && <ImportDialog console={console} onClose={() => tab.setQuery({ import: '' })} />}
        {asked && (
          <DeedDialog
            console={console}
            deed={asked.deed}
            on={asked.on}
            onClose={() => setAsked(null)}
            onDone={() => {
              setAsked(null)
              if (asked.deed.name === 'remove') setSelection(nothing)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
