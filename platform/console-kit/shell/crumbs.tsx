import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { hrefOf } from '../router/location.ts'
import { firstPage, type ShellMenu } from './menu-index.ts'
import { openEntry, openSystem } from './open-entry.ts'
import { shellTexts as texts } from './shell.messages.ts'

/** Breadcrumbs: the menu entries above the page, and the page's name. Shows nothing if no entry is above the page. */
export const Crumbs = ({ above, title }: { readonly above: readonly ShellMenu[]; readonly title: string }): ReactNode => {
  const t = useT()
  const last = above.at(-1)
  const own = last?.name === title
  if (above.length < (own ? 2 : 1)) return null
  return (
    <nav className="ll-crumbs" aria-label={t(texts.crumbs)}>
      <ol>
        {(own ? above.slice(0, -1) : above).map((entry, i) => (
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
