import { createSpots, metresBetween } from './place/spots.ts'

/** Lamps with the same post number must be within this distance of its first lamp, m. */
export const SAME_POST_M = 20
/** The same if both rows name the same street, m: a street has each number once, but surveyed places are inexact. */
const SAME_STREET_M = 200

/** A place with a post number. */
export interface NumberedPlace {
  readonly lng: number
  readonly lat: number
  /** Name of its street; null if it is not known. */
  readonly street: string | null
}
/**
 * Returns true if two places with the same post number are one post. The number alone does not decide, because each street counts from 1:
 * places in different streets are different posts, and others must be near each other.
 */
export const isSamePost = (one: NumberedPlace, other: NumberedPlace): boolean => {
  const named = one.street !== null && other.street !== null
  if (named && one.street.toLowerCase() !== other.street.toLowerCase()) return false
  return metresBetween(one.lng, one.lat, other.lng, other.lat) <= (named ? SAME_STREET_M : SAME_POST_M)
}

interface NumberedPost extends NumberedPlace {
  readonly post: string
}
interface Spot {
  readonly row: number
  readonly keyed: boolean
  readonly post: string
  heads: number
}

/** Assigns posts to the planned lamps: lamps at one place (`samePlace` m), or with the same post number, share a post. */
export const createPosts = (samePlace: number) => {
  const spots = createSpots(samePlace)
  const firsts: Spot[] = []
  const named = new Map<string, NumberedPost[]>()
  return {
    /** The first lamp planned at that place. */
    at: (lng: number, lat: number): Spot | undefined => firsts[spots.near(lng, lat)],
    /**
     * Returns the post of new lamps: the one with that number nearby, else the one of lamps at the same place, else a new one. `heads` is
     * the number of new lamps. `apart` is true if the number is already used elsewhere and the streets do not explain it.
     */
    join: (lamp: Omit<Spot, 'post'> & NumberedPlace & { readonly key: string }, number: string, there: Spot | undefined) => {
      const alike: NumberedPost[] = number === '' ? [] : (named.get(number) ?? [])
      const same = alike.find((one) => isSamePost(one, lamp))
      const first = alike[0]
      const post = same?.post ?? (number !== '' && !first ? `post:${number}` : (there?.post ?? lamp.key))
      if (number !== '' && !same) {
        alike.push({ lng: lamp.lng, lat: lamp.lat, street: lamp.street, post })
        named.set(number, alike)
      }
      if (there) there.heads += lamp.heads
      else {
        spots.add(lamp.lng, lamp.lat)
        firsts.push({ row: lamp.row, keyed: lamp.keyed, post, heads: lamp.heads })
      }
      return { post, apart: first !== undefined && !same && (first.street === null || lamp.street === null) }
    },
  }
}
