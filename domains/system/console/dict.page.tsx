import {
  api,
  confirm,
  Empty,
  hasPermission,
  Icon,
  notify,
  PageHeader,
  StateMark,
  useMenus,
  usePageName,
  useT,
  useTab,
} from '@lamplight/console-kit'
import { EntryForm, invalidate, LoadError, Pager, type RowColumn, RowsSkeleton, RowTable } from '@lamplight/console-kit/resource'
import type { ResourceDefinition, Text } from '@lamplight/kit'
import { type ReactNode, useMemo, useState } from 'react'
import { M } from './dict.messages.ts'
import { entryForm, groupForm } from './dict-forms.tsx'
import { type DictRow, flat, useChosen, useEntries, useGroups } from './use-dict.ts'

type PageAction = (row: DictRow) => void
interface PageActions {
  readonly edit: PageAction | null
  readonly remove: PageAction | null
}

const RowPageActions = ({ row, pageActions }: { row: DictRow; pageActions: PageActions }) => {
  const t = useT()
  return (
    <span className="ll-r-row-actions">
      {pageActions.edit && (
        <button type="button" className="ll-r-link" onClick={() => pageActions.edit?.(row)}>
          {t(M.edit)}
        </button>
      )}
      {pageActions.remove && (
        <button type="button" className="ll-r-link" data-danger onClick={() => pageActions.remove?.(row)}>
          {t(M.remove)}
        </button>
      )}
    </span>
  )
}
const Words = ({ row }: { row: DictRow }) => {
  const t = useT()
  return <>{t([row.dictValue, row.dictEnValue || row.dictValue])}</>
}
const Sealed = ({ row }: { row: DictRow }) => {
  const t = useT()
  return row.isSealed === 1 ? <StateMark tone="neutral" text={t(M.sealed)} /> : <StateMark tone="success" text={t(M.open)} />
}

const common = (pageActions: PageActions): RowColumn<DictRow>[] => [
  { key: 'sort', label: M.sort, width: 70, align: 'right', cell: (row) => row.sort },
  { key: 'sealed', label: M.state, width: 100, cell: (row) => <Sealed row={row} /> },
  { key: 'pageActions', label: M.pageActions, width: 120, cell: (row) => <RowPageActions row={row} pageActions={pageActions} /> },
]

/** The user's permissions to add, edit and remove. */
const useRights = ({ code }: ResourceDefinition) => {
  useMenus()
  return { add: hasPermission(`${code}_add`), edit: hasPermission(`${code}_edit`), remove: hasPermission(`${code}_delete`) }
}
const useRemove = (resource: ResourceDefinition) => {
  const t = useT()
  return async (row: DictRow, title: Text, text?: Text): Promise<boolean> => {
    const name = t([row.dictValue, row.dictEnValue || row.dictValue])
    if (!(await confirm({ title: t(title, { name }), text: text && t(text), ok: t(M.remove), danger: true }))) return false
    await api.post(`${resource.api.base}/remove`, { query: { ids: row.id } })
    notify.success(M.removed)
    await invalidate(resource.name)
    return true
  }
}
const AddButton = ({ onClick }: { onClick: () => void }) => {
  const t = useT()
  return (
    <button type="button" className="ll-button ll-button--primary" onClick={onClick}>
      <Icon name="plus" size={16} />
      {t(M.add)}
    </button>
  )
}

/** The lower or right table: entries of the selected dictionary. */
const Entries = ({ resource, group }: { resource: ResourceDefinition; group: DictRow }) => {
  const t = useT()
  const rights = useRights(resource)
  const remove = useRemove(resource)
  const query = useEntries(resource, group.id)
  const [open, setOpen] = useState<string | null | undefined>()
  const rows = useMemo(() => flat(query.data ?? []), [query.data])
  const form = useMemo(
    () => (open === undefined ? null : entryForm(resource, group, query.data ?? [], open)),
    [resource, group, query.data, open],
  )
  const pageActions: PageActions = {
    edit: rights.edit ? (row) => setOpen(row.id) : null,
    remove: rights.remove ? (row) => void remove(row, M.removeEntry) : null,
  }
  const depths = useMemo(() => new Map(rows.map(({ row, depth }) => [row.id, depth])), [rows])
  const columns: RowColumn<DictRow>[] = [
    {
      key: 'name',
      label: M.name,
      width: 160,
      cell: (row) => (
        <span style={{ paddingInlineStart: (depths.get(row.id) ?? 0) * 20 }}>
          <Words row={row} />
        </span>
      ),
    },
    { key: 'key', label: M.key, width: 80, cell: (row) => <code className="ll-system-code">{row.dictKey}</code> },
    ...common(pageActions),
  ]
  return (
    <>
      <div className="ll-dict-bar">
        <h2>
          {t(M.entries)} · <Words row={group} />
        </h2>
        {rights.add && <AddButton onClick={() => setOpen(null)} />}
      </div>
      {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowsSkeleton rows={4} cards={false} />}
      {query.data && rows.length === 0 && <Empty text={t(M.noEntries)} />}
      {rows.length > 0 && (
        <RowTable
          columns={columns}
          rows={rows.map(({ row }) => row)}
          label={t(M.entries)}
          keyOf={({ id }) => id}
          stale={query.isFetching}
        />
      )}
      {form && <EntryForm key={open ?? 'new'} console={form} id={open ?? null} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** The upper or left table: dictionaries, of which one is selected. */
const Groups = (props: { resource: ResourceDefinition; chosen: DictRow | undefined; onChoose: (row: DictRow | null) => void }) => {
  const { resource, chosen, onChoose } = props
  const t = useT()
  const rights = useRights(resource)
  const remove = useRemove(resource)
  const [code, setCode] = useState('')
  const [page, setPage] = useState({ current: 1, size: 10 })
  const query = useGroups(resource, code, page.current, page.size)
  const [open, setOpen] = useState<string | null | undefined>()
  const form = useMemo(() => groupForm(resource), [resource])
  const rows = query.data?.records ?? []
  const pageActions: PageActions = {
    edit: rights.edit ? (row) => setOpen(row.id) : null,
    remove: rights.remove
      ? (row) => void remove(row, M.removeGroup, M.removeGroupText).then((gone) => gone && chosen?.id === row.id && onChoose(null))
      : null,
  }
  const columns: RowColumn<DictRow>[] = [
    {
      key: 'name',
      label: M.name,
      width: 150,
      cell: (row) => (
        <button type="button" className="ll-r-link" aria-pressed={row.id === chosen?.id} onClick={() => onChoose(row)}>
          <Words row={row} />
        </button>
      ),
    },
    { key: 'code', label: M.code, width: 140, cell: (row) => <code className="ll-system-code">{row.code}</code> },
    ...common(pageActions),
  ]
  return (
    <>
      <div className="ll-dict-bar">
        <input
          type="search"
          className="ll-f-input"
          aria-label={t(M.search)}
          placeholder={t(M.search)}
          value={code}
          onChange={(event) => {
            setCode(event.target.value.slice(0, 50))
            setPage({ ...page, current: 1 })
          }}
        />
        {rights.add && <AddButton onClick={() => setOpen(null)} />}
      </div>
      {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowsSkeleton rows={page.size} cards={false} />}
      {query.data && rows.length === 0 && <Empty text={t(code ? M.noGroups : M.noneYet)} />}
      {rows.length > 0 && (
        <>
          <RowTable columns={columns} rows={rows} label={t(M.groups)} keyOf={({ id }) => id} stale={query.isPlaceholderData} />
          <Pager {...page} total={query.data?.total ?? 0} onChange={setPage} />
        </>
      )}
      {open !== undefined && <EntryForm key={open ?? 'new'} console={form} id={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** Dictionaries and the entries of the selected one, one above the other or side by side (rule.dict.tables). */
const DictTables = ({ resource, layout }: { resource: ResourceDefinition; layout: 'vertical' | 'horizontal' }): ReactNode => {
  const t = useT()
  const tab = useTab()
  const name = usePageName(t(resource.label))
  const [chosen, setChosen] = useState<DictRow | null>(null)
  const loaded = useChosen(resource, chosen ? undefined : tab.query.dict)
  const group = chosen ?? (tab.query.dict ? loaded.data : null)
  const choose = (row: DictRow | null): void => {
    setChosen(row)
    tab.setQuery({ dict: row?.id })
  }
  return (
    <div className="ll-r-page ll-dict" data-layout={layout}>
      <PageHeader title={name} about={resource.about && t(resource.about)} />
      <div className="ll-dict-tables">
        <section aria-label={t(M.groups)}>
          <Groups resource={resource} chosen={group ?? undefined} onChoose={choose} />
        </section>
        <section aria-label={t(M.entries)}>
          {group ? <Entries key={group.id} resource={resource} group={group} /> : <Empty title={t(M.choose)} text={t(M.chooseWhy)} />}
        </section>
      </div>
    </div>
  )
}

export const dictPage = (resource: ResourceDefinition, layout: 'vertical' | 'horizontal') => () => (
  <DictTables resource={resource} layout={layout} />
)
