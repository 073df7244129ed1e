import { optionalPort, type Platform } from '@lamplight/server-kit'
import { hashOf } from '@lamplight/town'
import { inventoryPort } from '../../model/index.ts'

/** Longitude and latitude, WGS-84 degrees. */
type Place = readonly [lng: number, lat: number]

/**
 * Places for devices of a demo city: the posts whose lamps are behind the same gateway. Returns a function that selects a post of a gateway
 * by a key, for example a serial number; undefined if the gateway has no lamps with a place.
 */
export const demoPlaces = async (
  platform: Platform,
  gatewayIds: readonly string[],
): Promise<(gatewayId: string, key: string) => Place | undefined> => {
  const lamps = (await optionalPort(platform, inventoryPort)?.children([...new Set(gatewayIds)])) ?? []
  const posts = new Map<string, Map<string, Place>>()
  for (const { gatewayId, lng, lat } of lamps) {
    if (lng === null || lat === null) continue
    const own = posts.get(gatewayId) ?? new Map<string, Place>()
    posts.set(gatewayId, own.set(`${lng} ${lat}`, [lng, lat]))
  }
  const lists = new Map([...posts].map(([gatewayId, own]) => [gatewayId, [...own.values()]]))
  return (gatewayId, key) => {
    const own = lists.get(gatewayId) ?? []
    return own[hashOf(1, 'place', key) % Math.max(1, own.length)]
  }
}
