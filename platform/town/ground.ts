import type { Layout, LngLat, Uv } from './layout.ts'
import { PITCH } from './layout.ts'
import { planTown, type TownOptions } from './town.ts'

/** A closed ring: the last position repeats the first. */
export type Ring = readonly LngLat[]
/** The areas that a map draws below the streets. */
export interface Ground {
  readonly outline: Ring
  readonly water: readonly Ring[]
  readonly parks: readonly Ring[]
}

const EDGE = 1.07

const ring = (layout: Layout, points: readonly Uv[]): Ring => {
  const line = points.map(layout.toLngLat)
  return line[0] ? [...line, line[0]] : []
}

const outlineOf = (layout: Layout): Ring =>
  ring(
    layout,
    Array.from({ length: 180 }, (_, step): Uv => {
      const angle = (step / 180) * 2 * Math.PI
      const reach = layout.edge(angle) * EDGE
      return [reach * Math.cos(angle), reach * Math.sin(angle)]
    }),
  )

const riverOf = (layout: Layout): Ring[] => {
  if (Math.abs(layout.riverAt(0)) > layout.radius * EDGE) return []
  const reach = layout.radius * 1.35
  const steps = Math.ceil((2 * reach) / 40)
  const bank = (side: number): Uv[] =>
    Array.from({ length: steps + 1 }, (_, step): Uv => {
      const u = -reach + (step / steps) * 2 * reach
      return [u, layout.riverAt(u) + side * layout.riverHalfWidth]
    })
  return [ring(layout, [...bank(1), ...bank(-1).reverse()])]
}

/** The outline of the park between the grid lines `i` and `i + 2` of u and `j` and `j + 2` of v: 22 m from each line, with rounded corners. */
const parkOf = (layout: Layout, i: number, j: number): Uv[] => {
  const [west, east] = [layout.line('u', i) + 22, layout.line('u', i + 2) - 22]
  const [south, north] = [layout.line('v', j) + 22, layout.line('v', j + 2) - 22]
  const [u, v] = [(west + east) / 2, (south + north) / 2]
  return Array.from({ length: 48 }, (_, step): Uv => {
    const angle = (step / 48) * 2 * Math.PI
    const round = (value: number): number => Math.sign(value) * Math.abs(value) ** 0.35
    return [u + ((east - west) / 2) * round(Math.cos(angle)), v + ((north - south) / 2) * round(Math.sin(angle))]
  })
}

/** A lake within a park: an ellipse with two soft bays. */
const lakeOf = (park: readonly Uv[]): Uv[] => {
  const us = park.map(([u]) => u)
  const vs = park.map(([, v]) => v)
  const [west, east, south, north] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)]
  return Array.from({ length: 60 }, (_, step): Uv => {
    const angle = (step / 60) * 2 * Math.PI
    const reach = 0.33 * (1 + 0.14 * Math.sin(2 * angle) + 0.07 * Math.cos(3 * angle))
    return [(west + east) / 2 + (east - west) * reach * Math.cos(angle), (south + north) / 2 + (north - south) * reach * Math.sin(angle)]
  })
}

const groundOf = (layout: Layout): Ground => {
  const water = riverOf(layout)
  const parks: Ring[] = []
  const last = Math.ceil(layout.lines / 2) * 2
  for (let i = -last; i < last; i += 2)
    for (let j = -last; j < last; j += 2) {
      const kind = layout.inside([(i + 1) * PITCH, (j + 1) * PITCH]) ? layout.cell(i, j) : 'built'
      if (kind === 'built') continue
      const park = parkOf(layout, i, j)
      parks.push(ring(layout, park))
      if (kind === 'lake') water.push(ring(layout, lakeOf(park)))
    }
  return { outline: outlineOf(layout), water, parks }
}

/** Outline, water and parks of the town that `createTown` makes from the same options. The base map shows them if there is no tile server. */
export const createGround = (options: TownOptions = {}): Ground => groundOf(planTown(options).layout)
