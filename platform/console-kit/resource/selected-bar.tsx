import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { ChosenBar } from './chosen-bar.tsx'
import type { ResourceConsole } from './console-resource.ts'
import { titleOf } from './entry.ts'
import { choose, everyMatch, selectedCount } from './selection.ts'
import type { ListPage } from './use-list-page.ts'

/** The selection of a generated list, also of other pages, and a button for all matching rows if an action accepts a filter. */
export const SelectedBar = ({ page, console }: { readonly page: ListPage; readonly console: ResourceConsole }) => {
  const t = useT()
  const { number } = useFormat()
  const { selection, list, pageActions } = page
  const count = selectedCount(selection)
  const canSelectAll =
    !page.tree && selection.kind === 'rows' && list.total > count && pageActions.rows.some((pageAction) => pageAction.byFilter)
  const all = selection.kind === 'filter' ? t(['已选全部 {n} 项', 'All {n} selected'], { n: number(count) }) : undefined
  return (
    <ChosenBar
      count={count}
      here={page.page.map(({ id }) => id)}
      left={page.left}
      onClear={page.clear}
      {...(all !== undefined && { text: all })}
      {...(selection.kind === 'rows' && {
        names: [...selection.rows.values()].map((entry) => ({ key: entry.id, name: titleOf(console.resource, entry) })),
      })}
      onDrop={(key) => {
        const entry = selection.kind === 'rows' ? selection.rows.get(key) : undefined
        if (entry) page.setSelection(choose(selection, [entry], false))
      }}
    >
      {canSelectAll && (
        <button type="button" className="ll-r-link" onClick={() => page.setSelection(everyMatch(list.filter, list.total))}>
          {t(['选择符合条件的全部 {n} 项', 'Select all {n} that match'], { n: number(list.total) })}
        </button>
      )}
    </ChosenBar>
  )
}
