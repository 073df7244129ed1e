import { Empty, PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { FieldsHost, Waiting } from '@lamplight/console-kit/resource'
import type { OfflineSums, OnlineSums } from '../server/presence.handler.ts'
import './alarms.css'
import { M } from './alarms.messages.ts'
import { Figure, Rank, useStatistics } from './statistics.page.tsx'

const LOST = '/city/alarmCenter/alarm/index?present=1&alarmType=1'

/** Devices that are offline now by cause, and those that were offline most often and longest (screen city.al.offline). */
export const OfflinePage = () => {
  const t = useT()
  const { number, unit } = useFormat()
  const lost = useStatistics<OfflineSums>('offline_stat')
  const query = useStatistics<OnlineSums>('oline_stat')
  const { data } = query
  return (
    <FieldsHost>
      <div className="ll-r-page">
        <PageHeader title={t(M.offline)} about={t(M.offlineAbout)} />
        {!data || !lost.data ? (
          <Waiting query={data ? lost : query} rows={3} />
        ) : (
          <>
            <dl className="ll-al-figures">
              <Figure label={M.isOffline} value={number(data.offline)} to={LOST} />
              <Figure label={M.online} value={number(data.online)} />
              <Figure label={M.inactive} value={number(data.inactive)} />
              <Figure label={M.rate} value={unit(data.rate, '%', 1)} />
            </dl>
            <section className="ll-al-card">
              <h2>{t(M.causes)}</h2>
              {lost.data.causes.length === 0 ? (
                <Empty text={t(M.noneOffline)} />
              ) : (
                <ul className="ll-al-bars">
                  {lost.data.causes.map(({ code, name, count }) => (
                    <li key={code}>
                      <span>{name}</span>
                      <meter min={0} max={lost.data.offline} value={count} aria-label={name} />
                      <b>{number(count)}</b>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          </>
        )}
        <div className="ll-al-grid">
          <Rank name="offline_frequency_rank_by_page" title={M.often} />
          <Rank name="offline_duration_rank_by_page" title={M.long} />
        </div>
      </div>
    </FieldsHost>
  )
}
