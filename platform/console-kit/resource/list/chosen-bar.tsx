import './chosen.css'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../widgets/icon.tsx'
import { Popover } from '../../widgets/popover.tsx'
import type { ChosenRows } from './use-chosen-rows.ts'

/** Largest number of names that the list of selected rows shows; further rows are only counted. */
const NAMED = 200

interface Props {
  /** Number of selected rows. */
  readonly count: number
  /** The selected rows; undefined if the selection is all rows that match a filter. */
  readonly names?: readonly { readonly key: string; readonly name: string }[]
  /** Keys of the rows on the screen. */
  readonly here: readonly string[]
  /** Number of rows whose selection has just ended because the filter changed. */
  readonly left: number
  /** Removes a row from the selection. */
  readonly onDrop: (key: string) => void
  readonly onClear: () => void
  /** Text shown instead of the count. */
  readonly text?: string
  /** Actions on the selection. */
  readonly children?: ReactNode
}

/**
 * Shows the selection of a list: the number of selected rows, their names in a panel, how many of them are not on the screen, and the
 * actions. After a change of the filter it shows how many rows are no longer selected.
 */
export const ChosenBar = ({ count, names, here, left, onDrop, onClear, text, children }: Props): ReactNode => {
  const t = useT()
  const { number } = useFormat()
  if (count === 0)
    return left > 0 ? (
      <span className="ll-r-selected" role="status">
        {t(['筛选条件已变，{n} 项的选择已取消', 'The filter changed: {n} row{n:s} {n:are|is} no longer selected'], { n: number(left) })}
      </span>
    ) : null
  const shown = new Set(here)
  const away = names?.filter(({ key }) => !shown.has(key)).length ?? 0
  const words = text ?? t(['已选 {n} 项', '{n} selected'], { n: number(count) })
  return (
    <span className="ll-r-selected" role="status">
      {names ? (
        <Popover named className="ll-r-link" label={t(['查看已选的行', 'Show the selected rows'])} trigger={words}>
          {() => (
            <ul className="ll-r-chosen">
              {names.slice(0, NAMED).map(({ key, name }) => (
                <li key={key} data-away={!shown.has(key) || undefined}>
                  <span>{name}</span>
                  <button
                    type="button"
                    className="ll-button ll-r-quiet"
                    aria-label={t(['取消选择 {name}', 'Deselect {name}'], { name })}
                    onClick={() => onDrop(key)}
                  >
                    <Icon name="close" size={16} />
                  </button>
                </li>
              ))}
              {names.length > NAMED && <li>{t(['还有 {n} 项', 'and {n} more'], { n: number(names.length - NAMED) })}</li>}
            </ul>
          )}
        </Popover>
      ) : (
        <span>{words}</span>
      )}
      {away > 0 && <span>{t(['其中 {n} 项不在本页', '{n} of them are not on this page'], { n: number(away) })}</span>}
      {children}
      <button type="button" className="ll-r-link" onClick={onClear}>
        {t(['取消选择', 'Clear selection'])}
      </button>
    </span>
  )
}

/** The bar of the selection of a `RowTable`. `nameOf` returns the name of a row in the list of selected rows. */
export const RowsBar = <R,>({
  selection: { rows, here, left, choose, clear },
  nameOf,
  children,
}: {
  readonly selection: ChosenRows<R>
  readonly nameOf: (row: R) => string
  readonly children?: ReactNode
}): ReactNode => (
  <ChosenBar
    count={rows.size}
    here={here}
    left={left}
    onClear={clear}
    names={[...rows].map(([key, row]) => ({ key, name: nameOf(row) }))}
    onDrop={(key) => choose(new Set([...rows.keys()].filter((one) => one !== key)))}
  >
    {children}
  </ChosenBar>
)
