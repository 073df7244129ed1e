import { useT } from '../i18n/use-t.ts'
import type { Entry } from './entry.ts'
import { Icon } from './parts/icon.tsx'
import { Menu } from './parts/menu.tsx'
import { forbidden } from './selection.ts'
import type { Deed } from './use-actions.ts'

/** Deeds of a row that stand open; the rest are in the menu. */
const OPEN = 2

/** What may be done to one row: two visible, the rest in a menu. */
export const RowMenu = ({ deeds, entry, onDeed }: { deeds: readonly Deed[]; entry: Entry; onDeed: (deed: Deed, entry: Entry) => void }) => {
  const t = useT()
  const open = deeds.length <= OPEN + 1 ? deeds : deeds.slice(0, OPEN)
  const rest = deeds.slice(open.length)
  const button = (deed: Deed, className: string, after?: () => void) => (
    <button
      key={deed.name}
      type="button"
      className={className}
      data-danger={deed.danger || undefined}
      disabled={forbidden(deed.action?.disabledWhen, [entry])}
      onClick={() => {
        after?.()
        onDeed(deed, entry)
      }}
    >
      {t(deed.label)}
    </button>
  )
  return (
    <span className="ll-row-deeds">
      {open.map((deed) => button(deed, 'll-link'))}
      {rest.length > 0 && (
        <Menu label={t(['更多操作', 'More actions'])} look="quiet" button={<Icon name="more" />}>
          {(close) => rest.map((deed) => button(deed, 'll-menu-item', close))}
        </Menu>
      )}
    </span>
  )
}
