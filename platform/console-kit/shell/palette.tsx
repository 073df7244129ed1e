import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { navigate } from '../router/location.ts'
import { Icon } from '../widgets/icon.tsx'
import { Modal } from '../widgets/load-overlays.ts'
import { findRows } from './find-rows.ts'
import { type ShellMenu, searchMenus, shellLeaves } from './menu-index.ts'
import { openEntry } from './open-entry.ts'
import './palette.css'
import { shellTexts as texts } from './shell.messages.ts'

const MOST = 20
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

/** Returns the rows that match the typed text, queried after a pause in typing. */
const useRows = (search: string, leaves: ReturnType<typeof shellLeaves>): readonly Choice[] => {
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(search.trim()), REST)
    return () => clearTimeout(timer)
  }, [search])
  const { data } = useQuery({
    queryKey: ['shell.find', wanted],
    queryFn: ({ signal }) => findRows(wanted, signal),
    enabled: wanted.length >= LEAST,
    placeholderData: undefined,
  })
  if (search.trim().length < LEAST) return []
  const iconOf = (list: string | undefined): string => leaves.find(({ menu }) => menu.path === list)?.menu.icon || 'search'
  return (data ?? []).map(({ key, kind, name, note, href, list, icon = iconOf(list) }) => ({
    key,
    icon,
    kind,
    name,
    note,
    run: () => navigate(href),
  }))
}

/** Search dialog over pages and rows: arrow keys select, Enter opens, Esc closes. */
export const Palette = ({ menus, onClose }: { menus: readonly ShellMenu[]; onClose: () => void }): ReactNode => {
  const t = useT()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const leaves = useMemo(() => shellLeaves(menus), [menus])
  const pages = useMemo(
    () =>
      searchMenus(leaves, search)
        .slice(0, MOST)
        .map(({ menu, above }): Choice => {
          return {
            ...{ key: menu.id, icon: menu.icon, kind: t(texts.page), name: menu.name },
            note: above.join(' / '),
            run: () => openEntry(menu),
          }
        }),
    [leaves, search, t],
  )
  const rows = useRows(search, leaves)
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
        {found.length === 0 && <p>{t(texts.noPage)}</p>}
      </div>
    </Modal>
  )
}
