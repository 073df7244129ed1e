import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { hrefOf, navigate } from '../../router/location.ts'
import { Icon } from '../../widgets/icon.tsx'
import { Popover } from '../../widgets/popover.tsx'
import { shellTexts as texts } from '../shell.messages.ts'
import { MenuCount } from './menu-count.tsx'
import type { ShellMenu } from './menu-index.ts'

interface Props {
  readonly menus: readonly ShellMenu[]
  /** Ids of the entry of the shown page and of those above it, from the top. */
  readonly line: readonly string[]
  readonly onGo?: () => void
}

const Leaf = ({ menu, line, onGo, top }: Props & { menu: ShellMenu; top: boolean }): ReactNode => {
  const current = line.at(-1) === menu.id
  return (
    <a
      className={`ll-side__item${top ? '' : ' ll-side__item--inner'}`}
      href={menu.outside ?? hrefOf(menu)}
      aria-current={current ? 'page' : undefined}
      {...(menu.outside && { target: '_blank', rel: 'noreferrer' })}
      onClick={(event) => {
        if (menu.outside || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        navigate(menu.path, menu.query)
        onGo?.()
      }}
    >
      {top && <Icon name={menu.icon} />}
      <span>{menu.name}</span>
      <MenuCount menu={menu} />
    </a>
  )
}

const Branch = ({ menu, line, onGo, top, menus }: Props & { menu: ShellMenu; top: boolean }): ReactNode => {
  const holds = line.includes(menu.id)
  const [open, setOpen] = useState(holds)
  useEffect(() => {
    if (holds) setOpen(true)
  }, [holds])
  return (
    <>
      <button
        type="button"
        className={`ll-side__item${top ? '' : ' ll-side__item--inner'}${holds ? ' ll-side__item--holds' : ''}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {top && <Icon name={menu.icon} />}
        <span>{menu.name}</span>
        {!open && <MenuCount menu={menu} />}
        <span className="ll-side__arrow">
          <Icon name="arrowDown" size={14} />
        </span>
      </button>
      {open && <MenuTree menus={menus} line={line} top={false} {...(onGo && { onGo })} />}
    </>
  )
}

/** The menu as a tree; the branch of the shown page is expanded. */
export const MenuTree = ({ menus, line, onGo, top = true }: Props & { readonly top?: boolean }): ReactNode => (
  <ul className={top ? 'll-side__list' : 'll-side__list ll-side__list--inner'}>
    {menus.map((menu) => (
      <li key={menu.id}>
        {menu.children.length > 0 ? (
          <Branch menu={menu} menus={menu.children} line={line} top={top} {...(onGo && { onGo })} />
        ) : (
          <Leaf menu={menu} menus={[]} line={line} top={top} {...(onGo && { onGo })} />
        )}
      </li>
    ))}
  </ul>
)

/** The menu as a narrow column of icons with flyout panels. */
const Rail = ({ menus, line }: Props): ReactNode => (
  <ul className="ll-side__list">
    {menus.map((menu) => {
      const holds = line.includes(menu.id)
      const className = `ll-side__item${holds ? ' ll-side__item--holds' : ''}`
      return (
        <li key={menu.id}>
          {menu.children.length > 0 ? (
            <Popover trigger={<Icon name={menu.icon} />} label={menu.name} side="beside" className={className} panelClass="ll-side__flyout">
              {(close) => (
                <nav aria-label={menu.name}>
                  <p>{menu.name}</p>
                  <MenuTree menus={menu.children} line={line} top={false} onGo={close} />
                </nav>
              )}
            </Popover>
          ) : (
            <a
              className={className}
              href={hrefOf(menu)}
              title={menu.name}
              aria-label={menu.name}
              aria-current={holds ? 'page' : undefined}
              onClick={(event) => {
                event.preventDefault()
                navigate(menu.path, menu.query)
              }}
            >
              <Icon name={menu.icon} />
            </a>
          )}
        </li>
      )
    })}
  </ul>
)

/** The side menu, from the menu list of the server (rule.menu.runtime). */
export const SideMenu = ({ menus, line, rail }: Props & { readonly rail: boolean }): ReactNode => {
  const t = useT()
  return (
    <nav className="ll-side__nav" aria-label={t(texts.mainMenu)}>
      {rail ? <Rail menus={menus} line={line} /> : <MenuTree menus={menus} line={line} />}
    </nav>
  )
}
