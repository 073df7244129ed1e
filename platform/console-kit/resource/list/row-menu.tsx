import { textWidth } from '@lamplight/fields/view'
import type { ResourceDefinition, Text } from '@lamplight/kit'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../widgets/icon.tsx'
import { DropMenu } from '../../widgets/menu.tsx'
import type { MenuEntry } from '../../widgets/menu-entry.ts'
import { type RowEnd, rowOf } from '../console-resource.ts'
import type { Entry } from '../form/entry.ts'
import { ReasonButton } from '../parts/reason-button.tsx'
import type { PageAction } from '../use-actions.ts'

/** Number of row actions shown as buttons; the rest are in the menu. */
const OPEN = 2

/** Width of a column with the row menu: its visible labels and its button, px. */
export const pageActionsWidth = (labels: readonly string[]): number => {
  const words = labels.slice(0, OPEN).reduce((sum, label) => sum + 12 + textWidth(label), 0)
  return Math.max(80, 24 + words + (labels.length > OPEN ? 40 : 0))
}

/** Returns the menu entry of an action on a row. If the row lacks something for it, the entry is switched off and shows the reason. */
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

/** Attributes of the button of an action on a row (`ReasonButton`). If the row lacks something for it, the button is off and shows the reason. */
export const buttonOf = (pageAction: PageAction, entry: Entry, t: (text: Text) => string, run: () => void) => {
  const lack = pageAction.lacks(entry)
  return { 'data-danger': pageAction.danger || undefined, why: lack ? t(lack) : undefined, onClick: run }
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
      {open.map((pageAction) => (
        <ReasonButton
          key={pageAction.name}
          className="ll-r-link"
          {...buttonOf(pageAction, entry, t, () => onPageAction(pageAction, entry))}
        >
          {t(pageAction.label)}
        </ReasonButton>
      ))}
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
