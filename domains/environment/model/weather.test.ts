import { expect, test } from 'vitest'
import { readForecast, weatherWord } from './weather.ts'

test('a daily forecast of Open-Meteo is read; wind in km/h becomes m/s', () => {
  const daily = {
    time: ['2026-07-01', '2026-07-02'],
    weather_code: [0, 63],
    temperature_2m_min: [24.1, null],
    temperature_2m_max: [33.4, 28],
    precipitation_sum: [0, 12.5],
    wind_speed_10m_max: [18, 36],
  }
  expect(readForecast({ daily })).toEqual([
    { date: '2026-07-01', code: 0, least: 24.1, most: 33.4, rain: 0, wind: 5 },
    { date: '2026-07-02', code: 63, least: null, most: 28, rain: 12.5, wind: 10 },
  ])
  expect(readForecast({ daily, daily_units: { wind_speed_10m_max: 'm/s' } })?.[0]?.wind).toBe(18)
})

test.each([
  null,
  'sunny',
  {},
  { daily: [] },
  { daily: { time: ['tomorrow'], weather_code: [0] } },
  { daily: { time: ['2026-07-01'], weather_code: ['0'] } },
])('anything else is no forecast: %o', (answer) => {
  expect(readForecast(answer)).toBeNull()
})

test('codes have words', () => {
  expect([0, 3, 63, 95, 200].map((code) => weatherWord(code)[1])).toEqual(['Clear', 'Overcast', 'Rain', 'Thunderstorm', 'Unknown'])
})
