import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { chooseColumn, type ListColumn, shownColumns } from './columns.ts'
import { Icon } from './parts/icon.tsx'
import { Menu } from './parts/menu.tsx'

/** Columns, density and refresh. */
export const ListLook = ({
  all,
  chosen,
  compact,
  fetching,
  at,
  onColumns,
  onCompact,
  onRefresh,
}: {
  all: readonly ListColumn[]
  chosen: readonly string[] | null
  compact: boolean
  fetching: boolean
  /** When the rows came, epoch ms. */
  at: number
  onColumns: (names: readonly string[] | null) => void
  onCompact: (on: boolean) => void
  onRefresh: () => void
}) => {
  const t = useT()
  const { age } = useFormat()
  const shown = new Set(shownColumns(all, chosen).map((column) => column.name))
  const density = compact ? t(['标准行高', 'Normal rows']) : t(['紧凑行高', 'Compact rows'])
  return (
    <>
      <Menu label={t(['列', 'Columns'])} look="quiet" button={<Icon name="columns" />}>
        {() => (
          <fieldset className="ll-choices">
            <legend>{t(['显示的列', 'Columns shown'])}</legend>
            {all.map((column) => (
              <label key={column.name}>
                <input
                  type="checkbox"
                  checked={shown.has(column.name)}
                  disabled={column.title}
                  onChange={(event) => onColumns(chooseColumn(all, chosen, column.name, event.target.checked))}
                />
                {t(column.label)}
              </label>
            ))}
            <button type="button" className="ll-link" disabled={chosen === null} onClick={() => onColumns(null)}>
              {t(['恢复默认', 'Default columns'])}
            </button>
          </fieldset>
        )}
      </Menu>
      <button
        type="button"
        className="ll-button"
        data-look="quiet"
        aria-label={density}
        title={density}
        aria-pressed={compact}
        onClick={() => onCompact(!compact)}
      >
        <Icon name={compact ? 'rowsTight' : 'rows'} />
      </button>
      <button
        type="button"
        className="ll-button"
        data-look="quiet"
        data-busy={fetching || undefined}
        aria-label={t(['刷新', 'Refresh'])}
        title={at > 0 ? t(['刷新，数据来自 {age}', 'Refresh; shown as of {age}'], { age: age(at) }) : t(['刷新', 'Refresh'])}
        onClick={onRefresh}
      >
        <Icon name="refresh" />
      </button>
    </>
  )
}
