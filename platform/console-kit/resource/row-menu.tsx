import { textWidth } from '@lamplight/fields/view'
import { useT } from '../i18n/use-t.ts'
import { Icon } from '../widgets/icon.tsx'
import { DropMenu } from '../widgets/menu.tsx'
import type { Entry } from './entry.ts'
import type { Deed } from './use-actions.ts'

/** Number of row actions shown as buttons; the rest are in the menu. */
const OPEN = 2

/** Width of a column with the row menu: its visible labels and its button, px. */
export const deedsWidth = (labels: readonly string[]): number => {
  const words = labels.slice(0, OPEN).reduce((sum, label) => sum + 12 + textWidth(label), 0)
  return Math.max(80, 24 + words + (labels.length > OPEN ? 40 : 0))
}

/** Actions for one row in its present state: two visible, the rest in a menu. */
export const RowMenu = ({
  deeds: all,
  entry,
  onDeed,
}: {
  deeds: readonly Deed[]
  entry: Entry
  onDeed: (deed: Deed, entry: Entry) => void
}) => {
  const t = useT()
  const deeds = all.filter((deed) => !deed.refuses(entry))
  const open = deeds.slice(0, OPEN)
  const rest = deeds.slice(OPEN)
  return (
    <span className="ll-r-row-deeds">
      {open.map((deed) => (
        <button
          key={deed.name}
          type="button"
          className="ll-r-link"
          data-danger={deed.danger || undefined}
          onClick={() => onDeed(deed, entry)}
        >
          {t(deed.label)}
        </button>
      ))}
      {rest.length > 0 && (
        <DropMenu
          label={t(['更多操作', 'More actions'])}
          align="end"
          className="ll-button ll-r-quiet"
          trigger={<Icon name="more" size={16} />}
          entries={rest.map((deed) => ({
            key: deed.name,
            label: t(deed.label),
            danger: deed.danger,
            run: () => onDeed(deed, entry),
          }))}
        />
      )}
    </span>
  )
}
