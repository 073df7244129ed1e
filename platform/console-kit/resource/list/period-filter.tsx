import { viewOf } from '@lamplight/fields/view'
import { FROM, isPeriod, periodsAt, type ResourceDefinition, ROW_TIMES, TO } from '@lamplight/kit'
import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/use-t.ts'
import { useUser } from '../../session/index.ts'
import { useNow } from '../../widgets/widgets.tsx'
import type { Query } from './list-state.ts'

const FIELD = { kind: 'time', options: { label: ROW_TIMES.createTime } } as const

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
  const mine = resource.list?.period?.mine
  const own = `${mine}_equal`
  const account = user?.account ?? ''
  const isMine = account !== '' && filters[own] === account
  return (
    <div className="ll-r-period">
      <fieldset className="ll-r-presets" aria-label={t(['时间', 'Time'])}>
        {periods.map((period) => {
          const on = isPeriod(filters, period)
          return (
            <button
              key={period.key}
              type="button"
              className="ll-r-preset"
              aria-pressed={on}
              onClick={() => onChange(on ? { [FROM]: '', [TO]: '' } : { [FROM]: period.from, [TO]: period.to })}
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
          <label htmlFor={id}>{t(ROW_TIMES.createTime)}</label>
          <Filter id={id} wire="createTime" options={FIELD.options} params={filters} onChange={onChange} />
        </div>
      )}
    </div>
  )
}
