import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { lang } from '../i18n/lang.ts'
import { useT } from '../i18n/use-t.ts'
import { useLateLabels } from '../router/late-labels.ts'
import { navigate } from '../router/location.ts'
import { Icon } from '../widgets/icon.tsx'
import { Modal } from '../widgets/load-overlays.ts'
import { findPages } from './find-pages.ts'
import { findRows } from './find-rows.ts'
import { type ShellMenu, shellLeaves } from './menu-index.ts'
import { openEntry } from './open-entry.ts'
import './palette.css'
import { shellTexts as texts } from './shell.messages.ts'

const MAX_PAGES = 20
/** Pause in typing after which rows are queried, ms; and the minimum number of letters for it. */
const REST = 250
const LEAST = 2

interface Choice {
  readonly key: string
  readonly icon: string
  readonly kind: string
  readonly name: string
  readonly note: string
  readonly run: () => void
}

/** Returns the rows that match the typed text, queried after a pause in typing. `searching` is true until the answer has arrived. */
const useRows = (
  search: string,
  leaves: ReturnType<typeof shellLeaves>,
): { readonly rows: readonly Choice[]; readonly searching: boolean } => {
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(search.trim()), REST)
    return () => clearTimeout(timer)
  }, [search])
  const { data, isFetching } = useQuery({
    queryKey: ['shell.find', wanted],
    queryFn: ({ signal }) => findRows(wanted, signal),
    enabled: wanted.length >= LEAST,
    placeholderData: undefined,
  })
  if (search.trim().length < LEAST) return { rows: [], searching: false }
  const iconOf = (list: string | undefined): string => leaves.find(({ menu }) => menu.path === list)?.menu.icon || 'search'
  return {
    searching: isFetching || wanted !== search.trim(),
    rows: (data ?? []).map(({ key, kind, name, note, href, list, icon = iconOf(list) }) => ({
      key,
      icon,
      kind,
      name,
      note,
      run: () => navigate(href),
    })),
  }
}

/** Search dialog over pages and rows: arrow keys select, Enter opens, Esc closes. */
export const Palette = ({ menus, onClose }: { menus: readonly ShellMenu[]; onClose: () => void }): ReactNode => {
  const t = useT()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const leaves = useMemo(() => shellLeaves(menus), [menus])
  const labels = useLateLabels().pages
  const pages = useMemo(
    () =>
      findPages(leaves, search, { labels, lang: lang.get() === 'en' ? 1 : 0, most: MAX_PAGES }).map(
        ({ key, icon, leaf, verb, name, note, path, query }): Choice => ({
          key,
          icon,
          note,
          kind: t(verb ? texts[verb] : texts.page),
          name: verb ? t(texts.doVerb, { verb: t(texts[verb]), name }) : name,
          run: () => (leaf ? openEntry(leaf.menu) : navigate(path, query)),
        }),
      ),
    [leaves, search, labels, t],
  )
  const { rows, searching } = useRows(search, leaves)
  const found = [...pages, ...rows]
  const current = Math.min(at, Math.max(0, found.length - 1))
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const choose = (choice: Choice | undefined): void => {
    if (!choice) return
    onClose()
    choice.run()
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt(found.length === 0 ? 0 : (current + step + found.length) % found.length)
    else if (event.key === 'Enter') choose(found[current])
    else return
    event.preventDefault()
  }
  return (
    <Modal className="ll-palette" label={t(texts.search)} onClose={onClose}>
      <div className="ll-palette__search">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={found[current] ? `${id}-${current}` : undefined}
          aria-label={t(texts.search)}
          placeholder={t(texts.searchHint)}
          value={search}
          onKeyDown={press}
          onChange={(event) => {
            setSearch(event.target.value)
            setAt(0)
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <div ref={list} role="listbox" id={`${id}-list`} aria-label={t(texts.search)}>
        {found.map((choice, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above holds the focus and the keys
          <div
            key={choice.key}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === current}
            className="ll-palette__option"
            onPointerMove={() => setAt(i)}
            onClick={() => choose(choice)}
          >
            <Icon name={choice.icon} size={16} />
            <em>{choice.kind}</em>
            <span>{choice.name}</span>
            <small>{choice.note}</small>
          </div>
        ))}
      </div>
      {searching ? <p role="status">{t(texts.searching)}</p> : found.length === 0 && <p role="status">{t(texts.noPage)}</p>}
    </Modal>
  )
}
