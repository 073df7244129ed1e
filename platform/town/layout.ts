import { chance, createRandom } from './random.ts'

/** A point on the plan of the town, in metres from the centre; u and v are the directions of the street grid before it is bent. */
export type Uv = readonly [u: number, v: number]
export type LngLat = readonly [lng: number, lat: number]
export type StreetClass = 'arterial' | 'secondary' | 'branch'

/** Metres between neighbouring lines of the street grid. Every fourth line is an arterial, the other even lines are secondary streets. */
export const PITCH = 200
/** Number of grid lines from one arterial to the next. */
export const BLOCK = 4
const RIVER_HALF_WIDTH = 65
const METRES_PER_DEGREE = 111_320

/** The plan of a town: its grid lines, river and edge, and the conversion of plan points to metres and degrees. */
export interface Layout {
  readonly seed: number
  /** Mean radius, m. */
  readonly radius: number
  /** Grid lines are numbered -lines … lines. */
  readonly lines: number
  /** Position of grid line `index`, m. */
  line(axis: 'u' | 'v', index: number): number
  classOf(index: number): StreetClass
  /** True within the built-up area. */
  inside(at: Uv): boolean
  /** Distance of the edge from the centre in direction `angle` (radians), m. */
  edge(angle: number): number
  /** Centre line of the river at u, m. */
  riverAt(u: number): number
  riverHalfWidth: number
  inRiver(at: Uv): boolean
  /** Use of the land between the grid lines `i` and `i + 2` of u and `j` and `j + 2` of v; `i` and `j` are even. */
  cell(i: number, j: number): 'built' | 'park' | 'lake'
  /** Converts a plan point to metres east and north of the centre. */
  toPlane(at: Uv): readonly [x: number, y: number]
  toLngLat(at: Uv): LngLat
  planeToLngLat(x: number, y: number): LngLat
}

const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

/** Returns the function that bends the straight plan by long waves and turns it, so that streets curve and blocks differ. */
const createBend = (seed: number): ((at: Uv) => readonly [number, number]) => {
  const random = createRandom(seed, 'bend')
  const turn = random.between(0.06, 0.3)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const phase = [random.between(0, 6.28), random.between(0, 6.28), random.between(0, 6.28), random.between(0, 6.28)] as const
  return ([u, v]) => {
    const x = u + 62 * Math.sin(v / 430 + phase[0]) + 30 * Math.sin((u + v) / 610 + phase[1])
    const y = v + 58 * Math.sin(u / 470 + phase[2]) + 30 * Math.sin((u - v) / 570 + phase[3])
    return [x * cos - y * sin, x * sin + y * cos]
  }
}

/** The plan of the town of `seed` with the given mean radius (m) around `centre`. */
export const createLayout = (seed: number, radius: number, centre: LngLat): Layout => {
  const random = createRandom(seed, 'layout')
  const [edge2, edge3, wave, wave2] = [random.between(0, 6.28), random.between(0, 6.28), random.between(0, 6.28), random.between(0, 6.28)]
  const riverBlock = Math.round((random.between(0.1, 0.35) * radius) / (PITCH * BLOCK)) * (random.next() < 0.5 ? -1 : 1)
  const riverMiddle = (riverBlock + 0.5) * PITCH * BLOCK
  const bend = createBend(seed)
  const metresPerLng = METRES_PER_DEGREE * Math.cos((centre[1] * Math.PI) / 180)
  const planeToLngLat = (x: number, y: number): LngLat => [round(centre[0] + x / metresPerLng), round(centre[1] + y / METRES_PER_DEGREE)]
  const edge = (angle: number): number => radius * (1 + 0.1 * Math.sin(2 * angle + edge2) + 0.06 * Math.sin(3 * angle + edge3))
  const riverAt = (u: number): number => riverMiddle + 190 * Math.sin(u / 520 + wave) + 60 * Math.sin(u / 210 + wave2)
  const inRiver = ([u, v]: Uv): boolean => Math.abs(v - riverAt(u)) < RIVER_HALF_WIDTH + 15
  const wet = (i: number, j: number): boolean =>
    [0, 1, 2, 3, 4].some((step) => {
      const v = riverAt((i + step / 2) * PITCH)
      return v > j * PITCH - 140 && v < (j + 2) * PITCH + 140
    })
  const classOf = (index: number): StreetClass => (index % BLOCK === 0 ? 'arterial' : index % 2 === 0 ? 'secondary' : 'branch')
  return {
    seed,
    radius,
    lines: Math.ceil((radius * 1.2) / PITCH),
    classOf,
    line: (axis, index) => {
      const sway = { arterial: 0, secondary: 24, branch: 40 }[classOf(index)]
      return index * PITCH + (chance(seed, 'line', axis, index) - 0.5) * 2 * sway
    },
    edge,
    inside: ([u, v]) => Math.hypot(u, v) < edge(Math.atan2(v, u)),
    riverAt,
    riverHalfWidth: RIVER_HALF_WIDTH,
    inRiver,
    cell: (i, j) => {
      const lot = chance(seed, 'cell', i, j)
      if (lot > 0.085 || wet(i, j)) return 'built'
      return lot < 0.02 ? 'lake' : 'park'
    },
    toPlane: bend,
    toLngLat: (at) => planeToLngLat(...bend(at)),
    planeToLngLat,
  }
}
