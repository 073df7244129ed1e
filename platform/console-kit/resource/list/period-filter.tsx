import { viewOf } from '@lamplight/fields/view'
import { isPeriod, periodKeys, periodsAt, type ResourceDefinition, ROW_TIMES } from '@lamplight/kit'
import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/use-t.ts'
import { useUser } from '../../session/index.ts'
import { useNow } from '../../widgets/widgets.tsx'
import { fieldOfWire } from '../form/entry.ts'
import type { Query } from './list-state.ts'

const FIELD = { kind: 'time', options: { label: ROW_TIMES.createTime } } as const
/** The time field of the range, with its wire name. */
const timeOf = ({ fields, list }: ResourceDefinition) => {
  const by = list?.period?.by
  const name = by === undefined ? undefined : fieldOfWire(fields, by)
  const field = name === undefined ? undefined : fields[name]
  return { wire: by ?? 'createTime', options: field?.options ?? FIELD.options }
}

/** Time filter of a list of records: presets, a custom range, and a switch for the user's own rows. */
export const PeriodFilter = ({
  resource,
  id,
  filters,
  onChange,
}: {
  readonly resource: ResourceDefinition
  readonly id: string
  readonly filters: Query
  readonly onChange: (changed: Query) => void
}) => {
  const t = useT()
  const format = useFormat()
  const user = useUser()
  const periods = periodsAt(useNow(), (ms) => format.time(ms))
  const { Filter } = viewOf(FIELD)
  const { wire, options } = timeOf(resource)
  const keys = periodKeys(resource.list?.period?.by)
  const mine = resource.list?.period?.mine
  const own = `${mine}_equal`
  const account = user?.account ?? ''
  const isMine = account !== '' && filters[own] === account
  return (
    <div className="ll-r-period">
      <fieldset className="ll-r-presets" aria-label={t(['时间', 'Time'])}>
        {periods.map((period) => {
          const on = isPeriod(filters, period, resource.list?.period?.by)
          return (
            <button
              key={period.key}
              type="button"
              className="ll-r-preset"
              aria-pressed={on}
              onClick={() => onChange(on ? { [keys.from]: '', [keys.to]: '' } : { [keys.from]: period.from, [keys.to]: period.to })}
            >
              {t(period.label)}
            </button>
          )
        })}
        {mine && (
          <button type="button" className="ll-r-preset" aria-pressed={isMine} onClick={() => onChange({ [own]: isMine ? '' : account })}>
            {t(['我的', 'Mine'])}
          </button>
        )}
      </fieldset>
      {Filter && (
        <div className="ll-r-filter" data-frame data-kind="time" data-wide>
          <label htmlFor={id}>{t(options.label)}</label>
          <Filter id={id} wire={wire} options={options} params={filters} onChange={onChange} />
        </div>
      )}
    </div>
  )
}
