import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { navigate } from '../router/location.ts'
import { Icon } from '../widgets/icon.tsx'
import { type ShellLeaf, type ShellMenu, searchMenus, shellLeaves } from './menu-index.ts'
import { shellTexts as texts } from './shell.messages.ts'

const MOST = 30

const open = ({ menu }: ShellLeaf): void => {
  if (menu.outside) window.open(menu.outside, '_blank', 'noopener')
  else navigate(menu.path, menu.query)
}

/** Finds a page by a few letters: arrows choose, Enter opens, Esc leaves. */
export const Palette = ({ menus, onClose }: { menus: readonly ShellMenu[]; onClose: () => void }): ReactNode => {
  const t = useT()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const leaves = useMemo(() => shellLeaves(menus), [menus])
  const found = useMemo(() => searchMenus(leaves, search).slice(0, MOST), [leaves, search])
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const choose = (leaf: ShellLeaf | undefined): void => {
    if (!leaf) return
    onClose()
    open(leaf)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((old) => (found.length === 0 ? 0 : (old + step + found.length) % found.length))
    else if (event.key === 'Enter') choose(found[at])
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press is on the ground around the dialog; its key is Esc
    <dialog
      ref={dialog}
      className="ll-palette"
      aria-label={t(texts.search)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="ll-palette__search">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={found[at] ? `${id}-${found[at].menu.id}` : undefined}
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
      <div role="listbox" id={`${id}-list`} aria-label={t(texts.search)}>
        {found.map((leaf, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above holds the focus and the keys
          <div
            key={leaf.menu.id}
            id={`${id}-${leaf.menu.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            className="ll-palette__option"
            onPointerMove={() => setAt(i)}
            onClick={() => choose(leaf)}
          >
            <Icon name={leaf.menu.icon} size={16} />
            <span>{leaf.menu.name}</span>
            <small>{leaf.above.join(' / ')}</small>
          </div>
        ))}
        {found.length === 0 && <p>{t(texts.noPage)}</p>}
      </div>
    </dialog>
  )
}
