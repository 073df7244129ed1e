import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { t, useT } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
import { loadRights } from '../session/menus.ts'
import { api } from '../session/session.ts'
import { useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import * as store from '../tabs/store.ts'
import { canClose, type Tab } from '../tabs/tabs.ts'
import { confirm } from '../widgets/confirm.tsx'
import { Icon } from '../widgets/icon.tsx'
import { DropMenu } from '../widgets/menu.tsx'
import type { MenuEntry } from '../widgets/menu-entry.ts'
import { KEEP_EDITING } from '../widgets/use-leave.ts'
import { shellTexts as texts } from './shell.messages.ts'

/** Returns a function that runs `act`. If a tab among `keys` has unsaved changes, the user is asked first and may refuse. */
const useGuarded = (titleOf: (tab: Tab) => string) => {
  const t = useT()
  return async (keys: readonly string[], act: () => void): Promise<void> => {
    const changed = store.tabs.get().list.find((tab) => keys.includes(tab.key) && store.unsaved.get().has(tab.key))
    if (changed) {
      store.activateTab(changed.key)
      const text = t(texts.unsavedText, { name: titleOf(changed) })
      if (!(await confirm({ title: t(texts.unsavedTitle), text, ok: t(texts.discard), cancel: t(KEEP_EDITING), danger: true }))) return
      for (const key of keys) store.markUnsaved(key, false)
    }
    act()
  }
}

const useTabMenu = (titleOf: (tab: Tab) => string, onSearch: () => void) => {
  const t = useT()
  const guarded = useGuarded(titleOf)
  const closeTab = (key: string): void => void guarded([key], () => store.closeTab(key))
  const entriesFor = (key: string): MenuEntry[] => {
    const tabs = store.tabs.get()
    const others = tabs.list.filter((tab) => tab.key !== key && canClose(tabs, tab.key)).map((tab) => tab.key)
    const all = tabs.list.filter((tab) => canClose(tabs, tab.key)).map((tab) => tab.key)
    const place = tabs.list.filter((tab) => !tab.passing).findIndex((tab) => tab.key === key)
    const pinned = tabs.list.find((tab) => tab.key === key)?.pinned === true
    const last = tabs.list.filter((tab) => !tab.passing).length - 1
    return [
      { key: 'search', label: t(texts.search), icon: 'search', run: onSearch },
      { key: 'refresh', label: t(texts.refresh), icon: 'refresh', run: () => void guarded([key], () => store.refreshTab(key)) },
      { key: 'close', label: t(texts.close), icon: 'close', disabled: !canClose(tabs, key), run: () => closeTab(key) },
      {
        key: 'others',
        label: t(texts.closeOthers),
        disabled: others.length === 0,
        run: () => void guarded(others, () => store.closeOtherTabs(key)),
      },
      { key: 'all', label: t(texts.closeAll), disabled: all.length === 0, run: () => void guarded(all, store.closeAllTabs) },
      {
        key: 'pin',
        label: t(pinned ? texts.unpin : texts.pin),
        icon: 'pin',
        disabled: !canClose(tabs, key),
        run: () => store.pinTab(key, !pinned),
      },
      { key: 'left', label: t(texts.moveLeft), icon: 'arrowLeft', disabled: place < 2, run: () => store.shiftTab(key, -1) },
      {
        key: 'right',
        label: t(texts.moveRight),
        icon: 'arrowRight',
        disabled: place < 1 || place === last,
        run: () => store.shiftTab(key, 1),
      },
      { key: 'cache', label: t(texts.clearCache), run: () => void confirmClearCache() },
    ]
  }
  return { closeTab, entriesFor }
}

/** After a question, clears the caches of the server and fetches menu, permissions and lists again (wire-contract.md 8). */
const confirmClearCache = async (): Promise<void> => {
  const question = { title: t(texts.clearCacheAsk), text: t(texts.clearCacheText), ok: t(texts.clearCache) }
  if (!(await confirm(question))) return
  storage.remove('menu')
  await api.get('blade-auth/oauth/clear-cache')
  await Promise.all([loadRights(), queryClient.invalidateQueries()])
  notify.success(texts.cleared)
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = STEPS[event.key]
  if (!step || event.altKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  tabs[(at + step + tabs.length) % tabs.length]?.focus()
}

interface TabProps {
  readonly tab: Tab
  readonly title: string
  readonly active: boolean
  readonly closable: boolean
  readonly unsaved: boolean
  readonly onClose: () => void
  readonly onMenu: (event: MouseEvent | KeyboardEvent) => void
}
const TabButton = ({ tab, title, active, closable, unsaved, onClose, onMenu }: TabProps): ReactNode => {
  const t = useT()
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    const key = event.dataTransfer.getData('text/x-tab')
    if (key) store.moveTab(key, tab.key)
  }
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (event.key === 'Delete' && closable) onClose()
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) onMenu(event)
    else if (step && event.altKey) {
      // Otherwise the browser would go back or forward in its history.
      event.preventDefault()
      store.shiftTab(tab.key, step)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the tab; dragging and the middle button are extras
    <div
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
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
        onKeyDown={press}
      >
        {tab.pinned && <Icon name="pin" size={12} />}
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

/** Keeps the active tab in view: titles that arrive later and a narrower window move it. Returns the ref of the list. */
const useActiveInView = (active: string, titles: string): RefObject<HTMLDivElement | null> => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const show = (): void => element.querySelector('.ll-tab--active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    const watch = new ResizeObserver(show)
    watch.observe(element)
    return () => watch.disconnect()
  }, [active, titles])
  return list
}

interface Props {
  readonly titleOf: (tab: Tab) => string
  readonly onSearch: () => void
  readonly end?: ReactNode
}

/** The open tabs. Middle click and Delete close, dragging and Alt with arrow keys move, the right mouse button opens the menu. */
export const TabStrip = ({ titleOf, onSearch, end }: Props): ReactNode => {
  const t = useT()
  const tabs = useStateOf(store.tabs)
  const unsaved = useStateOf(store.unsaved)
  const { closeTab, entriesFor } = useTabMenu(titleOf, onSearch)
  const shown = tabs.list.filter((tab) => !tab.passing)
  const list = useActiveInView(tabs.active, shown.map(titleOf).join('\n'))
  const [menuKey, setMenuKey] = useState<string | null>(null)
  const menuButton = useRef<HTMLDivElement>(null)
  const openMenu = (event: MouseEvent | KeyboardEvent, key: string): void => {
    event.preventDefault()
    setMenuKey(key)
    menuButton.current?.querySelector('button')?.click()
  }
  return (
    <nav className="ll-tabs" aria-label={t(texts.tabs)}>
      <div ref={list} className="ll-tabs__list" role="tablist" tabIndex={-1} aria-label={t(texts.tabs)} onKeyDown={moveFocus}>
        {shown.map((tab) => (
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
