import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../widgets/icon.tsx'
import { DropMenu } from '../../widgets/menu.tsx'
import { openSystem } from '../open-entry.ts'
import { shellTexts as texts } from '../shell.messages.ts'
import type { ShellMenu } from './menu-index.ts'
import './top-menu.css'

/** Returns how many entries fit into the first row; the others go into the menu 更多. */
const useFit = (entries: readonly ShellMenu[]) => {
  const row = useRef<HTMLUListElement>(null)
  const [fit, setFit] = useState(entries.length)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = (): void => {
      const items = [...element.children] as HTMLElement[]
      const top = items[0]?.offsetTop ?? 0
      const below = items.findIndex((item) => item.offsetTop > top)
      // The button 更多 is shown, and takes room, only if not all entries fit.
      const wanted = items.reduce((sum, item) => sum + item.offsetWidth, 0)
      setFit(below < 0 || wanted <= (element.parentElement?.clientWidth ?? 0) ? entries.length : below)
    }
    const watch = new ResizeObserver(measure)
    for (const box of [element, element.parentElement]) if (box) watch.observe(box)
    measure()
    return () => watch.disconnect()
  }, [entries])
  return { row, fit }
}

/** The systems in the header (top.menu): a click opens the first page of a system. Those that do not fit are in a menu at the end. */
export const TopMenu = ({ entries, current }: { readonly entries: readonly ShellMenu[]; readonly current: string | null }): ReactNode => {
  const t = useT()
  const { row, fit } = useFit(entries)
  const hidden = entries.slice(fit)
  return (
    <nav className="ll-top" aria-label={t(texts.systems)}>
      <ul ref={row}>
        {entries.map((entry, i) => (
          <li key={entry.id}>
            <button
              type="button"
              tabIndex={i < fit ? 0 : -1}
              aria-hidden={i >= fit}
              aria-current={entry.id === current ? 'true' : undefined}
              onClick={() => openSystem(entry)}
            >
              {entry.name}
            </button>
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <DropMenu
          className="ll-bar__button"
          label={t(texts.more)}
          trigger={<Icon name="more" />}
          entries={hidden.map((entry) => ({
            key: entry.id,
            label: entry.name,
            checked: entry.id === current,
            run: () => openSystem(entry),
          }))}
        />
      )}
    </nav>
  )
}
