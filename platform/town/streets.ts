import type { Text } from '@lamplight/kit'
import { BLOCK, type Layout, type LngLat, PITCH, type StreetClass, type Uv } from './layout.ts'
import { createNameGiver, type NameGiver } from './names.ts'
import { chance } from './random.ts'

/** A street of the town; `line` is the axis of the street. */
export interface Street {
  readonly id: string
  readonly name: Text
  readonly class: StreetClass
  readonly line: readonly LngLat[]
}

/** A street on the plan. Each of its `stretches` is a polyline from one crossing to the next; neighbouring stretches share an end point. */
export interface PlannedStreet {
  readonly class: StreetClass
  /** `axis` and `index` name the grid line of the street, so that a branch can be named as a lane of a neighbouring street. */
  readonly axis: 'u' | 'v' | 'ring'
  readonly index: number
  readonly stretches: readonly (readonly Uv[])[]
  readonly middle: Uv
}

const SAMPLES = 8

const straight = (from: Uv, to: Uv): Uv[] =>
  Array.from({ length: SAMPLES + 1 }, (_, step): Uv => {
    const share = step / SAMPLES
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
  })

const middleOf = (line: readonly Uv[]): Uv => line[Math.floor(line.length / 2)] ?? [0, 0]

/** True if the plan has a street along `stretch`, the piece number `step` of grid line `index`. */
const exists = (layout: Layout, axis: 'u' | 'v', index: number, step: number, stretch: readonly Uv[]): boolean => {
  const kind = layout.classOf(index)
  const middle = middleOf(stretch)
  if (!layout.inside(middle)) return false
  if (kind === 'arterial') return true
  if (stretch.some(layout.inRiver)) return false
  const drop = kind === 'branch' ? 0.22 : 0.06
  if (chance(layout.seed, 'gap', axis, index, Math.floor(step / BLOCK)) < drop) return false
  if (kind === 'secondary') return true
  const [i, j] = axis === 'u' ? [index - 1, step] : [step, index - 1]
  return layout.cell(Math.floor(i / 2) * 2, Math.floor(j / 2) * 2) === 'built'
}

/** True if a street of this class ends at `step` and another street, with another name, begins there. */
const ends = (kind: StreetClass, step: number): boolean =>
  kind === 'branch' ? step % BLOCK === 0 : kind === 'secondary' ? step % (2 * BLOCK) === 0 : false

const alongLine = (layout: Layout, axis: 'u' | 'v', index: number): PlannedStreet[] => {
  const found: PlannedStreet[] = []
  const kind = layout.classOf(index)
  const own = layout.line(axis, index)
  const across = axis === 'u' ? 'v' : 'u'
  const at = (step: number): Uv => (axis === 'u' ? [own, layout.line(across, step)] : [layout.line(across, step), own])
  let run: Uv[][] = []
  const close = (): void => {
    if (run.length) found.push({ class: kind, axis, index, stretches: run, middle: middleOf(run[Math.floor(run.length / 2)]!) })
    run = []
  }
  for (let step = -layout.lines; step < layout.lines; step++) {
    const stretch = straight(at(step), at(step + 1))
    if (ends(kind, step)) close()
    if (exists(layout, axis, index, step, stretch)) run.push(stretch)
    else close()
  }
  close()
  return found
}

/** The ring road: an arterial at 74 % of the distance from the centre to the edge. Towns with a radius below 1,200 m have none. */
const ringRoad = (layout: Layout): PlannedStreet[] => {
  if (layout.radius < 1200) return []
  const count = Math.round((2 * Math.PI * 0.74 * layout.radius) / PITCH)
  const at = (step: number): Uv => {
    const angle = (step / count) * 2 * Math.PI
    const reach = 0.74 * layout.edge(angle)
    return [reach * Math.cos(angle), reach * Math.sin(angle)]
  }
  const stretches = Array.from({ length: count }, (_, step) => Array.from({ length: SAMPLES + 1 }, (_, part) => at(step + part / SAMPLES)))
  return [{ class: 'arterial', axis: 'ring', index: 0, stretches, middle: [0, 0.74 * layout.radius] }]
}

/** All streets of the plan, the most central first. Streets get lamps in this order until the lamps are used up. */
export const planStreets = (layout: Layout): PlannedStreet[] => {
  const streets = ringRoad(layout)
  for (let index = -layout.lines; index <= layout.lines; index++)
    streets.push(...alongLine(layout, 'u', index), ...alongLine(layout, 'v', index))
  const distance = new Map(streets.map((street) => [street, Math.hypot(...street.middle)]))
  return streets.sort((a, b) => distance.get(a)! - distance.get(b)!)
}

const namer = (seed: number): ((street: PlannedStreet) => Text) => {
  const give: NameGiver = createNameGiver(seed)
  const parents = new Map<string, Text>()
  const own = (kind: StreetClass, axis: PlannedStreet['axis']): Text => {
    const [zh, en] = give.next()
    if (axis === 'ring') return [`${zh}环路`, `${en} Ring Rd`]
    if (kind === 'arterial') return axis === 'v' ? [`${zh}大道`, `${en} Ave`] : [`${zh}路`, `${en} Rd`]
    return axis === 'v' ? [`${zh}路`, `${en} Rd`] : [`${zh}街`, `${en} St`]
  }
  const parentKey = (street: PlannedStreet): string =>
    `${street.axis} ${Math.round(street.index / 2)} ${Math.floor((street.axis === 'u' ? street.middle[1] : street.middle[0]) / (PITCH * BLOCK))}`
  return (street) => {
    const key = parentKey(street)
    if (street.class !== 'branch') {
      const name = own(street.class, street.axis)
      parents.set(key, name)
      return name
    }
    const parent = parents.get(key)
    return parent ? give.lane(parent) : own('secondary', street.axis)
  }
}

/** Converts planned streets to streets with id, name and WGS-84 line; keeps the order. */
export const nameStreets = (layout: Layout, planned: readonly PlannedStreet[]): Street[] => {
  const nameOf = namer(layout.seed)
  const names = new Map<PlannedStreet, Text>()
  const rank: Readonly<Record<StreetClass, number>> = { arterial: 0, secondary: 1, branch: 2 }
  for (const street of [...planned].sort((a, b) => rank[a.class] - rank[b.class])) names.set(street, nameOf(street))
  return planned.map((street, order) => ({
    id: `S${String(order + 1).padStart(5, '0')}`,
    name: names.get(street)!,
    class: street.class,
    line: street.stretches.flatMap((stretch, at) => (at ? stretch.slice(1) : stretch)).map(layout.toLngLat),
  }))
}
