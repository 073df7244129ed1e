/** A place, in degrees. */
export interface Stop {
  readonly lng: number
  readonly lat: number
}

const EARTH_M = 6_371_000
const RADIANS = Math.PI / 180
/** Largest number of passes of the improvement over the route, and of places with which it runs: a pass takes time with their square. */
const PASSES = 20
const IMPROVED_AT_MOST = 800
/** A change of the route must save more than this, m, so that rounding does not let equal routes alternate. */
const LEAST_GAIN = 0.01

/** Distance in m. Treats the surface as flat, which is exact enough within a city. */
export const metres = (a: Stop, b: Stop): number => {
  const x = (b.lng - a.lng) * RADIANS * Math.cos(((a.lat + b.lat) / 2) * RADIANS)
  const y = (b.lat - a.lat) * RADIANS
  return Math.hypot(x, y) * EARTH_M
}

/** Length of a route in m. */
export const lengthOf = (route: readonly Stop[]): number =>
  route.reduce((sum, stop, at) => (at === 0 ? 0 : sum + metres(route[at - 1] as Stop, stop)), 0)

/** Distances of each place from the start, in m: `x` to the east, `y` to the north. Index 0 is the start itself. */
interface Plane {
  readonly x: Float64Array
  readonly y: Float64Array
}
const planeOf = (start: Stop, stops: readonly Stop[]): Plane => {
  const scale = RADIANS * EARTH_M
  const wide = Math.cos(start.lat * RADIANS)
  const all = [start, ...stops]
  return {
    x: Float64Array.from(all, ({ lng }) => (lng - start.lng) * scale * wide),
    y: Float64Array.from(all, ({ lat }) => (lat - start.lat) * scale),
  }
}
const between = ({ x, y }: Plane, a: number, b: number): number => {
  const [dx, dy] = [(x[a] as number) - (x[b] as number), (y[a] as number) - (y[b] as number)]
  return Math.sqrt(dx * dx + dy * dy)
}

/** An order of the places: from the start always to the nearest place that is left. */
const nearestFirst = (plane: Plane): number[] => {
  const left = Array.from({ length: plane.x.length - 1 }, (_, at) => at + 1)
  const order = [0]
  while (left.length > 0) {
    const here = order.at(-1) as number
    let best = 0
    for (let at = 1; at < left.length; at++)
      if (between(plane, here, left[at] as number) < between(plane, here, left[best] as number)) best = at
    order.push(...left.splice(best, 1))
  }
  return order
}

/** Reverses parts of the order as long as that makes the route shorter (2-opt). The start stays first; any place may be the last. */
const untangle = (plane: Plane, order: number[]): void => {
  const leg = (from: number, to: number): number => (to < order.length ? between(plane, order[from] as number, order[to] as number) : 0)
  for (let pass = 0, gained = true; gained && pass < PASSES; pass++) {
    gained = false
    for (let from = 1; from < order.length - 1; from++)
      for (let to = from + 1; to < order.length; to++) {
        const crossed = to + 1 < order.length ? leg(from, to + 1) : 0
        if (leg(from - 1, from) + leg(to, to + 1) - leg(from - 1, to) - crossed <= LEAST_GAIN) continue
        order.splice(from, to - from + 1, ...order.slice(from, to + 1).reverse())
        gained = true
      }
  }
}

/**
 * Orders stops into a short route from `start`: always to the nearest stop, then improved by reversing parts. Distances are straight lines, not streets.
 * The same stops give the same route.
 */
export const orderStops = <S extends Stop>(start: Stop, stops: readonly S[]): S[] => {
  const plane = planeOf(start, stops)
  const order = nearestFirst(plane)
  if (order.length <= IMPROVED_AT_MOST) untangle(plane, order)
  return order.slice(1).map((at) => stops[at - 1] as S)
}
