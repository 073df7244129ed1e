import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import type { ShellMenu } from './menu-index.ts'

type UseCount = () => number
const counts = new Map<string, UseCount>()

/**
 * Shows a number at the menu entry of the page at `path`: the items waiting there. `useCount` is a hook; 0 shows
 * nothing. A slice registers it in its shell entry.
 */
export const registerMenuCount = (path: string, useCount: UseCount): void => void counts.set(path.toLowerCase(), useCount)

const Count = ({ useCount }: { readonly useCount: UseCount }): ReactNode => {
  const count = useCount()
  const { number } = useFormat()
  return count > 0 ? (
    <b className="ll-side__count" aria-hidden>
      {count > 999 ? '999+' : number(count)}
    </b>
  ) : null
}

const leavesOf = (menu: ShellMenu): readonly ShellMenu[] => (menu.children.length > 0 ? menu.children.flatMap(leavesOf) : [menu])

/** The number at a menu entry; a collapsed entry shows the numbers of the pages below it. */
export const MenuCount = ({ menu }: { readonly menu: ShellMenu }): ReactNode =>
  leavesOf(menu).map(({ id, path }) => {
    const useCount = counts.get(path.toLowerCase())
    return useCount && <Count key={id} useCount={useCount} />
  })
