import { api, Link, useFormat, usePermission, useT } from '@lamplight/console-kit'
import type { WireRow } from '@lamplight/fields/model'
import { useQuery } from '@tanstack/react-query'
import type { night } from '../../model/night.resource.ts'
import { V } from '../publish/preview.messages.ts'

const NIGHTS = '/city/strategyCenter/nights'
type Night = WireRow<typeof night>

/**
 * Line above the lists of the night check: how many lamps of the last night could be checked. An empty list means nothing if no lamp
 * reported in that night.
 */
export const NightsBasis = () => {
  const t = useT()
  const { number } = useFormat()
  const may = usePermission('strategy_night_view')
  const { data } = useQuery({
    queryKey: ['strategies.night', 'last'],
    enabled: may,
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly Night[] }>(
        'blade-strategy/workstrategy/night/page',
        { size: 1, descs: 'day' },
        { signal, quiet: true },
      ),
  })
  if (!data) return null
  const [last] = data.records
  // Users limited to places get no figures of nights that were checked before figures were stored by place.
  if (last && last.lamps < 0) return null
  const judged = last ? last.lamps - last.silent - last.overridden : 0
  return (
    <p className="ll-st-basis" role="status">
      {!last
        ? t(V.basisNone)
        : judged <= 0
          ? t(V.basisNothing, { day: last.day, lamps: number(last.lamps), silent: number(last.silent) })
          : t(V.basis, {
              day: last.day,
              lamps: number(last.lamps),
              judged: number(judged),
              kept: number(last.kept),
              deviating: number(last.deviating),
              silent: number(last.silent),
            })}{' '}
      <Link to={NIGHTS}>{t(V.basisNights)}</Link>
    </p>
  )
}
