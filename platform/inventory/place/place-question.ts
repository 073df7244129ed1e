import type { Text } from '@lamplight/kit'
import { isAtSea } from './land.ts'

/** WGS-84 position of known lamps. */
export type Near = readonly [lng: number, lat: number]
/** A place farther than this from all known lamps is in another region, m. */
export const SAME_REGION_M = 500_000
const MOST_NORTH = 85

const RAD = Math.PI / 180
/** Great-circle distance between two places, m. */
const metresApart = (lng: number, lat: number, [otherLng, otherLat]: Near): number => {
  const [dx, dy] = [Math.sin(((otherLng - lng) * RAD) / 2), Math.sin(((otherLat - lat) * RAD) / 2)]
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.hypot(dy, Math.sqrt(Math.cos(lat * RAD) * Math.cos(otherLat * RAD)) * dx)))
}
/** Distance to the nearest known place, m; Infinity if there is none. */
export const metresToKnown = (lng: number, lat: number, near: readonly Near[]): number =>
  near.reduce((least, place) => Math.min(least, metresApart(lng, lat, place)), Number.POSITIVE_INFINITY)

const side = (value: number, plus: string, minus: string): string => `${Math.abs(value).toFixed(2)}° ${value < 0 ? minus : plus}`
const shown = (lng: number, lat: number): string => `${side(lat, 'N', 'S')}, ${side(lng, 'E', 'W')}`

/**
 * Returns a question to the user about the middle of a file's places if it is at sea or far from all known lamps; null if it is plausible.
 * @param near positions of the tenant's lamps; if empty, only the sea is checked
 */
export const placeQuestion = (lng: number, lat: number, near: readonly Near[]): Text | null => {
  const at = shown(lng, lat)
  const mayTurn = Math.abs(lng) <= MOST_NORTH && Math.abs(lat) <= MOST_NORTH
  if (isAtSea(lng, lat))
    return mayTurn && !isAtSea(lat, lng)
      ? [
          `灯具将位于海上（${at}），经纬度对调后在陆地上：请确认坐标顺序`,
          `The lamps would lie at sea (${at}), and on land with longitude and latitude exchanged: check their order`,
        ]
      : [`灯具将位于海上（${at}），请核对坐标`, `The lamps would lie at sea (${at}): check the coordinates`]
  const metres = metresToKnown(lng, lat, near)
  if (!Number.isFinite(metres) || metres <= SAME_REGION_M) return null
  const km = Math.round(metres / 1000).toLocaleString('en-US')
  return [
    `灯具将位于 ${at}，距已有灯具约 ${km} 公里：请确认坐标顺序和形式`,
    `The lamps would lie at ${at}, about ${km} km from all known lamps: check the order and the form of the coordinates`,
  ]
}
