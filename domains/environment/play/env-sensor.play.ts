import { airAt, dustAt, hourOf, humidityAt, lightAt, pressureAt, rainAt, windAt } from '@lamplight/town'
import { definePlay } from '@lamplight/virtual-city'

/** Illuminance at noon of a clear day, and at night in a lit street, lx. */
const NOON_LUX = 95_000
const NIGHT_LUX = 12
/** Noise of a street without traffic, and the most that traffic adds, dB. */
const QUIET = 42
const TRAFFIC = 22
const FRESH_AIR = 415

/** Traffic at a time of day, as a share of the highest traffic. */
const trafficAt = (at: number): number => {
  const hour = hourOf(at)
  const day = hour >= 6 && hour < 23 ? 0.55 : 0.08
  return Math.min(1, day + 0.4 * Math.exp(-((hour - 8) ** 2) / 3) + 0.4 * Math.exp(-((hour - 18) ** 2) / 4))
}

/** Behaviour of an environmental sensor. All sensors of the city measure the same weather, with small random deviations. */
export const envSensorPlay = definePlay('envSensor', {
  start: () => ({ interval: 10, version: 'env-1.4' }),
  step: ({ random, values }, at) => {
    const near = (value: number, by: number): number => value * random.between(1 - by, 1 + by)
    const { speed, direction } = windAt(at)
    const dust = near(dustAt(at), 0.08)
    return {
      temperature: airAt(at) + random.between(-0.4, 0.4),
      humidity: near(humidityAt(at), 0.02),
      windSpeed: near(speed, 0.15),
      windDirection: (direction + random.between(-15, 15) + 360) % 360,
      rain: rainAt(at),
      pressure: pressureAt(at) + random.between(-0.2, 0.2),
      pm25: dust,
      pm10: dust * random.between(1.4, 1.7),
      noise: QUIET + TRAFFIC * trafficAt(at) + (rainAt(at) > 0 ? 4 : 0) + random.between(-2, 2),
      illuminance: lightAt(at) > 0 ? near(NOON_LUX * lightAt(at), 0.05) : NIGHT_LUX,
      co2: near(FRESH_AIR + 45 * trafficAt(at), 0.02),
      interval: values.interval,
    }
  },
})
