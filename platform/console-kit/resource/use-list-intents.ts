import type { RefObject } from 'react'
import { type Intent, moveCursor } from './keys.ts'
import { selectedCount } from './selection.ts'
import { useListKeys } from './use-list-keys.ts'
import type { ListPage } from './use-list-page.ts'

/** Scrolls so that row `at` is visible between head and foot of the table. */
const reveal = (box: HTMLElement | null, at: number): void => {
  if (!box || at < 0) return
  const height = Number.parseFloat(getComputedStyle(box).getPropertyValue('--ll-row')) || 36
  if (at * height < box.scrollTop) box.scrollTop = at * height
  else if ((at + 2) * height > box.scrollTop + box.clientHeight) box.scrollTop = (at + 2) * height - box.clientHeight
}

/** Actions of the list's keys; returns false if the browser should handle the key. */
export const useListIntents = (options: ListPage, scroll: RefObject<HTMLElement | null>): void => {
  const { page, cursor, pageActions, tree } = options
  const entry = page[cursor]
  const when = (can: boolean, act: () => void): boolean => {
    if (can) act()
    return can
  }
  const act: Readonly<Record<Intent, () => boolean>> = {
    down: () => go(1),
    up: () => go(-1),
    select: () => when(entry !== undefined && options.choosing, () => entry && options.toggle(entry)),
    selectPage: () => when(options.choosing, options.togglePage),
    open: () => when(entry !== undefined, () => entry && options.show(entry)),
    next: () => turn(true),
    previous: () => turn(false),
    search: () => {
      const row = document.getElementById(`${options.idPrefix}-page`)?.querySelector<HTMLElement>('.ll-r-search input, .ll-r-search button')
      row?.focus()
      return row !== null && row !== undefined
    },
    create: () => when(pageActions.create, options.create),
    refresh: () => when(true, options.list.reload),
    clear: () =>
      when(selectedCount(options.selection) > 0 || cursor >= 0, () => {
        options.clear()
        options.setCursor(-1)
      }),
  }
  const go = (by: 1 | -1): boolean => {
    const next = moveCursor(cursor, by, page.length)
    options.setCursor(next)
    reveal(scroll.current, next)
    return true
  }
  const turn = (open: boolean): boolean =>
    when(tree && entry?.children !== undefined && options.isOpen(entry.id) !== open, () => entry && options.flip(entry.id))
  useListKeys(options.tab.active, scroll, (intent) => act[intent]())
}
