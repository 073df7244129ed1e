import { api, lang, useFormat, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { weatherForecast } from '../server/env-sensor.handler.ts'
import './environment.css'
import { M } from './environment.messages.ts'

const FRESH_MS = 600_000
const SHOWN = 7
/** Begin of month and day in `yyyy-MM-dd`. */
const MONTH = 5

/** The forecast above the list of sensors. Without a provider it is a hint that says how to set one. */
export const ForecastStrip = () => {
  const t = useT()
  const { unit, number } = useFormat()
  const { data } = useQuery({
    queryKey: ['environment.envSensor', 'forecast', lang.get()],
    queryFn: ({ signal }) => api.get<typeof weatherForecast>('blade-report/env_sensor/weather/forecast', {}, { signal, quiet: true }),
    staleTime: FRESH_MS,
  })
  if (!data) return null
  return (
    <section className="ll-env-forecast" aria-label={t(M.forecast)}>
      <header>
        <h2>{t(M.forecast)}</h2>
        <small>{data.hint || t(M.forecastFrom, { source: data.source, at: data.updateTime })}</small>
      </header>
      {data.records.length > 0 && (
        <ol>
          {data.records.slice(0, SHOWN).map(({ date, weather, least, most, rain, wind }) => (
            <li key={date}>
              <time>{date.slice(MONTH)}</time>
              <b>{weather}</b>
              <span>
                {number(least, 0)} – {unit(most, '°C', 0)}
              </span>
              <small>
                {t(M.rain)} {unit(rain, 'mm', 1)} · {t(M.wind)} {unit(wind, 'm/s', 1)}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
