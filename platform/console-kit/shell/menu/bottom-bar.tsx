import { type ReactNode, Suspense } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { navigate } from '../../router/location.ts'
import { Icon } from '../../widgets/icon.tsx'
import { Modal } from '../../widgets/load-overlays.ts'
import { shellTexts as texts } from '../shell.messages.ts'
import { type ShellMenu, shellLeaves } from './menu-index.ts'
import { MenuTree } from './side-menu.tsx'

/** Pages that a user outdoors needs first: what failed, and where. A page missing in the menu is skipped. */
const PREFERRED = ['/city/alarmcenter/alarm/index', '/city/map/index', '/city/lampmanagement/lampinformation/index']
const ROOM = 2

/** Bottom bar of a phone: home, two pages, and 更多, which opens the whole menu. */
export const BottomBar = ({ menus, path, onMore }: { menus: readonly ShellMenu[]; path: string; onMore: () => void }): ReactNode => {
  const t = useT()
  const leaves = shellLeaves(menus).map((leaf) => leaf.menu)
  const wanted = PREFERRED.flatMap((one) => leaves.find((leaf) => leaf.path.toLowerCase() === one) ?? [])
  const others = leaves.filter((leaf) => !wanted.includes(leaf) && leaf.path.toLowerCase() !== '/wel/index')
  const entries = [
    { id: 'home', name: t(texts.home), icon: 'home', path: '/wel/index', query: {} },
    ...[...wanted, ...others].slice(0, ROOM),
  ]
  return (
    <nav className="ll-bottom" aria-label={t(texts.mainMenu)}>
      {entries.map((entry) => (
        <button
          key={entry.id}
          type="button"
          aria-current={entry.path.toLowerCase() === path.toLowerCase() ? 'page' : undefined}
          onClick={() => navigate(entry.path, entry.query)}
        >
          <Icon name={entry.icon} size={22} />
          <span>{entry.name}</span>
        </button>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={onMore}>
        <Icon name="menu" size={22} />
        <span>{t(texts.more)}</span>
      </button>
    </nav>
  )
}

/** The whole menu as a panel at the side of the screen, on a phone. */
export const Drawer = ({
  menus,
  line,
  onClose,
  children,
}: {
  menus: readonly ShellMenu[]
  line: readonly string[]
  onClose: () => void
  children: ReactNode
}): ReactNode => {
  const t = useT()
  return (
    <Suspense>
      <Modal className="ll-drawer" label={t(texts.mainMenu)} onClose={onClose}>
        <nav aria-label={t(texts.mainMenu)}>
          <MenuTree menus={menus} line={line} onGo={onClose} />
        </nav>
        <div className="ll-drawer__foot">{children}</div>
      </Modal>
    </Suspense>
  )
}
