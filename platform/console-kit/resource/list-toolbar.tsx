import type { Text } from '@lamplight/kit'
import type { ReactNode } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
import { Icon } from '../widgets/icon.tsx'
import { DropMenu, type MenuEntry } from '../widgets/menu.tsx'
import { Link } from './parts/link.tsx'
import { reach, type Selection } from './selection.ts'
import type { Deed, Deeds } from './use-actions.ts'
import { usePhone } from './use-media.ts'

/** Nothing selected (rule.bulkdelete.one). */
const PICK_ONE = ['请选择至少一条数据', 'Select at least one row'] as const
const ONE_BY_ONE = ['此操作仅支持逐行选择的数据', 'Select rows one by one for this action'] as const
const ITEMS: Text = ['项', 'item']
/** Number of actions shown as buttons; on a phone all are in the menu, with import and export. */
const OPEN = 4

const useRowDeeds = (selection: Selection, counter: Text, onDeed: (deed: Deed) => void) => {
  const t = useT()
  const { number } = useFormat()
  const count = reach(selection)
  const rows = selection.kind === 'rows' ? [...selection.rows.values()] : []
  const wantsRows = (deed: Deed): boolean => selection.kind === 'filter' && !deed.byFilter
  return {
    count,
    off: (deed: Deed): boolean => wantsRows(deed) || rows.some(deed.refuses),
    why: (deed: Deed): string | undefined => (wantsRows(deed) ? t(ONE_BY_ONE) : undefined),
    run: (deed: Deed): void => (count === 0 ? notify.warning(PICK_ONE) : onDeed(deed)),
    words: (deed: Deed): string =>
      count === 0 ? t(deed.label) : t([`${deed.label[0]} {n} ${counter[0]}`, `${deed.label[1]} {n}`], { n: number(count) }),
  }
}

/** Toolbar with create, actions on the selection with its count, import and export; on the right the display settings. */
export const ListToolbar = ({
  deeds,
  selection,
  counter = ITEMS,
  createPage,
  onCreate,
  onDeed,
  onImport,
  onExport,
  children,
  right,
}: {
  deeds: Deeds
  selection: Selection
  /** Counting word of the rows. */
  counter?: Text | undefined
  /** Address of the page that adds a row, instead of a form. */
  createPage: string | undefined
  onCreate: () => void
  onDeed: (deed: Deed) => void
  onImport: () => void
  onExport: () => void
  children?: ReactNode
  right: ReactNode
}) => {
  const t = useT()
  const { number } = useFormat()
  const { count, off, why, run, words } = useRowDeeds(selection, counter, onDeed)
  const phone = usePhone()
  const open = phone ? [] : deeds.rows.length <= OPEN ? deeds.rows : deeds.rows.slice(0, OPEN - 1)
  const exportWords =
    count > 0 && selection.kind === 'rows' ? t([`导出 {n} ${counter[0]}`, 'Export {n}'], { n: number(count) }) : t(['导出', 'Export'])
  const rest: MenuEntry[] = deeds.rows.slice(open.length).map((deed) => ({
    key: deed.name,
    label: words(deed),
    danger: deed.danger,
    disabled: off(deed),
    run: () => run(deed),
  }))
  if (phone && deeds.import) rest.push({ key: 'import', label: t(['导入', 'Import']), run: onImport })
  if (phone && deeds.export) rest.push({ key: 'export', label: exportWords, run: onExport })
  const createWords = (
    <>
      <Icon name="plus" size={16} />
      {t(['新增', 'New'])}
    </>
  )
  return (
    <div className="ll-r-toolbar" role="toolbar" aria-label={t(['列表操作', 'List actions'])}>
      {deeds.create && createPage && (
        <Link to={createPage} className="ll-button ll-button--primary">
          {createWords}
        </Link>
      )}
      {deeds.create && !createPage && (
        <button type="button" className="ll-button ll-button--primary" onClick={onCreate}>
          {createWords}
        </button>
      )}
      {deeds.list.map((deed) => (
        <button key={deed.name} type="button" className="ll-button" onClick={() => onDeed(deed)}>
          {t(deed.label)}
        </button>
      ))}
      {open.map((deed) => (
        <button
          key={deed.name}
          type="button"
          className="ll-button"
          data-danger={deed.danger || undefined}
          disabled={off(deed)}
          title={why(deed)}
          onClick={() => run(deed)}
        >
          {words(deed)}
        </button>
      ))}
      {rest.length > 0 && (
        <DropMenu label={t(['更多操作', 'More actions'])} className="ll-button" trigger={<Icon name="more" size={16} />} entries={rest} />
      )}
      {deeds.import && !phone && (
        <button type="button" className="ll-button" onClick={onImport}>
          <Icon name="upload" size={16} />
          {t(['导入', 'Import'])}
        </button>
      )}
      {deeds.export && !phone && (
        <button type="button" className="ll-button" onClick={onExport}>
          <Icon name="download" size={16} />
          {exportWords}
        </button>
      )}
      {children}
      <span className="ll-r-toolbar-right">{right}</span>
    </div>
  )
}
