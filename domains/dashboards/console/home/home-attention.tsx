import { api, Since, StateMark, useCatchUp, useFormat, useLive, useProject, useT, useUser } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import type { Attention } from '../../model/index.ts'
import type { attention } from '../../server/attention.handler.ts'
import { M } from './home.messages.ts'
import { EVERY_MS } from './use-home-info.ts'

const INCIDENTS = '/city/alarmCenter/incident/index'
const ALARMS = '/city/alarmCenter/alarm/index'
/** The first severity that is not shown in red; it is shown in yellow, higher numbers in grey. */
const MINOR = 3

/** Open findings of the selected project, read again every 15 s and when alarms change. */
const useAttention = () => {
  const { project } = useProject()
  const projectId = project?.id ?? ''
  const query = useQuery({
    queryKey: ['attention', projectId],
    queryFn: ({ signal }) => api.get<typeof attention>('blade-report/dashboard/attention', { projectId }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  useLive('alarms', () => void query.refetch())
  useCatchUp(() => void query.refetch())
  return query.data
}

const Row = ({ one }: { readonly one: Attention['found'][number] }) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <tr>
      <td data-label={t(M.level)}>
        <StateMark tone={one.severity < MINOR ? 'danger' : one.severity === MINOR ? 'warning' : 'neutral'} text={one.level} />
      </td>
      <td data-label={t(M.cause)}>
        <Link to={one.href}>{one.what}</Link>
        {one.place && <small>{one.place}</small>}
      </td>
      <td data-label={t(M.since)}>
        <Since from={one.since} />
      </td>
      <td data-label={t(M.affected)} data-number>
        {one.lamps > 0 ? number(one.lamps) : '—'}
      </td>
      <td data-label={t(M.street)}>{one.streets.length > 0 ? one.streets.join(t(M.comma)) : '—'}</td>
      <td data-label={t(M.next)}>{one.next}</td>
    </tr>
  )
}

/** Table of the open findings: the most severe first, then the newest, each with its next step. */
export const AttentionTable = ({ attention }: { readonly attention: Attention }) => {
  const t = useT()
  const { number } = useFormat()
  const isLimited = useUser()?.limited === true
  const { isRead, total, found } = attention
  if (!isRead) return <p>{t(M.attentionUnread)}</p>
  if (found.length === 0) return <p>{t(isLimited ? M.attentionNoneLimited : M.attentionNone)}</p>
  return (
    <>
      <table className="ll-home-attention">
        <thead>
          <tr>
            {[M.level, M.cause, M.since, M.affected, M.street, M.next].map((name) => (
              <th key={name[1]} scope="col" data-number={name === M.affected || undefined}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.map((one) => (
            <Row key={`${one.href} ${one.id}`} one={one} />
          ))}
        </tbody>
      </table>
      {total > found.length && (
        <p>
          {t(M.attentionMore, { n: number(total - found.length) })} <Link to={INCIDENTS}>{t(M.allIncidents)}</Link>{' '}
          <Link to={`${ALARMS}?dispose=0`}>{t(M.allAlarms)}</Link>
        </p>
      )}
    </>
  )
}

/** The part of the overview that an operator reads first. */
export const HomeAttention = () => {
  const t = useT()
  const attention = useAttention()
  return (
    <section className="ll-home-first" aria-label={t(M.attention)}>
      <h2>
        <Link to={INCIDENTS}>{t(M.attention)}</Link>
      </h2>
      {attention && <AttentionTable attention={attention} />}
    </section>
  )
}
