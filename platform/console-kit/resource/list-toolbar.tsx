import type { Text } from '@lamplight/kit'
import type { ReactNode } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
import { Icon } from '../widgets/icon.tsx'
import { DropMenu, type MenuEntry } from '../widgets/menu.tsx'
import { Link } from './parts/link.tsx'
import { reach, type Selection } from './selection.ts'
import type { PageAction, PageActions } from './use-actions.ts'
import { usePhone } from './use-media.ts'

/** Nothing selected (rule.bulkdelete.one). */
const PICK_ONE = ['请选择至少一条数据', 'Select at least one row'] as const
const ONE_BY_ONE = ['此操作仅支持逐行选择的数据', 'Select rows one by one for this action'] as const
const ITEMS: Text = ['项', 'item']
/** Number of actions shown as buttons; on a phone all are in the menu, with import and export. */
const OPEN = 4

const useRowPageActions = (selection: Selection, counter: Text, onPageAction: (pageAction: PageAction) => void) => {
  const t = useT()
  const { number } = useFormat()
  const count = reach(selection)
  const rows = selection.kind === 'rows' ? [...selection.rows.values()] : []
  const wantsRows = (pageAction: PageAction): boolean => selection.kind === 'filter' && !pageAction.byFilter
  return {
    count,
    off: (pageAction: PageAction): boolean => wantsRows(pageAction) || rows.some(pageAction.refuses),
    why: (pageAction: PageAction): string | undefined => (wantsRows(pageAction) ? t(ONE_BY_ONE) : undefined),
    run: (pageAction: PageAction): void => (count === 0 ? notify.warning(PICK_ONE) : onPageAction(pageAction)),
    words: (pageAction: PageAction): string =>
      count === 0
        ? t(pageAction.label)
        : t([`${pageAction.label[0]} {n} ${counter[0]}`, `${pageAction.label[1]} {n}`], { n: number(count) }),
  }
}

/** Toolbar with create, actions on the selection with its count, import and export; on the right the display settings. */
export const ListToolbar = ({
  pageActions,
  selection,
  counter = ITEMS,
  createPage,
  onCreate,
  onPageAction,
  onImport,
  onExport,
  onLabels,
  lead,
  children,
  right,
}: {
  pageActions: PageActions
  selection: Selection
  /** Counting word of the rows. */
  counter?: Text | undefined
  /** Address of the page that adds a row, instead of a form. */
  createPage: string | undefined
  onCreate: () => void
  onPageAction: (pageAction: PageAction) => void
  onImport: () => void
  onExport: () => void
  /** Opens the sheet with the QR labels of the selected rows. Undefined if the resource has no labels: then the button is not shown. */
  onLabels: (() => void) | undefined
  /** Buttons before the actions. */
  lead?: ReactNode
  children?: ReactNode
  right: ReactNode
}) => {
  const t = useT()
  const { number } = useFormat()
  const { count, off, why, run, words } = useRowPageActions(selection, counter, onPageAction)
  const phone = usePhone()
  const open = phone ? [] : pageActions.rows.length <= OPEN ? pageActions.rows : pageActions.rows.slice(0, OPEN - 1)
  const exportWords =
    count > 0 && selection.kind === 'rows' ? t([`导出 {n} ${counter[0]}`, 'Export {n}'], { n: number(count) }) : t(['导出', 'Export'])
  const rest: MenuEntry[] = pageActions.rows.slice(open.length).map((pageAction) => ({
    key: pageAction.name,
    label: words(pageAction),
    danger: pageAction.danger,
    disabled: off(pageAction),
    run: () => run(pageAction),
  }))
  if (phone && pageActions.import) rest.push({ key: 'import', label: t(['导入', 'Import']), run: onImport })
  if (phone && pageActions.export) rest.push({ key: 'export', label: exportWords, run: onExport })
  const labelWords =
    count > 0 && selection.kind === 'rows'
      ? t(['打印二维码 {n} 张', 'Print {n} QR codes'], { n: number(count) })
      : t(['打印二维码', 'Print QR codes'])
  const print = (): void => (count === 0 ? notify.warning(PICK_ONE) : onLabels?.())
  if (phone && onLabels) rest.push({ key: 'labels', label: labelWords, run: print })
  const createWords = (
    <>
      <Icon name="plus" size={16} />
      {t(['新增', 'New'])}
    </>
  )
  return (
    <div className="ll-r-toolbar" role="toolbar" aria-label={t(['列表操作', 'List actions'])}>
      {pageActions.create && createPage && (
        <Link to={createPage} className="ll-button ll-button--primary">
          {createWords}
        </Link>
      )}
      {pageActions.create && !createPage && (
        <button type="button" className="ll-button ll-button--primary" onClick={onCreate}>
          {createWords}
        </button>
      )}
      {lead}
      {pageActions.list.map((pageAction) => (
        <button key={pageAction.name} type="button" className="ll-button" onClick={() => onPageAction(pageAction)}>
          {t(pageAction.label)}
        </button>
      ))}
      {open.map((pageAction) => (
        <button
          key={pageAction.name}
          type="button"
          className="ll-button"
          data-danger={pageAction.danger || undefined}
          disabled={off(pageAction)}
          title={why(pageAction)}
          onClick={() => run(pageAction)}
        >
          {words(pageAction)}
        </button>
      ))}
      {rest.length > 0 && (
        <DropMenu label={t(['更多操作', 'More actions'])} className="ll-button" trigger={<Icon name="more" size={16} />} entries={rest} />
      )}
      {pageActions.import && !phone && (
        <button type="button" className="ll-button" onClick={onImport}>
          <Icon name="upload" size={16} />
          {t(['导入', 'Import'])}
        </button>
      )}
      {pageActions.export && !phone && (
        <button type="button" className="ll-button" onClick={onExport}>
          <Icon name="download" size={16} />
          {exportWords}
        </button>
      )}
      {onLabels && !phone && (
        <button type="button" className="ll-button" onClick={print}>
          <Icon name="print" size={16} />
          {labelWords}
        </button>
      )}
      {children}
      <span className="ll-r-toolbar-right">{right}</span>
    </div>
  )
}
