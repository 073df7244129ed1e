import { DAY_MS } from './day.ts'
import type { Zone } from './zone.ts'

/** Altitudes of the centre of the sun, degrees: sunrise and sunset (with refraction and the radius of the disc), and civil twilight. */
export const SUNSET_ALTITUDE = -0.833
export const CIVIL_ALTITUDE = -6

const J2000_MS = 946_728_000_000
const DEGREE = Math.PI / 180
/** Terrestrial time minus universal time, days; it grows by less than a second a year. */
const DELTA_T = 70 / 86_400
/** The sun's hour angle grows by 360° in a day, to 0.01 %. */
const TURN = 360

const sin = (degrees: number): number => Math.sin(degrees * DEGREE)
const cos = (degrees: number): number => Math.cos(degrees * DEGREE)
/** Angle from -180° to 180°. */
const turned = (degrees: number): number => degrees - 360 * Math.round(degrees / 360)

/** Filled in place: the engine computes some million positions a second. */
const place = { sinDeclination: 0, cosDeclination: 1, rightAscension: 0, sidereal: 0 }
/**
 * Apparent position of the sun with the low-precision series of J. Meeus, Astronomical Algorithms, chapter 25 (0.01°), and sidereal time of
 * Greenwich (chapter 12), degrees.
 */
const locate = (ms: number): void => {
  const days = (ms - J2000_MS) / DAY_MS
  const t = (days + DELTA_T) / 36_525
  const anomaly = 357.52911 + t * (35_999.05029 - 0.0001537 * t)
  // Sines of twice and three times the anomaly by the formulas of multiple angles: half of the time goes into sines.
  const [s, c] = [sin(anomaly), cos(anomaly)]
  const centre = s * (1.914602 - t * (0.004817 + 0.000014 * t)) + 2 * s * c * (0.019993 - 0.000101 * t) + s * (3 - 4 * s * s) * 0.000289
  const nodeAngle = 125.04 - 1934.136 * t
  const node = sin(nodeAngle)
  const longitude = 280.46646 + t * (36_000.76983 + 0.0003032 * t) + centre - 0.00569 - 0.00478 * node
  const obliquity = 23.439291 - 0.0130042 * t + 0.00256 * cos(nodeAngle)
  const [sinLongitude, cosObliquity] = [sin(longitude), cos(obliquity)]
  place.sinDeclination = sin(obliquity) * sinLongitude
  place.cosDeclination = Math.sqrt(1 - place.sinDeclination * place.sinDeclination)
  place.rightAscension = Math.atan2(cosObliquity * sinLongitude, cos(longitude)) / DEGREE
  place.sidereal = 280.46061837 + 360.98564736629 * days - 0.00478 * node * cosObliquity
}

/** Hour angle of the sun, -180° to 180°; 0 at its highest. */
const hourAngle = (lng: number): number => turned(place.sidereal + lng - place.rightAscension)

/** Altitude of the centre of the sun without refraction, degrees. */
export const sunAltitude = (ms: number, lat: number, lng: number): number => {
  locate(ms)
  return Math.asin(sin(lat) * place.sinDeclination + cos(lat) * place.cosDeclination * cos(hourAngle(lng))) / DEGREE
}

/** The highest sun of a local date, epoch ms: it belongs to the date even where local time is far from the sun's. */
export const transitOf = (day: number, lng: number, zone: Zone): number => {
  let ms = day * DAY_MS + DAY_MS / 2 - (lng / 360) * DAY_MS
  for (let n = 0; n < 2; n++) {
    locate(ms)
    ms -= (hourAngle(lng) / TURN) * DAY_MS
  }
  const local = ms + zone.offsetAt(ms)
  return ms - (Math.floor(local / DAY_MS) - day) * DAY_MS
}

/** Below this the event is too near to the highest or lowest sun for the quick solution. */
const GRAZING = 0.97
const HALF_DAY = DAY_MS / 2

/**
 * Time at which the sun passes an altitude before (`rise`) or after (`set`) a transit: epoch ms; `up` or `down` if it stays above or below.
 * Within 1 s of the altitude by the series above, which is itself right to about 3 s at middle latitudes.
 */
export const passing = (transit: number, which: 'rise' | 'set', altitude: number, lat: number, lng: number): number | 'up' | 'down' => {
  const sign = which === 'set' ? 1 : -1
  const sinAltitude = sin(altitude)
  const [sinLat, cosLat] = [sin(lat), cos(lat)]
  locate(transit)
  let ms = transit
  for (let n = 0; n < 3; n++) {
    const cosine = (sinAltitude - sinLat * place.sinDeclination) / (cosLat * place.cosDeclination)
    if (!(Math.abs(cosine) < GRAZING)) return grazing(transit, sign, altitude, lat, lng)
    const wanted = (sign * Math.acos(cosine)) / DEGREE
    ms += (turned(wanted - (n === 0 ? 0 : hourAngle(lng))) / TURN) * DAY_MS
    if (n < 2) locate(ms)
  }
  return ms
}

const grazing = (transit: number, sign: number, altitude: number, lat: number, lng: number): number | 'up' | 'down' => {
  const above = (ms: number): boolean => sunAltitude(ms, lat, lng) > altitude
  // The transit is not exactly the highest sun where the declination changes faster than the hour angle matters.
  if (!above(transit)) return 'down'
  let [high, low] = [transit, transit + sign * HALF_DAY]
  if (above(low)) return 'up'
  while (Math.abs(high - low) > 500) {
    const middle = (high + low) / 2
    if (above(middle)) high = middle
    else low = middle
  }
  return (high + low) / 2
}

/** Illuminance of the ground under a clear sky by altitude of the sun: degrees, lx (rounded from the Explanatory Supplement to the Astronomical Almanac, natural illumination). */
const LIGHT: readonly (readonly [number, number])[] = [
  [-18, 0.001],
  [-12, 0.01],
  [-9, 0.15],
  [-6, 3.4],
  [-4, 40],
  [-2, 200],
  [-0.833, 450],
  [0, 730],
  [5, 4700],
  [10, 11_000],
  [20, 27_000],
  [90, 120_000],
]
/** Altitude at which a clear sky gives this illuminance, degrees. */
export const altitudeOfLight = (lux: number): number => {
  const at = LIGHT.findIndex(([, light]) => light >= lux)
  if (at <= 0) return LIGHT.at(at)![0]
  const [[low, dim], [high, bright]] = [LIGHT[at - 1]!, LIGHT[at]!]
  return low + ((high - low) * Math.log(lux / dim)) / Math.log(bright / dim)
}
/** Illuminance under a clear sky with the sun at this altitude, lx. */
export const lightOfAltitude = (altitude: number): number => {
  const at = LIGHT.findIndex(([high]) => high >= altitude)
  if (at <= 0) return LIGHT.at(at)![1]
  const [[low, dim], [high, bright]] = [LIGHT[at - 1]!, LIGHT[at]!]
  return dim * (bright / dim) ** ((altitude - low) / (high - low))
}
