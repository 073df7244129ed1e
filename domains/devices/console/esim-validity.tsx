import { api, StateMark, useFormat, useT } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import type { esimValidityRoute } from '../server/types/esim-card.server.ts'
import './devices.css'

const LIST = '/sun/terminal/esimManage'
const TONES = ['neutral', 'success', 'warning', 'danger', 'neutral'] as const

/** Number of SIM cards by state, each with a link to these cards, and the card that expires first. */
export const EsimValidity = () => {
  const t = useT()
  const { number } = useFormat()
  const { data } = useQuery({
    queryKey: ['devices.esimCard', 'validity'],
    queryFn: ({ signal }) => api.get<typeof esimValidityRoute>('blade-sun/esimcard/validity', {}, { signal, quiet: true }),
  })
  const [first] = data?.soonest ?? []
  return (
    <div className="ll-devices-tools">
      {data?.counts.map(({ status, name, count }) => (
        <Link key={status} to={`${LIST}?status=${status}`}>
          <StateMark tone={TONES[status] ?? 'neutral'} text={`${name} ${number(count)}`} />
        </Link>
      ))}
      {first && (
        <Link to={`${LIST}/details?id=${first.id}`}>
          {t(['最早到期：{iccid}，剩余 {days} 天', 'First to expire: {iccid}, in {days} day{days:s}'], {
            iccid: first.iccid,
            days: number(first.days),
          })}
        </Link>
      )}
    </div>
  )
}
