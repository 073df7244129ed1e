import './resource.css'
import { type Fields, pluralOf } from '@lamplight/kit'
import { type RefObject, Suspense, useMemo, useRef } from 'react'
import { useT } from '../i18n/use-t.ts'
import { rights } from '../session/menus.ts'
import { useStateOf } from '../state/state.ts'
import { usePageName } from '../tabs/use-page-name.ts'
import { Icon } from '../widgets/icon.tsx'
import { PageHeader } from '../widgets/widgets.tsx'
import { formHref, type ResourceConsole } from './console-resource.ts'
import type { Entry } from './form/entry.ts'
import { usePhone } from './form/use-media.ts'
import { ListCards } from './list/list-cards.tsx'
import { ListDialogs } from './list/list-dialogs.tsx'
import { ListLook } from './list/list-look.tsx'
import { cycleSort, withFilters } from './list/list-state.ts'
import { LoadError, NoRows, RowsSkeleton } from './list/list-states.tsx'
import { ListTable } from './list/list-table.tsx'
import { ListToolbar } from './list/list-toolbar.tsx'
import { Pager } from './list/pager.tsx'
import { SearchRow } from './list/search-row.tsx'
import { SelectedBar } from './list/selected-bar.tsx'
import { choose, nothing } from './list/selection.ts'
import { useListIntents } from './list/use-list-intents.ts'
import { type ListPage, useListPage } from './list/use-list-page.ts'
import type { PageAction } from './use-actions.ts'

interface Props {
  readonly console: ResourceConsole
  readonly page: ListPage
  readonly scroll: RefObject<HTMLDivElement | null>
}

const Toolbar = ({ console, page }: Props) => {
  const { list, selection, remembered, remember } = page
  const { toolbar: Extra, toolbarLead: Lead } = console.ui.slots ?? {}
  return (
    <ListToolbar
      pageActions={page.pageActions}
      selection={selection}
      counter={console.ui.counter}
      createPage={console.ui.create?.page ?? formHref(console) ?? undefined}
      onCreate={page.create}
      onPageAction={(pageAction) => page.ask(pageAction, selection)}
      onImport={page.import}
      onExport={() => page.setExporting(true)}
      lead={<Suspense>{Lead && <Lead {...slotOf(page)} />}</Suspense>}
      onLabels={page.labelling && page.rows.length > 0 ? page.showLabels : undefined}
      right={
        <ListLook
          all={page.all}
          chosen={list.columns}
          compact={remembered.compact}
          fetching={list.fetching}
          at={list.at}
          onColumns={(columns) => {
            remember({ columns })
            list.setState({ ...list.state, columns })
          }}
          onCompact={(compact) => remember({ compact })}
          onRefresh={list.reload}
        />
      }
    >
      {/* Buttons that load with the first selection must not hide the list. */}
      <Suspense>{Extra && <Extra {...slotOf(page)} />}</Suspense>
    </ListToolbar>
  )
}

const slotOf = ({ selection, list, clear }: ListPage) => ({
  selection,
  filter: list.filter,
  total: list.total,
  reload: list.reload,
  clear,
})

const NewButton = ({ onClick }: { onClick: () => void }) => {
  const t = useT()
  return (
    <button type="button" className="ll-button ll-button--primary" onClick={onClick}>
      <Icon name="plus" size={16} />
      {t(['新增', 'New'])}
    </button>
  )
}

const Rows = ({ console, page, scroll }: Props) => {
  const t = useT()
  const phone = usePhone()
  const { list, columns, rows, selection, choosing, pageActions } = page
  const { resource, ui } = console
  const { permissions } = useStateOf(rights)
  const end = ui.slots?.rowEnd
  // Actions that no row of the page allows would leave an empty column.
  const ofRows = useMemo(
    () => pageActions.row.filter((pageAction) => rows.some(({ entry }) => !pageAction.refuses(entry))),
    [pageActions, rows],
  )
  if (list.loading && !list.error) return <RowsSkeleton rows={Math.min(list.state.size, 20)} cards={phone} />
  if (rows.length === 0)
    return (
      <div className="ll-r-nothing">
        {!list.error && (
          <NoRows
            resource={resource}
            filtered={page.filtered && !page.isPreset}
            onReset={page.reset}
            how={pageActions.fill ? console.ui.empty : console.ui.emptyElse}
            own={console.ui.own === true}
            create={pageActions.create && <NewButton onClick={page.create} />}
          />
        )}
      </div>
    )
  const onPageAction = (pageAction: PageAction, entry: Entry): void => page.ask(pageAction, choose(nothing, [entry], true))
  const common = {
    console,
    columns,
    rows,
    selection,
    choosing,
    onPageAction,
    pageActions: ofRows,
    end: end && (end.right === undefined || permissions.has(end.right)) ? end : undefined,
    stale: list.stale,
    isOpen: page.isOpen,
    onOpen: page.flip,
    onToggle: page.toggle,
  }
  if (phone) return <ListCards {...common} />
  return (
    <ListTable
      {...common}
      label={t(resource.label)}
      state={list.state}
      total={list.total}
      cursor={page.cursor}
      compact={page.remembered.compact}
      onSort={(name) => list.setState(cycleSort(list.state, name))}
      onTogglePage={page.togglePage}
      onCursor={page.setCursor}
      scroll={scroll}
    />
  )
}

const NO_FILTERS: Fields = {}
const noFilters = (): Fields => NO_FILTERS

/** The list page of a resource: search row, toolbar, rows, pager; the address holds its state. */
export const ResourceList = ({ console }: { console: ResourceConsole }) => {
  const t = useT()
  const { resource, ui } = console
  const name = usePageName(t([resource.label[0], pluralOf(resource.label[1])]))
  const page = useListPage(console)
  const scroll = useRef<HTMLDivElement>(null)
  useListIntents(page, scroll)
  const { list, remember } = page
  const Top = ui.slots?.listTop
  const further = { ...resource.filters, ...(ui.useFilters ?? noFilters)() }
  return (
    <div className="ll-r-page" id={`${page.idPrefix}-page`}>
      <PageHeader title={name} about={resource.about && t(resource.about)} />
      {Top && <Top {...slotOf(page)} />}
      <SearchRow
        resource={resource}
        further={further}
        filters={list.state.filters}
        unfolded={page.remembered.unfolded}
        idPrefix={page.idPrefix}
        onUnfold={(unfolded) => remember({ unfolded })}
        onChange={(changed) => list.setState(withFilters(list.state, changed))}
        onReset={page.reset}
      />
      <Toolbar console={console} page={page} scroll={scroll} />
      {list.error && <LoadError error={list.error} at={page.rows.length > 0 ? list.at : 0} onRetry={list.reload} />}
      <Rows console={console} page={page} scroll={scroll} />
      {!page.tree && list.total > 0 && (
        <Pager
          current={list.state.current}
          size={list.state.size}
          total={list.total}
          sizes={console.ui.sizes}
          onChange={({ current, size }) => {
            if (size !== list.state.size) remember({ size })
            scroll.current?.scrollTo({ top: 0 })
            list.setState({ ...list.state, current, size })
          }}
        >
          <SelectedBar page={page} console={console} />
        </Pager>
      )}
      {(page.tree || list.total === 0) && <SelectedBar page={page} console={console} />}
      <ListDialogs console={console} page={page} />
    </div>
  )
}
