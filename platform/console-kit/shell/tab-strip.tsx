import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useStateOf } from '../state/state.ts'
import * as store from '../tabs/store.ts'
import { canClose, type Tab } from '../tabs/tabs.ts'
import { confirm } from '../widgets/confirm.tsx'
import { Icon } from '../widgets/icon.tsx'
import { DropMenu, type MenuEntry } from '../widgets/menu.tsx'
import { shellTexts as texts } from './shell.messages.ts'

/** Runs `act` unless a tab among `keys` has changes that the person wants to keep. */
const useGuarded = (titleOf: (tab: Tab) => string) => {
  const t = useT()
  return async (keys: readonly string[], act: () => void): Promise<void> => {
    const changed = store.tabs.get().list.find((tab) => keys.includes(tab.key) && store.unsaved.get().has(tab.key))
    if (changed) {
      store.activateTab(changed.key)
      const text = t(texts.unsavedText, { name: titleOf(changed) })
      if (!(await confirm({ title: t(texts.unsavedTitle), text, ok: t(texts.discard), danger: true }))) return
      for (const key of keys) store.markUnsaved(key, false)
    }
    act()
  }
}

const useTabMenu = (titleOf: (tab: Tab) => string) => {
  const t = useT()
  const guarded = useGuarded(titleOf)
  const closeTab = (key: string): void => void guarded([key], () => store.closeTab(key))
  const entriesFor = (key: string): MenuEntry[] => {
    const tabs = store.tabs.get()
    const others = tabs.list.filter((tab) => tab.key !== key && canClose(tabs, tab.key)).map((tab) => tab.key)
    const all = tabs.list.filter((tab) => canClose(tabs, tab.key)).map((tab) => tab.key)
    return [
      { key: 'refresh', label: t(texts.refresh), icon: 'refresh', run: () => void guarded([key], () => store.refreshTab(key)) },
      { key: 'close', label: t(texts.close), icon: 'close', disabled: !canClose(tabs, key), run: () => closeTab(key) },
      {
        key: 'others',
        label: t(texts.closeOthers),
        disabled: others.length === 0,
        run: () => void guarded(others, () => store.closeOtherTabs(key)),
      },
      { key: 'all', label: t(texts.closeAll), disabled: all.length === 0, run: () => void guarded(all, store.closeAllTabs) },
    ]
  }
  return { closeTab, entriesFor }
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = STEPS[event.key]
  if (!step) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  tabs[(at + step + tabs.length) % tabs.length]?.focus()
}

interface TabGiven {
  readonly tab: Tab
  readonly title: string
  readonly active: boolean
  readonly closable: boolean
  readonly unsaved: boolean
  readonly onClose: () => void
  readonly onMenu: (event: MouseEvent) => void
}
const TabButton = ({ tab, title, active, closable, unsaved, onClose, onMenu }: TabGiven): ReactNode => {
  const t = useT()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    const key = event.dataTransfer.getData('text/x-tab')
    if (key) store.moveTab(key, tab.key)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the tab; dragging and the middle button are extras
    <div
      ref={element}
      className={`ll-tab${active ? ' ll-tab--active' : ''}`}
      draggable={closable}
      onDragStart={(event) => event.dataTransfer.setData('text/x-tab', tab.key)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      onAuxClick={(event) => event.button === 1 && closable && onClose()}
      onContextMenu={onMenu}
    >
      <button
        type="button"
        role="tab"
        id={`tab-${tab.key}`}
        aria-selected={active}
        aria-controls={`pane-${tab.key}`}
        tabIndex={active ? 0 : -1}
        title={title}
        onClick={() => store.activateTab(tab.key)}
        onKeyDown={(event) => event.key === 'Delete' && closable && onClose()}
      >
        {title}
        {unsaved && <span className="ll-tab__unsaved">*</span>}
      </button>
      {closable && (
        <button
          type="button"
          className="ll-tab__close"
          tabIndex={-1}
          aria-hidden="true"
          title={t(texts.closeTab, { name: title })}
          onClick={onClose}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </div>
  )
}

/** The open pages. Middle click and Delete close, dragging sorts, the right button opens the menu. */
export const TabStrip = ({ titleOf, end }: { readonly titleOf: (tab: Tab) => string; readonly end?: ReactNode }): ReactNode => {
  const t = useT()
  const tabs = useStateOf(store.tabs)
  const unsaved = useStateOf(store.unsaved)
  const { closeTab, entriesFor } = useTabMenu(titleOf)
  const [menuKey, setMenuKey] = useState<string | null>(null)
  const menuButton = useRef<HTMLDivElement>(null)
  const openMenu = (event: MouseEvent, key: string): void => {
    event.preventDefault()
    setMenuKey(key)
    menuButton.current?.querySelector('button')?.click()
  }
  return (
    <nav className="ll-tabs" aria-label={t(texts.tabs)}>
      <div className="ll-tabs__list" role="tablist" tabIndex={-1} aria-label={t(texts.tabs)} onKeyDown={moveFocus}>
        {tabs.list.map((tab) => (
          <TabButton
            key={tab.key}
            tab={tab}
            title={titleOf(tab)}
            active={tab.key === tabs.active}
            closable={canClose(tabs, tab.key)}
            unsaved={unsaved.has(tab.key)}
            onClose={() => closeTab(tab.key)}
            onMenu={(event) => openMenu(event, tab.key)}
          />
        ))}
      </div>
      <div ref={menuButton} className="ll-tabs__menu" onPointerDownCapture={() => setMenuKey(null)}>
        <DropMenu
          align="end"
          className="ll-bar__button"
          label={t(texts.tabMenu)}
          trigger={<Icon name="more" />}
          entries={entriesFor(menuKey ?? tabs.active)}
        />
      </div>
      {end}
    </nav>
  )
}
