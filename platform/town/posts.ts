import { type Layout, PITCH, type StreetClass, type Uv } from './layout.ts'
import { chance } from './random.ts'
import type { PlannedStreet } from './streets.ts'

export type Side = 'left' | 'right'

/** A post on the plan; `street` is the index of its street in the list of streets. */
export interface PlannedPost {
  readonly street: number
  /** Number along the street, from 1. */
  readonly number: number
  readonly side: Side
  /** Metres east and north of the centre. */
  readonly x: number
  readonly y: number
  readonly at: Uv
  /** Luminaires on the post: 1 or 2. */
  lamps: number
}

/** Metres between neighbouring posts. */
export const SPACING = 30
/** Distance of the posts from the axis of the street, m. */
export const HALF_WIDTH: Readonly<Record<StreetClass, number>> = { arterial: 14, secondary: 8, branch: 4.5 }

interface Spot {
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
  readonly at: Uv
}

/** Evenly spaced points on the axis of one stretch, about SPACING apart; the first and the last are half a step from the crossings. */
const spotsOf = (layout: Layout, stretch: readonly Uv[]): Spot[] => {
  const points = stretch.map(layout.toPlane)
  const lengths = points.slice(1).map(([x, y], index) => Math.hypot(x - points[index]![0], y - points[index]![1]))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const count = Math.max(1, Math.round(total / SPACING))
  const spots: Spot[] = []
  let piece = 0
  let passed = 0
  for (let order = 0; order < count; order++) {
    const wanted = ((order + 0.5) * total) / count
    while (piece < lengths.length - 1 && passed + lengths[piece]! < wanted) passed += lengths[piece++]!
    const length = lengths[piece]!
    const share = (wanted - passed) / length
    const [a, b] = [points[piece]!, points[piece + 1]!]
    const [from, to] = [stretch[piece]!, stretch[piece + 1]!]
    spots.push({
      x: a[0] + (b[0] - a[0]) * share,
      y: a[1] + (b[1] - a[1]) * share,
      dx: (b[0] - a[0]) / length,
      dy: (b[1] - a[1]) / length,
      at: [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share],
    })
  }
  return spots
}

/** True when a post of the ring road would stand in the roadway of a grid street that it crosses. */
const inRoadway = (layout: Layout, [u, v]: Uv): boolean => {
  const near = (axis: 'u' | 'v', value: number): boolean => {
    const index = Math.round(value / PITCH)
    return [index - 1, index, index + 1].some((one) => Math.abs(layout.line(axis, one) - value) < HALF_WIDTH[layout.classOf(one)] + 12)
  }
  return near('u', u) || near('v', v)
}

/** The posts of one street: on both sides of an arterial, on alternating sides of a secondary street, on one side of a branch. */
export const planPosts = (layout: Layout, street: PlannedStreet, order: number): PlannedPost[] => {
  const posts: PlannedPost[] = []
  const key = [layout.seed, 'posts', street.axis, street.index, Math.round(street.middle[0]), Math.round(street.middle[1])] as const
  const lampsPerPost = street.class === 'arterial' && chance(...key, 'double') < 0.5 ? 2 : 1
  const fixed: Side = chance(...key, 'side') < 0.5 ? 'left' : 'right'
  const place = ({ x, y, dx, dy, at }: Spot, side: Side): void => {
    const reach = HALF_WIDTH[street.class] * (side === 'left' ? 1 : -1)
    posts.push({ street: order, number: posts.length + 1, side, x: x - dy * reach, y: y + dx * reach, at, lamps: lampsPerPost })
  }
  let turn = 0
  for (const stretch of street.stretches)
    for (const spot of spotsOf(layout, stretch)) {
      if (street.axis === 'ring' && inRoadway(layout, spot.at)) continue
      if (street.class === 'arterial') {
        place(spot, 'left')
        place(spot, 'right')
      } else place(spot, street.class === 'branch' ? fixed : turn++ % 2 ? 'right' : 'left')
    }
  return posts
}

/**
 * Returns the first posts that together carry exactly `count` lamps. The last of them keeps one lamp if two would be too many.
 * @returns undefined when the posts carry fewer than `count` lamps.
 */
export const keepLamps = (posts: readonly PlannedPost[], count: number): PlannedPost[] | undefined => {
  const kept: PlannedPost[] = []
  let left = count
  for (const post of posts) {
    if (left === 0) break
    const lamps = Math.min(post.lamps, left)
    kept.push({ ...post, lamps })
    left -= lamps
  }
  return left === 0 ? kept : undefined
}
