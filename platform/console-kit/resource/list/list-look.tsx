import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../widgets/icon.tsx'
import { Popover } from '../../widgets/popover.tsx'
import { chooseColumn, type ListColumn, shownColumns } from './columns.ts'

interface ColumnChoice {
  readonly all: readonly ListColumn[]
  readonly chosen: readonly string[] | null
  readonly onColumns: (names: readonly string[] | null) => void
}

const Columns = ({ all, chosen, onColumns }: ColumnChoice) => {
  const t = useT()
  const shown = new Set(shownColumns(all, chosen).map((column) => column.name))
  return (
    <fieldset className="ll-r-choices">
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
      <button type="button" className="ll-r-link" disabled={chosen === null} onClick={() => onColumns(null)}>
        {t(['恢复默认', 'Restore defaults'])}
      </button>
    </fieldset>
  )
}

/** Controls for columns, density and refresh. */
export const ListLook = ({
  compact,
  fetching,
  at,
  onCompact,
  onRefresh,
  ...choice
}: ColumnChoice & {
  compact: boolean
  fetching: boolean
  /** Time at which the rows were loaded, epoch ms. */
  at: number
  onCompact: (on: boolean) => void
  onRefresh: () => void
}) => {
  const t = useT()
  const { age } = useFormat()
  const density = compact ? t(['标准行高', 'Standard row height']) : t(['紧凑行高', 'Compact row height'])
  return (
    <>
      <Popover label={t(['列', 'Columns'])} align="end" className="ll-button ll-r-quiet" trigger={<Icon name="columns" size={16} />}>
        {() => <Columns {...choice} />}
      </Popover>
      <button
        type="button"
        className="ll-button ll-r-quiet ll-r-density"
        aria-label={density}
        title={density}
        aria-pressed={compact}
        onClick={() => onCompact(!compact)}
      >
        <Icon name={compact ? 'dense' : 'menu'} size={16} />
      </button>
      <button
        type="button"
        className="ll-button ll-r-quiet"
        data-busy={fetching || undefined}
        aria-label={t(['刷新', 'Refresh'])}
        title={at > 0 ? t(['刷新，数据来自 {age}', 'Refresh (data from {age})'], { age: age(at) }) : t(['刷新', 'Refresh'])}
        onClick={onRefresh}
      >
        <Icon name="refresh" size={16} />
      </button>
    </>
  )
}
