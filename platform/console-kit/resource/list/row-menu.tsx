import { textWidth } from '@lamplight/fields/view'
import type { ResourceDefinition, Text } from '@lamplight/kit'
import { useT } from '../../i18n/use-t.ts'
import { notify } from '../../notify/notify.ts'
import { Icon } from '../../widgets/icon.tsx'
import { DropMenu } from '../../widgets/menu.tsx'
import type { MenuEntry } from '../../widgets/menu-entry.ts'
import { type RowEnd, rowOf } from '../console-resource.ts'
import type { Entry } from '../form/entry.ts'
import type { PageAction } from '../use-actions.ts'

/** Number of row actions shown as buttons; the rest are in the menu. */
const OPEN = 2

/** Width of a column with the row menu: its visible labels and its button, px. */
export const pageActionsWidth = (labels: readonly string[]): number => {
  const words = labels.slice(0, OPEN).reduce((sum, label) => sum + 12 + textWidth(label), 0)
  return Math.max(80, 24 + words + (labels.length > OPEN ? 40 : 0))
}

/** An action on a row as an entry of a menu; one for which the row is not ready is off, with the reason. */
export const entryOf = (pageAction: PageAction, entry: Entry, t: (text: Text) => string, run: () => void): MenuEntry => {
  const lack = pageAction.lacks(entry)
  return {
    key: pageAction.name,
    label: t(pageAction.label),
    danger: pageAction.danger,
    ...(lack && { disabled: true, note: t(lack) }),
    run,
  }
}

/** Actions for one row in its present state: two visible, the rest in a menu. `end`: a button of the slice after them, which takes the place of one. */
export const RowMenu = ({
  pageActions: all,
  end,
  entry,
  onPageAction,
}: {
  pageActions: readonly PageAction[]
  end?: RowEnd<ResourceDefinition> | undefined
  entry: Entry
  onPageAction: (pageAction: PageAction, entry: Entry) => void
}) => {
  const t = useT()
  const pageActions = all.filter((pageAction) => !pageAction.refuses(entry))
  const visible = end ? OPEN - 1 : OPEN
  const open = pageActions.slice(0, visible)
  const rest = pageActions.slice(visible)
  return (
    <span className="ll-r-row-actions">
      {open.map((pageAction) => {
        const lack = pageAction.lacks(entry)
        return (
          <button
            key={pageAction.name}
            type="button"
            className="ll-r-link"
            data-danger={pageAction.danger || undefined}
            aria-disabled={lack !== null || undefined}
            title={lack ? t(lack) : undefined}
            onClick={() => (lack ? notify.warning(lack) : onPageAction(pageAction, entry))}
          >
            {t(pageAction.label)}
          </button>
        )
      })}
      {end && <end.body row={rowOf(entry)} />}
      {rest.length > 0 && (
        <DropMenu
          label={t(['更多操作', 'More actions'])}
          align="end"
          className="ll-button ll-r-quiet"
          trigger={<Icon name="more" size={16} />}
          entries={rest.map((pageAction) => entryOf(pageAction, entry, t, () => onPageAction(pageAction, entry)))}
        />
      )}
    </span>
  )
}
