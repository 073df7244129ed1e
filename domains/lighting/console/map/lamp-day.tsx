import { api, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import type { telemetryHistory } from '@lamplight/devices/server'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getTimes } from 'suncalc'
import { M } from './map.messages.ts'

const DAY_MS = 86_400_000

/** Returns sunset and sunrise of the nights that overlap a time span (epoch ms). */
const nightsOf = (from: number, to: number, lat: number, lng: number): (readonly [number, number])[] => {
  const nights: (readonly [number, number])[] = []
  for (let day = from - DAY_MS; day <= to; day += DAY_MS) {
    const night = [getTimes(new Date(day), lat, lng).sunset, getTimes(new Date(day + DAY_MS), lat, lng).sunrise].map(Number) as [
      number,
      number,
    ]
    // If the sun does not set, there is no night to shade.
    if (night.every(Number.isFinite)) nights.push(night)
  }
  return nights
}

/** Chart of a lamp's power over the last day, W, with shaded nights; the axis spans the day even if readings are missing. */
export const LampDay = ({
  deviceId,
  lng,
  lat,
}: {
  readonly deviceId: string
  readonly lng: number | null
  readonly lat: number | null
}) => {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['telemetry', deviceId, 'day'],
    queryFn: () => api.get<typeof telemetryHistory>('blade-device/telemetry/history', { deviceId, hours: 24, points: 96 }),
    refetchInterval: 60_000,
  })
  const drawn = useMemo(() => {
    if (!data) return undefined
    const points = data.points.map(({ at, power }) => [at ?? 0, power ?? null] as const)
    const night = lng === null || lat === null ? [] : nightsOf(data.from, data.to, lat, lng)
    return {
      night,
      points: [[data.from, null] as const, ...points, [data.to, null] as const],
      empty: points.every(([, power]) => power === null),
    }
  }, [data, lng, lat])
  if (!drawn) return <div className="ll-city-chart" />
  if (drawn.empty) return <p className="ll-city-note">{t(M.noReadings)}</p>
  return (
    <div className="ll-city-chart">
      <TimeChart
        title={t(M.last24)}
        unit="W"
        height={132}
        series={[{ name: t(M.power), hue: 'gold', points: drawn.points }]}
        night={drawn.night}
      />
    </div>
  )
}
