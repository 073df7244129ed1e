import { createSpots, metresBetween } from './spots.ts'

/** Lamps that name the same post stand no farther from its first one, m. */
export const SAME_POST_M = 20

interface Spot {
  readonly row: number
  readonly keyed: boolean
  readonly post: string
  heads: number
}

/** Posts of the lamps planned so far: lamps at one place (`samePlace` m), or of one post number, share a post. */
export const createPosts = (samePlace: number) => {
  const spots = createSpots(samePlace)
  const firsts: Spot[] = []
  const named = new Map<string, { readonly lng: number; readonly lat: number }>()
  return {
    /** The first lamp that was planned at that place. */
    at: (lng: number, lat: number): Spot | undefined => firsts[spots.near(lng, lat)],
    /** The post of new lamps: by its number unless that stands elsewhere too, else by the lamps that stand there already. `heads`: how many they are. */
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
