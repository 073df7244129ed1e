import type { Text } from '@lamplight/kit'
import { type Area, planAreas } from './areas.ts'
import { cutIntoCabinets } from './cabinets.ts'
import { createLayout, type Layout, type LngLat, type StreetClass } from './layout.ts'
import { keepLamps, type PlannedPost, planPosts, type Side } from './posts.ts'
import { chance, hashOf } from './random.ts'
import { createSerials } from './serials.ts'
import { nameStreets, type PlannedStreet, planStreets, type Street } from './streets.ts'
import { TOWN_NAMES } from './words.ts'

export type LampKind = 'smart' | 'mains' | 'solar'

interface Placed {
  readonly sn: string
  readonly name: string
  readonly areaCode: string
  /** WGS-84, degrees. */
  readonly lng: number
  readonly lat: number
}
/** A cabinet with its gateway. `street` is the id of a street. */
export interface TownGateway extends Placed {
  readonly street: string
}
export interface TownPost extends Placed {
  readonly street: string
  /** m */
  readonly height: number
}
/** A luminaire with its controller; `sn` is the serial number of the controller. */
export interface TownLamp extends Placed {
  readonly lampSn: string
  readonly postSn: string
  readonly gatewaySn: string
  /** Nominal power, W. */
  readonly power: number
  /** Power at `minLevel` %, W. */
  readonly minPower: number
  readonly minLevel: number
  readonly kind: LampKind
  readonly side: Side
}

export interface Town {
  readonly seed: number
  readonly name: Text
  readonly centre: LngLat
  readonly streets: readonly Street[]
  readonly areas: readonly Area[]
  readonly gateways: readonly TownGateway[]
  readonly posts: readonly TownPost[]
  readonly lamps: readonly TownLamp[]
}

export interface TownOptions {
  /** The same seed and number of lamps give the same town on every machine. Default 1. */
  readonly seed?: number
  /** Exact number of lamps, 1–200,000. Default 5,000. */
  readonly lamps?: number
  readonly centre?: LngLat
}

export const DEFAULT_LAMPS = 5000
export const MAX_LAMPS = 200_000
const CENTRE: LngLat = [112.9, 28.2]
const LAMPS_PER_SQUARE_METRE = 4.6e-4
const HEIGHT: Readonly<Record<StreetClass, number>> = { arterial: 12, secondary: 10, branch: 8 }
const POWERS: Readonly<Record<StreetClass, readonly number[]>> = { arterial: [180, 200, 240], secondary: [120, 150], branch: [60, 80] }
const FOOTWAY_POWER = 60

/** Returns a layout that is just large enough for the lamps, its streets, and posts that carry exactly `lamps` lamps. */
export const planTown = (options: TownOptions = {}): { layout: Layout; streets: PlannedStreet[]; posts: PlannedPost[] } => {
  const { seed = 1, lamps = DEFAULT_LAMPS, centre = CENTRE } = options
  if (!Number.isInteger(lamps) || lamps < 1 || lamps > MAX_LAMPS)
    throw new RangeError(`lamps must be a whole number from 1 to ${MAX_LAMPS}`)
  let radius = Math.max(280, 0.85 * Math.sqrt(lamps / LAMPS_PER_SQUARE_METRE / Math.PI))
  for (;;) {
    const layout = createLayout(seed, radius, centre)
    const streets = planStreets(layout)
    const posts = keepLamps(
      streets.flatMap((street, order) => planPosts(layout, street, order)),
      lamps,
    )
    if (posts) return { layout, streets, posts }
    radius *= 1.015
  }
}

/** Height of the strips of the plan, m. `inCableOrder` goes through even strips in one direction and through odd strips in the other. */
const STRIP = 400

/** The posts of one area in the order in which the cables run: street by street, each street near the one before. */
const inCableOrder = (posts: readonly PlannedPost[]): PlannedPost[] => {
  const runs = [...Map.groupBy(posts, ({ street }) => street)].map(([street, run]) => {
    const mean = (axis: 0 | 1): number => run.reduce((sum, { at }) => sum + at[axis], 0) / run.length
    const strip = Math.floor(mean(1) / STRIP)
    return { street, run, strip, along: strip % 2 ? -mean(0) : mean(0) }
  })
  runs.sort((a, b) => a.strip - b.strip || a.along - b.along || a.street - b.street)
  return runs.flatMap(({ run }) => run)
}

const kindOf = (seed: number, street: Street): LampKind => {
  const lot = chance(seed, 'kind', street.id)
  if (street.class === 'branch' && lot < 0.12) return 'solar'
  return lot > 0.9 ? 'mains' : 'smart'
}

/**
 * Generates a town: streets, areas, posts about 30 m apart, luminaires with controllers, and cabinets of 20–60 lamps. Does no I/O.
 * @throws RangeError when the number of lamps is not 1–200,000.
 */
export const createTown = (options: TownOptions = {}): Town => {
  const { layout, streets: planned, posts } = planTown(options)
  const { seed } = layout
  const centre = options.centre ?? CENTRE
  const streets = nameStreets(layout, planned)
  const { areas, areaOf } = planAreas(layout, posts)
  const serial = createSerials(seed)
  const cabinets = new Map<string, number>()
  const out = { gateways: [] as TownGateway[], posts: [] as TownPost[], lamps: [] as TownLamp[] }

  const addGateway = (run: readonly PlannedPost[], areaCode: string): string => {
    const host = run[Math.floor(run.length / 2)]!
    const street = streets[host.street]!
    const number = (cabinets.get(street.id) ?? 0) + 1
    cabinets.set(street.id, number)
    const [lng, lat] = layout.planeToLngLat(host.x + 2.5, host.y + 2.5)
    const sn = serial('gateway', out.gateways.length)
    out.gateways.push({ sn, name: `${street.name[0]}${String(number).padStart(2, '0')}号箱`, street: street.id, areaCode, lng, lat })
    return sn
  }
  const addPost = (post: PlannedPost, gatewaySn: string, areaCode: string): void => {
    const street = streets[post.street]!
    const [lng, lat] = layout.planeToLngLat(post.x, post.y)
    const name = `${street.name[0]}${String(post.number).padStart(3, '0')}`
    const postSn = serial('post', out.posts.length)
    out.posts.push({ sn: postSn, name, street: street.id, areaCode, lng, lat, height: HEIGHT[street.class] })
    const powers = POWERS[street.class]
    const usual = powers[hashOf(seed, 'power', street.id) % powers.length]!
    for (let head = 0; head < post.lamps; head++) {
      const power = head ? FOOTWAY_POWER : usual
      const minPower = Math.round(power * (0.14 + 0.02 * chance(seed, 'model', street.id, head)) * 10) / 10
      const number = out.lamps.length
      out.lamps.push({
        sn: serial('controller', number),
        lampSn: serial('lamp', number),
        postSn,
        gatewaySn,
        areaCode,
        name: post.lamps > 1 ? `${name}-${head + 1}` : name,
        lng,
        lat,
        power,
        minPower,
        minLevel: 10,
        kind: kindOf(seed, street),
        side: post.side,
      })
    }
  }

  for (const [areaCode, members] of Map.groupBy(posts, ({ at }) => areaOf(at))) {
    const row = inCableOrder(members)
    let from = 0
    for (const to of cutIntoCabinets(
      row.map(({ lamps }) => lamps),
      seed,
      areaCode,
    )) {
      const run = row.slice(from, to)
      const gatewaySn = addGateway(run, areaCode)
      for (const post of run) addPost(post, gatewaySn, areaCode)
      from = to
    }
  }
  return { seed, name: TOWN_NAMES[hashOf(seed, 'town') % TOWN_NAMES.length]!, centre, streets, areas, ...out }
}
