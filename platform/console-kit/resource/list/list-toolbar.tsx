import type { Text } from '@lamplight/kit'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/use-t.ts'
import { notify } from '../../notify/notify.ts'
import { Icon } from '../../widgets/icon.tsx'
import { DropMenu } from '../../widgets/menu.tsx'
import type { MenuEntry } from '../../widgets/menu-entry.ts'
import { usePhone } from '../form/use-media.ts'
import { Link } from '../parts/link.tsx'
import { ReasonButton } from '../parts/reason-button.tsx'
import type { PageAction, PageActions } from '../use-actions.ts'
import { useOneLine } from '../use-one-line.ts'
import { type Selection, selectedCount } from './selection.ts'

/** Nothing selected (rule.bulkdelete.one). */
const PICK_ONE = ['请选择至少一条数据', 'Select at least one row'] as const
const ONE_BY_ONE = ['此操作仅支持逐行选择的数据', 'Select rows one by one for this action'] as const
const WRONG_STATE = ['所选数据中有当前状态不允许该操作的', 'The state of a selected row does not allow this'] as const
const ITEMS: Text = ['项', 'item']
/** Largest number of actions on rows that are buttons; on a phone all are in the menu, with import and export. */
const ROW_BUTTONS = 4
/** Number of actions on rows that move into the menu last. */
const LAST_ROW_BUTTONS = 2

/** A button of the toolbar. It moves into the menu if the toolbar would need a second line. */
interface ToolButton extends MenuEntry {
  readonly icon?: string
  /** Why it is off; undefined if it is on. */
  readonly why?: string | undefined
}

const useRowPageActions = (selection: Selection, counter: Text, onPageAction: (pageAction: PageAction) => void) => {
  const t = useT()
  const { number } = useFormat()
  const count = selectedCount(selection)
  const rows = selection.kind === 'rows' ? [...selection.rows.values()] : []
  const wantsRows = (pageAction: PageAction): boolean => selection.kind === 'filter' && !pageAction.byFilter
  const lackIn = (pageAction: PageAction): Text | null => rows.reduce<Text | null>((found, row) => found ?? pageAction.lacks(row), null)
  return {
    count,
    why: (pageAction: PageAction): string | undefined => {
      const lack = wantsRows(pageAction) ? ONE_BY_ONE : rows.some(pageAction.refuses) ? WRONG_STATE : lackIn(pageAction)
      return lack ? t(lack) : undefined
    },
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
  const { count, why, run, words } = useRowPageActions(selection, counter, onPageAction)
  const phone = usePhone()
  const hasSelection = count > 0 && selection.kind === 'rows'
  const exportWords = hasSelection ? t([`导出 {n} ${counter[0]}`, 'Export {n}'], { n: number(count) }) : t(['导出', 'Export'])
  const labelWords = hasSelection
    ? t(['打印二维码 {n} 张', 'Print {n} QR codes'], { n: number(count) })
    : t(['打印二维码', 'Print QR codes'])
  const print = (): void => (count === 0 ? notify.warning(PICK_ONE) : onLabels?.())
  const ofRows = pageActions.rows.map((pageAction): ToolButton => {
    const reason = why(pageAction)
    return {
      key: pageAction.name,
      label: words(pageAction),
      danger: pageAction.danger,
      ...(reason !== undefined && { disabled: true, note: reason, why: reason }),
      run: () => run(pageAction),
    }
  })
  const opened = ofRows.slice(0, ofRows.length <= ROW_BUTTONS ? ROW_BUTTONS : ROW_BUTTONS - 1)
  const buttons: readonly ToolButton[] = [
    ...pageActions.list.map((one): ToolButton => ({ key: one.name, label: t(one.label), run: () => onPageAction(one) })),
    ...opened,
    ...(pageActions.export ? [{ key: 'export', label: exportWords, icon: 'download', run: onExport } as const] : []),
    ...(pageActions.import ? [{ key: 'import', label: t(['导入', 'Import']), icon: 'upload', run: onImport } as const] : []),
    ...(onLabels ? [{ key: 'labels', label: labelWords, icon: 'print', run: print } as const] : []),
  ]
  // The count stands for buttons of a page that appear with a selection.
  const { line, hidden } = useOneLine(buttons.length, [count, ...buttons.map(({ label }) => label)].join(' '))
  const lastFirst = (some: readonly ToolButton[]): readonly string[] => some.map(({ key }) => key).reverse()
  // Order in which buttons move into the menu: labels first, the first two actions on rows and the actions on the list last.
  const leaving = [
    'labels',
    ...lastFirst(opened.slice(LAST_ROW_BUTTONS)),
    'import',
    'export',
    ...lastFirst(opened.slice(0, LAST_ROW_BUTTONS)),
    ...pageActions.list.map(({ name }) => name),
  ]
  const present = leaving.filter((key) => buttons.some((one) => one.key === key))
  const moved = new Set(phone ? present.filter((key) => !pageActions.list.some(({ name }) => name === key)) : present.slice(0, hidden))
  const movedOf = (some: readonly ToolButton[]): readonly ToolButton[] => some.filter(({ key }) => moved.has(key))
  const actionCount = pageActions.list.length + opened.length
  const rest: readonly MenuEntry[] = [
    ...movedOf(buttons.slice(0, actionCount)),
    ...ofRows.slice(opened.length),
    ...movedOf(buttons.slice(actionCount)),
  ]
  const createWords = (
    <>
      <Icon name="plus" size={16} />
      {t(['新增', 'New'])}
    </>
  )
  return (
    <div ref={line} className="ll-r-toolbar" role="toolbar" aria-label={t(['列表操作', 'List actions'])}>
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
      {buttons
        .filter(({ key }) => !moved.has(key))
        .map(({ key, label, icon, danger, why: reason, run: press }) => (
          <ReasonButton key={key} className="ll-button" data-danger={danger || undefined} why={reason} onClick={press}>
            {icon && <Icon name={icon} size={16} />}
            {label}
          </ReasonButton>
        ))}
      {rest.length > 0 && (
        <DropMenu label={t(['更多操作', 'More actions'])} className="ll-button" trigger={<Icon name="more" size={16} />} entries={rest} />
      )}
      {children}
      <span className="ll-r-toolbar-right">{right}</span>
    </div>
  )
}
