import { createSpots, metresBetween } from './spots.ts'

/** Lamps with the same post number must be within this distance of its first lamp, m. */
export const SAME_POST_M = 20

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
  const named = new Map<string, { readonly lng: number; readonly lat: number }>()
  return {
    /** The first lamp planned at that place. */
    at: (lng: number, lat: number): Spot | undefined => firsts[spots.near(lng, lat)],
    /**
     * Returns the post of new lamps: by number unless that number is also used elsewhere, else by lamps at
     * the same place. `heads`: number of new lamps.
     */
    join: (
      lamp: Omit<Spot, 'post'> & { readonly key: string; readonly lng: number; readonly lat: number },
      number: string,
      there: Spot | undefined,
    ) => {
      const first = number === '' ? undefined : named.get(number)
      const apart = first !== undefined && metresBetween(first.lng, first.lat, lamp.lng, lamp.lat) > SAME_POST_M
      const post = number !== '' && !apart ? `post:${number}` : (there?.post ?? lamp.key)
      if (number !== '' && !first) named.set(number, { lng: lamp.lng, lat: lamp.lat })
      if (there) there.heads += lamp.heads
      else {
        spots.add(lamp.lng, lamp.lat)
        firsts.push({ row: lamp.row, keyed: lamp.keyed, post, heads: lamp.heads })
      }
      return { post, apart }
    },
  }
}
