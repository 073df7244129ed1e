import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { everyMatch, reach } from './selection.ts'
import type { ListPage } from './use-list-page.ts'

/** Bar with the number of selected rows, also on other pages, and a button for all matching rows if an action accepts a filter. */
export const SelectedBar = ({ page }: { page: ListPage }) => {
  const t = useT()
  const { number } = useFormat()
  const { selection, list, pageActions } = page
  const count = reach(selection)
  if (count === 0) return null
  const canSelectAll =
    !page.tree && selection.kind === 'rows' && list.total > count && pageActions.rows.some((pageAction) => pageAction.byFilter)
  return (
    <span className="ll-r-selected" role="status">
      <span>
        {selection.kind === 'filter'
          ? t(['已选全部 {n} 项', 'All {n} selected'], { n: number(count) })
          : t(['已选 {n} 项', '{n} selected'], { n: number(count) })}
      </span>
      {canSelectAll && (
        <button type="button" className="ll-r-link" onClick={() => page.setSelection(everyMatch(list.filter, list.total))}>
          {t(['选择符合条件的全部 {n} 项', 'Select all {n} that match'], { n: number(list.total) })}
        </button>
      )}
      <button type="button" className="ll-r-link" onClick={page.clear}>
        {t(['取消选择', 'Clear selection'])}
      </button>
    </span>
  )
}
