import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { hrefOf } from '../../router/location.ts'
import { openEntry, openSystem } from '../open-entry.ts'
import { shellTexts as texts } from '../shell.messages.ts'
import { firstPage, type ShellMenu } from './menu-index.ts'

/** Returns the menu entries above a page. Removes entries at the end that have the same name as the page. */
export const entriesAbove = <E extends { readonly name: string }>(above: readonly E[], title: string): readonly E[] =>
  above.slice(0, above.findLastIndex(({ name }) => name !== title) + 1)

/** Breadcrumbs: the menu entries above the page, and the page's name. Shows nothing if no entry is above the page. */
export const Crumbs = ({ above, title }: { readonly above: readonly ShellMenu[]; readonly title: string }): ReactNode => {
  const t = useT()
  const entries = entriesAbove(above, title)
  if (entries.length === 0) return null
  return (
    <nav className="ll-crumbs" aria-label={t(texts.crumbs)}>
      <ol>
        {entries.map((entry, i) => (
          <li key={entry.id}>
            <a
              href={hrefOf(firstPage(entry))}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                if (i === 0) openSystem(entry)
                else openEntry(firstPage(entry))
              }}
            >
              {entry.name}
            </a>
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}
