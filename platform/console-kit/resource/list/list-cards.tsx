import type { ResourceDefinition } from '@lamplight/kit'
import { useT } from '../../i18n/use-t.ts'
import { FieldCell, ListCell } from '../cell.tsx'
import type { ResourceConsole, RowEnd } from '../console-resource.ts'
import type { Entry } from '../form/entry.ts'
import { TreeToggle } from '../parts/tree-toggle.tsx'
import type { PageAction } from '../use-actions.ts'
import type { ListColumn } from './columns.ts'
import type { ShownRow } from './list-table.tsx'
import { RowMenu } from './row-menu.tsx'
import { isSelected, type Selection } from './selection.ts'

const isState = (column: ListColumn): boolean => column.field?.kind === 'choice' && 'tones' in column.field.options

/** The list on a phone: a card per row with title and state at the top, the other columns as pairs. */
export const ListCards = ({
  console,
  columns,
  rows,
  selection,
  choosing,
  pageActions,
  end,
  stale,
  isOpen,
  onOpen,
  onToggle,
  onPageAction,
}: {
  console: ResourceConsole
  columns: readonly ListColumn[]
  rows: readonly ShownRow[]
  selection: Selection
  choosing: boolean
  pageActions: readonly PageAction[]
  end: RowEnd<ResourceDefinition> | undefined
  stale: boolean
  isOpen: (id: string) => boolean
  onOpen: (id: string) => void
  onToggle: (entry: Entry) => void
  onPageAction: (pageAction: PageAction, entry: Entry) => void
}) => {
  const t = useT()
  const [title] = columns
  const state = columns.find((column) => column.name === console.ui.state) ?? columns.find(isState)
  const pairs = columns.filter((column) => column !== title && column !== state)
  return (
    <ul className="ll-r-cards" data-stale={stale || undefined}>
      {rows.map(({ entry, depth }) => (
        <li key={entry.id} className="ll-r-card" style={depth > 0 ? { marginInlineStart: `${depth * 16}px` } : undefined}>
          <header>
            {choosing && (
              <input
                type="checkbox"
                aria-label={t(['选择此行', 'Select this row'])}
                checked={isSelected(selection, entry.id)}
                onChange={() => onToggle(entry)}
              />
            )}
            {entry.children && <TreeToggle open={isOpen(entry.id)} onClick={() => onOpen(entry.id)} />}
            <strong>{title && <ListCell console={console} column={title} entry={entry} />}</strong>
            {state && <FieldCell console={console} name={state.name} entry={entry} />}
          </header>
          <dl>
            {pairs.map((column) => (
              <div key={column.name}>
                <dt>{t(column.label)}</dt>
                <dd>
                  <FieldCell console={console} name={column.name} entry={entry} />
                </dd>
              </div>
            ))}
          </dl>
          {(pageActions.length > 0 || end) && <RowMenu pageActions={pageActions} end={end} entry={entry} onPageAction={onPageAction} />}
        </li>
      ))}
    </ul>
  )
}
