import { api, Empty, Link, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { PARAMS_PATH } from '../../model/paths.ts'
import type { driftBasisRoute } from '../../server/params/drift.handler.ts'
import { DR } from './drift.messages.ts'
import { DRIFT_KEY } from './use-drift-count.ts'

/** Shown when no drift is listed: how many parameters were compared, how many have no reported value, and a link to read them. */
export const NoDrift = () => {
  const t = useT()
  const { number } = useFormat()
  const may = usePermission('deviceparams_view')
  const { data: basis } = useQuery({
    queryKey: [DRIFT_KEY, 'basis'],
    queryFn: ({ signal }) => api.get<typeof driftBasisRoute>('blade-city/param/drift/basis', {}, { signal, quiet: true }),
  })
  if (!basis) return null
  const { wanted, compared, devices } = basis
  const unread = wanted - compared
  return (
    <Empty
      title={compared > 0 ? t(DR.same, { compared: number(compared), devices: number(devices) }) : t(DR.nothing)}
      text={[t(compared > 0 ? DR.sameText : DR.nothingText), unread > 0 && t(DR.unread, { n: number(unread) })].filter(Boolean).join(' ')}
    >
      {may && (
        <Link to={PARAMS_PATH} className="ll-button">
          {t(DR.toParams)}
        </Link>
      )}
    </Empty>
  )
}
